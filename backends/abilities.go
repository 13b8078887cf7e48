package backends

import "github.com/exactile/exactile/native"

// DividerOf returns the StateDivider that b is, or nil.
func DividerOf(b Backend) StateDivider {
	switch b := b.(type) {
	case StateDivider:
		return b
	case native.Searcher:
		return divider{b}
	}
	return nil
}

type divider struct{ native.Searcher }

func (d divider) States(p *native.Partition) func(int64, ...native.Class) Backend {
	part := d.Parts(p)
	return func(nodes int64, in ...native.Class) Backend {
		s := part(in...)
		s.MaxNodes = nodes
		return s
	}
}

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

// An Observable backend reports what its searches cost.
type Observable interface {
	// Observed returns the same backend, which calls report once at the end of every search,
	// however it ended, from the goroutine that ran it.
	Observed(report func(Stats)) Backend
}

// Observed returns b such that it reports the cost of its searches, if it is [Observable] or a
// search of package native, or b alone.
func Observed(b Backend, report func(Stats)) Backend {
	hook := func(search native.Stats) {
		var st Stats
		st.AddSearch(search)
		report(st)
	}
	switch b := b.(type) {
	case Observable:
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
