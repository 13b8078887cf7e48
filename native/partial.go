package native

// A Partial is a partial assignment: what a search has chosen so far.
type Partial struct {
	// Chosen are the options chosen, first those settled before the search
	// began.
	Chosen []int
	// Covered is how many of them cover each item.
	Covered []int
}
