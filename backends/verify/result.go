package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/puzzle"
)

// A Result is the result for one puzzle.
type Result struct {
	File    string        `json:"file,omitempty"`
	Puzzle  string        `json:"puzzle"`
	Verdict Verdict       `json:"verdict"`
	Claims  []ClaimResult `json:"claims"`
	// Reasons are the faults of the puzzle besides its claims: a file that
	// cannot be read, backends that disagree or fail.
	Reasons []string `json:"reasons,omitempty"`
	// Late is set if a longer Timeout may settle what is Unfinished.
	Late bool `json:"late,omitempty"`
	// Err is why the file could not be read, as formats returns it, or nil;
	// Reasons has the same. Line and Column are its place, 0 if it has none.
	Err     error             `json:"-"`
	Line    int               `json:"line,omitempty"`
	Column  int               `json:"column,omitempty"`
	Runs    []backends.Report `json:"runs"`
	Elapsed float64           `json:"elapsed"` // seconds
}

// String returns the result for the puzzle in one line.
func (r Result) String() string {
	var parts []string
	if r.Verdict == Unclaimed {
		parts = append(parts, "the puzzle has no claims, so nothing was checked")
	}
	for _, c := range r.Claims {
		if c.Verdict != OK {
			parts = append(parts, fmt.Sprintf("line %d: %s is %s: %s",
				c.Line, c.Claim, c.Verdict, c.Reason))
		}
	}
	parts = append(parts, r.Reasons...)
	text := fmt.Sprintf("%s: %s: %s", r.File, r.Puzzle, r.Verdict)
	if r.Puzzle == "" {
		text = fmt.Sprintf("%s: %s", r.File, r.Verdict)
	}
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, "; ")
	}
	return text
}

// interrupt leaves unfinished what the end of ctx has left open. Which runs were still to come is
// not known, so a puzzle whose claims are confirmed is unfinished, too.
func (r *Result) interrupt(ctx context.Context) {
	reason, open := interruption(ctx), false
	for k := range r.Claims {
		if r.Claims[k].Verdict == Unfinished {
			r.Claims[k].Reason, open = reason, true
		}
	}
	r.Verdict = worse(r.Verdict, Unfinished)
	if !open {
		r.Reasons = append(r.Reasons, reason)
	}
}

// interruption says why ctx has ended.
func interruption(ctx context.Context) string {
	cause := context.Cause(ctx)
	if errors.Is(cause, context.Canceled) {
		return "interrupted"
	}
	return cause.Error()
}

func newResult(p *puzzle.Puzzle, v Verdict) Result {
	return Result{Puzzle: p.Name, Verdict: v, Claims: []ClaimResult{}, Runs: []backends.Report{}}
}

// A Summary counts the results by verdict.
type Summary struct {
	OK         int `json:"ok"`
	Broken     int `json:"broken"`
	Failed     int `json:"failed"`
	Unfinished int `json:"unfinished"`
	Unclaimed  int `json:"unclaimed"`
	Skipped    int `json:"skipped"`
}

// Claimless reports whether there were puzzles and none has claims: then nothing
// was checked.
func (s Summary) Claimless() bool { return s.Unclaimed > 0 && s == Summary{Unclaimed: s.Unclaimed} }

// Add counts one more result.
func (s *Summary) Add(r Result) {
	switch r.Verdict {
	case OK:
		s.OK++
	case Broken:
		s.Broken++
	case Failed:
		s.Failed++
	case Unclaimed:
		s.Unclaimed++
	case Skipped:
		s.Skipped++
	default:
		s.Unfinished++
	}
}

// String returns "12 ok, 1 broken, 0 unfinished", and the numbers of unclaimed, skipped
// and failed puzzles if there are any.
func (s Summary) String() string {
	text := fmt.Sprintf("%d ok, %d broken, %d unfinished", s.OK, s.Broken, s.Unfinished)
	if s.Unclaimed > 0 {
		text += fmt.Sprintf(", %d unclaimed", s.Unclaimed)
	}
	if s.Skipped > 0 {
		text += fmt.Sprintf(", %d skipped", s.Skipped)
	}
	if s.Failed > 0 {
		text += fmt.Sprintf(", %d failed", s.Failed)
	}
	return text
}
