package backends

// WithGrain returns b with cubes of at most that many options and solutions.
func WithGrain(b SAT, grain int) SAT {
	b.grain = grain
	return b
}

// ErrEnough is what ends a listing within the package.
var ErrEnough = errEnough

// TableMemory is how much of the memory that a search may take is for its tables.
var TableMemory = tableMemory
