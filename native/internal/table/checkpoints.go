package table

// A checkpoint is a cell at which a counting table search stops over: states whose first
// empty cell is not before it are looked at as soon as they arise.
type checkpoint struct {
	cell       int
	components bool // ask whether a component of empty cells shows that they lead nowhere
	task       bool // what is below them is a task
}
