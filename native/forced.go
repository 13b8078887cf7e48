package native

// Engines lists the engines that a Choice may name. The results never depend on it.
func Engines() []string { return []string{"fast", "wide", "sets", "words", "links"} }

// A Choice is what a searcher would otherwise choose by itself. The zero Choice
// leaves it all.
type Choice struct {
	// Engine is one of Engines, for models that it can search; "" is any.
	Engine string
	// Spacing is every how many cells equal states are merged while counting; -1 is
	// never.
	Spacing int
	// Components is 1 to ask at every cell whether some component of the empty cells
	// has a size that no pieces add up to, and -1 for never.
	Components int
	// Completions is at how many cells left a listing of tables begins to remember how
	// boards are completed; -1 is never.
	Completions int
	// Enclosed is in how many bytes of the window, of 4, tables look for cells that
	// nothing can cover because of their neighbours; -1 is none.
	Enclosed int
	// Stranded is -1 to let tables place what leaves a cell that nothing can cover.
	Stranded int
	// Sums is -1 to search even where the numbers of the model do not add up.
	Sums int
}

// Forced returns s with a choice taken from it. It is for programs that compare
// engines with each other; none of it makes a search faster.
func (s Searcher) Forced(c Choice) Searcher {
	s.engine, s.spacing, s.components = c.Engine, c.Spacing, c.Components
	s.completions, s.enclosed, s.stranded, s.sums = c.Completions, c.Enclosed, c.Stranded, c.Sums
	return s
}
