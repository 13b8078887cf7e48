package backends

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"time"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/text"
)

// A Report is a count with its evidence.
type Report struct {
	// Puzzle is the name of the model.
	Puzzle string
	// Backend is the registry name of the backend.
	Backend string
	// Count is the number of solutions, or of orbits of them if UpToSymmetry. It is
	// a lower bound if the run was not Complete, and never nil in what Run returns.
	Count        *big.Int
	UpToSymmetry bool
	Complete     bool
	// Completeness is the evidence for Complete; it is empty if that is false.
	Completeness Completeness
	// Unproved is why Completeness is only ByEngine although the engine is able to prove its
	// answers: it refused to, or proofs were not requested. It is "" otherwise.
	Unproved string
	// Argument is why there is no solution, if Completeness is ByArgument.
	Argument string
	// Approximate is set if Count is an estimate. Such a report is never Complete,
	// and supports or contradicts no other.
	Approximate bool
	// Checked is how many solutions were listed and passed Check: all of them, not
	// one an orbit. It is 0 for a count without listing.
	Checked int64
	// Digest is of the set of the Checked solutions, in whatever order they came. It
	// is nil for a count without listing.
	Digest *cover.Digest
	// Elapsed is wall time. CPU is user and system time of this process, and of
	// children that ended, during the run: of everything that ran in it meanwhile.
	Elapsed, CPU time.Duration
	// First is the wall time until the first solution had been found and checked, 0
	// if none was listed.
	First time.Duration
	// Memory is the peak of resident memory in bytes of the largest process of the run,
	// this one or one that it started, by the system's accounts: what getrusage calls
	// ru_maxrss, without what a program inherits from the one that started it. Peaks of
	// several processes are not added up, since they come at different times and share
	// pages; Stats.ChildMemory is an upper bound for all. Memory is 0 if not measured,
	// since that takes a process of its own for the run.
	Memory int64
	Stats  Stats
	// Fingerprint is that of the model.
	Fingerprint string
	// Plan and Unit name the plan and its unit that the report is of; empty if there is none.
	Plan, Unit string
	// Want is the claimed count, nil if there is none.
	Want *big.Int
	// Goal is what is known of the best value, if the puzzle has a goal: then the count is that of
	// the best solutions.
	Goal *Goal
	// Error is why the run failed, if it was not just cut short.
	Error string
}

// A Goal is what is known of the value of the best solutions of a puzzle.
type Goal struct {
	Value  *int `json:"value"` // of the best one found; nil: none was
	Bound  int  `json:"bound"` // none is better
	Proved bool `json:"proved"`
}

// RestOn sets Completeness and Unproved of a count that is the sum of the parts: the weakest
// evidence of theirs.
func (r *Report) RestOn(parts ...Report) {
	c, unproved := ByArgument, ""
	for _, part := range parts {
		c = c.weaker(part.completeness())
		unproved = cmp.Or(unproved, part.Unproved)
	}
	if len(parts) == 0 {
		c = ""
	}
	if c != ByEngine {
		unproved = ""
	}
	r.Completeness, r.Unproved = c, unproved
}

// completeness is the completeness of a report as it is shown.
func (r Report) completeness() Completeness {
	if !r.Complete {
		return ""
	}
	return r.Completeness
}

// reportJSON is a Report as JSON: counts are decimal strings, since they outgrow
// the integers that JSON readers have, and times are seconds.
type reportJSON struct {
	Puzzle       string        `json:"puzzle"`
	Backend      string        `json:"backend"`
	Count        string        `json:"count"`
	UpToSymmetry bool          `json:"up_to_symmetry"`
	Complete     bool          `json:"complete"`
	Approximate  bool          `json:"approximate,omitempty"`
	Checked      int64         `json:"checked"`
	Digest       *cover.Digest `json:"digest,omitempty"`
	Elapsed      float64       `json:"elapsed"`
	CPU          float64       `json:"cpu"`
	First        float64       `json:"first,omitempty"`
	Memory       int64         `json:"memory"`
	Stats        Stats         `json:"stats"`
	Completeness *Completeness `json:"completeness"`
	Unproved     string        `json:"unproved,omitempty"`
	Argument     string        `json:"argument,omitempty"`
	Fingerprint  string        `json:"fingerprint,omitempty"`
	Plan         string        `json:"plan,omitempty"`
	Unit         string        `json:"unit,omitempty"`
	Seal         string        `json:"seal,omitempty"`
	Want         string        `json:"want,omitempty"`
	Goal         *Goal         `json:"goal,omitempty"`
	Error        string        `json:"error,omitempty"`
}

// MarshalJSON gives the form that the command line documents. Times are rounded
// to microseconds.
func (r Report) MarshalJSON() ([]byte, error) {
	j := reportJSON{
		Puzzle: r.Puzzle, Backend: r.Backend, Count: decimal(r.Count), UpToSymmetry: r.UpToSymmetry,
		Complete: r.Complete, Approximate: r.Approximate, Checked: r.Checked, Digest: r.Digest,
		Elapsed: r.Elapsed.Round(time.Microsecond).Seconds(),
		CPU:     r.CPU.Round(time.Microsecond).Seconds(), Memory: r.Memory, Stats: r.Stats,
		Fingerprint: r.Fingerprint, Error: r.Error, Plan: r.Plan, Unit: r.Unit,
		Argument: r.Argument, First: r.First.Round(time.Microsecond).Seconds(), Goal: r.Goal,
	}
	if c := r.completeness(); c != "" {
		j.Completeness, j.Unproved = &c, r.Unproved
	}
	j.Stats.Solving = seconds(j.Stats.Solving).Seconds()
	if r.Want != nil {
		j.Want = decimal(r.Want)
	}
	if r.Unit != "" {
		j.Seal = j.seal()
	}
	return json.Marshal(j)
}

// seal is the seal of the results in a report of a unit, without its costs.
func (j reportJSON) seal() string {
	j = reportJSON{
		Backend: j.Backend, Count: j.Count, UpToSymmetry: j.UpToSymmetry, Complete: j.Complete,
		Approximate: j.Approximate, Checked: j.Checked, Digest: j.Digest,
		Completeness: j.Completeness, Unproved: j.Unproved, Fingerprint: j.Fingerprint,
		Plan: j.Plan, Unit: j.Unit,
	}
	line, err := json.Marshal(j)
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	return text.Seal(line)
}

// UnmarshalJSON is the inverse of MarshalJSON. A count that is no decimal number is an
// error, and so is a report of a unit that does not match its seal.
func (r *Report) UnmarshalJSON(text []byte) error {
	var j reportJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	if j.Unit != "" && j.Seal != j.seal() {
		return fmt.Errorf("backends: the report of unit %.40s is damaged: its seal does not match",
			j.Unit)
	}
	*r = Report{
		Puzzle: j.Puzzle, Backend: j.Backend, UpToSymmetry: j.UpToSymmetry, Complete: j.Complete,
		Approximate: j.Approximate, Checked: j.Checked, Digest: j.Digest,
		Elapsed: seconds(j.Elapsed), CPU: seconds(j.CPU), Memory: j.Memory, Stats: j.Stats,
		Fingerprint: j.Fingerprint, Error: j.Error, Plan: j.Plan, Unit: j.Unit,
		Argument: j.Argument, First: seconds(j.First), Unproved: j.Unproved, Goal: j.Goal,
	}
	var err error
	if j.Completeness != nil {
		if r.Completeness, err = j.Completeness.asRead(r.Complete); err != nil {
			return err
		}
	}
	if r.Count, err = parseDecimal(j.Count); err == nil && j.Want != "" {
		r.Want, err = parseDecimal(j.Want)
	}
	return err
}

func decimal(n *big.Int) string {
	if n == nil {
		return "0"
	}
	return n.String()
}

// maxDigits bounds the counts that are read from outside.
const maxDigits = 1 << 16

func parseDecimal(text string) (*big.Int, error) {
	if len(text) <= maxDigits {
		if n, ok := new(big.Int).SetString(text, 10); ok && n.Sign() >= 0 {
			return n, nil
		}
	}
	return nil, fmt.Errorf("backends: count %.40q is not a decimal number", text)
}

func seconds(s float64) time.Duration {
	return time.Duration(s * float64(time.Second)).Round(time.Microsecond)
}
