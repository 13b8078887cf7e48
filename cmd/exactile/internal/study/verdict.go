package study

import "github.com/exactile/exactile/cmd/exactile/internal/cli"

// A Verdict is how a run ended, and the result of a row.
type Verdict string

// How runs end. A row with one that is not Done has the verdict of such a run.
const (
	Done        Verdict = "done"    // it answered its question, or made its estimate
	TimedOut    Verdict = "timeout" // its time limit ended it
	OutOfMemory Verdict = "memory"  // its memory limit ended it
	Interrupted Verdict = "stopped" // it was ended from outside, or never began
	Failed      Verdict = "failed"  // with an error
)

// The verdicts of rows alone.
const (
	Contradicts Verdict = "NO"
	Estimate    Verdict = "estimate" // neither agrees nor contradicts
	Agrees      Verdict = "yes"
	Alone       Verdict = "alone" // the only row that finished
	SameFormula Verdict = "same"  // the result is that of the row with the same formula
)

// ends are all ends of a run, the worst last.
var ends = []Verdict{Done, TimedOut, OutOfMemory, Interrupted, Failed}

// An Outcome is what follows from the verdict of a row.
type Outcome struct {
	Verdict
	// Class is the style of its cell, Status the exit status of the command.
	Class  string
	Status int
	// one and many are the ends of a sentence about as many backends, "" if there is none.
	one, many string
}

// Outcomes returns what follows from each verdict, the worst first.
func Outcomes() []Outcome {
	return []Outcome{
		{Contradicts, "bad", cli.Disagree, "", ""},
		{Failed, "bad", cli.Bad, "failed", "failed"},
		{TimedOut, "warn", cli.Stopped, "ran out of time", "ran out of time"},
		{OutOfMemory, "warn", cli.Stopped, "ran out of memory", "ran out of memory"},
		{Interrupted, "warn", cli.Stopped, "was stopped", "were stopped"},
		{Estimate, "warn", cli.Done, "only estimates", "only estimate"},
		{Agrees, "good", cli.Done, "", ""},
		{Alone, "", cli.Done, "", ""},
		{SameFormula, "", cli.Done, "", ""},
	}
}

// Outcome returns what follows from a verdict, nothing from what is none.
func (v Verdict) Outcome() Outcome {
	for _, o := range Outcomes() {
		if o.Verdict == v {
			return o
		}
	}
	return Outcome{}
}

// Finished reports whether the row's result is exact and contradicts no other.
func (v Verdict) Finished() bool { return v == Agrees || v == Alone }

// An Agreement is what backends agree on.
type Agreement string

// The agreements.
const (
	OnSet     Agreement = "set"       // on the solutions, which each of them listed
	OnCount   Agreement = "count"     // on their number, since one of them only counted
	OnFirst   Agreement = "first"     // on whether there is a solution
	Undecided Agreement = "undecided" // fewer than two finished, or they do not agree
)
