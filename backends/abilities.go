package backends

import "github.com/exactile/exactile/native"

// CountsOnly reports whether b only counts, so that Solutions yields only an error, which wraps
// [ErrCountsOnly]. It calls the method CountsOnly of b.
func CountsOnly(b Backend) bool {
	only, ok := b.(interface{ CountsOnly() bool })
	return ok && only.CountsOnly()
}

// Approximate reports whether counts of b may be estimates. It calls the method Approximate of b.
func Approximate(b Backend) bool {
	may, ok := b.(interface{ Approximate() bool })
	return ok && may.Approximate()
}

// Observed returns b such that it reports the cost of its searches, if its method Observed does
// or it is a search of package native, or b alone.
func Observed(b Backend, report func(Stats)) Backend {
	hook := func(search native.Stats) {
		var st Stats
		st.AddSearch(search)
		report(st)
	}
	switch b := b.(type) {
	case interface {
		Observed(report func(Stats)) Backend
	}:
		return b.Observed(report)
	case native.Searcher:
		b.Stats = hook
		return b
	case native.Plain:
		b.Stats = hook
		return b
	case native.Hunter:
		b.Stats = hook
		return b
	case native.Beam:
		b.Stats = hook
		return b
	}
	return b
}
