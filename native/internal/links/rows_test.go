package links

import "testing"

// Rows have a word for the items that must be covered, and one for the options.
func TestRowsHoldAWordOfItems(t *testing.T) {
	t.Parallel()
	s := &pairSearch{width: 1}
	for _, tc := range []struct {
		options int
		must    pair
		suits   bool
	}{
		{64, pair{^uint64(0), 0}, true},
		{64, pair{^uint64(0), 1}, false},
		{65, pair{1, 0}, false},
		{64, pair{}, true},
	} {
		if got := s.suitRows(tc.options, tc.must); got != tc.suits {
			t.Errorf("%d options, %d items: %v", tc.options, tc.must.Count(), got)
		}
	}
}
