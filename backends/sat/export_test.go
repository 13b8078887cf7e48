package sat

// WithGrain returns b with cubes of at most that many options and solutions.
func WithGrain(b Backend, grain int) Backend {
	b.grain = grain
	return b
}
