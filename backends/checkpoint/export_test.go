package checkpoint

// SaveOften has the job save after each n parts that were tried.
func (j *Job) SaveOften(n int) { j.often = n }

// How files are opened and locked.
var (
	Hold = hold
	Lock = lock
)
