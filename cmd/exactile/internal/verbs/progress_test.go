package verbs

import (
	"testing"
)

// The progress of design says what was tried and found, and the rating nearest to the range.
func TestProgressOfDesign(t *testing.T) {
	t.Parallel()
	within, err := parseRate("100..200")
	if err != nil {
		t.Fatal(err)
	}
	r := &designRun{number: 3, tries: 50, within: within}
	for _, step := range []struct {
		rating int64
		made   bool
		want   string
	}{
		{900, false, "tried 1 of 50, found 0 of 3, best nodes 900"},
		{20, false, "tried 2 of 50, found 0 of 3, best nodes 20"},
		{500, false, "tried 3 of 50, found 0 of 3, best nodes 20"},
		{150, true, "tried 4 of 50, found 1 of 3, best nodes 150"},
		{101, true, "tried 5 of 50, found 2 of 3, best nodes 150"},
	} {
		r.see(&step.rating, step.made)
		if got := r.progressText(); got != step.want {
			t.Errorf("%q, want %q", got, step.want)
		}
	}
	r = &designRun{number: 3}
	if r.see(nil, true); r.progressText() != "found 1 of 3" {
		t.Error(r.progressText())
	}
}
