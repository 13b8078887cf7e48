package main

import "testing"

func TestWorstStatus(t *testing.T) {
	for _, test := range []struct {
		statuses []int
		want     int
	}{
		{nil, statusDone},
		{[]int{statusDone, statusDone}, statusDone},
		{[]int{statusNoSolution, statusStopped, statusDone}, statusStopped},
		{[]int{statusNoSolution, statusBad, statusStopped}, statusBad},
		{[]int{statusBad, statusDisagree}, statusDisagree},
		{[]int{statusDone, statusNotUnique}, statusNotUnique},
	} {
		if got := worst(test.statuses); got != test.want {
			t.Errorf("worst(%v) = %d, want %d", test.statuses, got, test.want)
		}
	}
}
