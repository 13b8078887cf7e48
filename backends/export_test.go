package backends

// WithGrain returns b with cubes of at most that many options and solutions.
func WithGrain(b SAT, grain int) SAT {
	b.grain = grain
	return b
}

// ErrEnough is what ends a listing within the package.
var ErrEnough = errEnough
