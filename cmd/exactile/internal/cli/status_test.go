package cli

import "testing"

func TestWorstStatus(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		statuses []int
		want     int
	}{
		{nil, Done},
		{[]int{Done, Done}, Done},
		{[]int{NoSolution, Stopped, Done}, Stopped},
		{[]int{NoSolution, Bad, Stopped}, Bad},
		{[]int{Bad, Disagree}, Disagree},
		{[]int{Done, NotUnique}, NotUnique},
	} {
		if got := WorstStatus(test.statuses); got != test.want {
			t.Errorf("worst(%v) = %d, want %d", test.statuses, got, test.want)
		}
	}
}
