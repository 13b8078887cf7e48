package native

// A Partial is a search on its way: what it has chosen so far.
type Partial struct {
	// Chosen are the options chosen, those first that were settled before the
	// search began.
	Chosen []int
	// Covered is how many of them cover each item.
	Covered []int
}
