package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
)

// A result is what became of one program on one puzzle.
type result struct {
	peer   *peer
	puzzle string
	count  string // what exactile counts
	// samples are user seconds, one a round; none if there is a reason for that.
	samples []float64
	// Reason says why there is no time.
	reason string
	wrong  bool // the reason is a wrong answer
	slow   bool // the reason is the time limit
}

// A harness measures.
type harness struct {
	subject *subject
	rounds  int
	repeats int // of a short run in one round, at most
	log     io.Writer
}

// enough is how many seconds the runs of one sample should come to.
const enough = 0.1

// missing returns why a peer's program cannot be run, or "".
func (h *harness) missing(p *peer) string {
	words, err := p.fill(func(name string) (string, error) {
		if name == "exactile" {
			return h.subject.program, nil
		}
		return name, nil
	})
	if err == nil {
		_, err = exec.LookPath(words[0])
	}
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return words[0] + " is not on the PATH"
	case err != nil:
		return err.Error()
	}
	return ""
}

// measure runs all peers on a puzzle, round by round.
func (h *harness) measure(ctx context.Context, puzzle string, peers []*peer) ([]*result, error) {
	count, err := h.subject.count(ctx, puzzle)
	if err != nil {
		return nil, err
	}
	var all []*result
	for _, p := range peers {
		if p.runsOn(puzzle) {
			all = append(all, &result{peer: p, puzzle: puzzle, count: count})
		}
	}
	repeats := make([]int, len(all))
	for round := range h.rounds + 1 {
		for n, r := range all {
			if r.reason != "" {
				continue
			}
			// The round before the first one warms the caches and says how long a run
			// takes.
			sample, err := h.sample(ctx, r, max(1, repeats[n]))
			switch {
			case err != nil:
				return nil, err
			case r.reason != "":
				r.samples = nil
			case round == 0:
				repeats[n] = int(min(enough/max(sample, 1e-6), float64(h.repeats)))
			default:
				r.samples = append(r.samples, sample)
			}
		}
	}
	for _, r := range all {
		fmt.Fprintf(h.log, "%s: %s (%s): %s\n", puzzle, r.peer.Name, r.peer.Does, r.summary())
	}
	return all, nil
}

// sample runs a peer a number of times and returns the mean of the user seconds.
// A run that fails or is wrong leaves its reason in r. The error is one of the
// harness, not of the peer.
func (h *harness) sample(ctx context.Context, r *result, times int) (float64, error) {
	sum := 0.0
	for range times {
		seconds, err := h.once(ctx, r)
		if err != nil || r.reason != "" {
			return 0, err
		}
		sum += seconds
	}
	return sum / float64(times), nil
}

// once runs a peer once and compares its answer.
func (h *harness) once(ctx context.Context, r *result) (float64, error) {
	out := filepath.Join(h.subject.folder, "result")
	defer os.Remove(out)
	words, err := r.peer.fill(func(name string) (string, error) {
		switch name {
		case "exactile":
			return h.subject.program, nil
		case "puzzle":
			return r.puzzle, nil
		case "out":
			return out, nil
		}
		return h.subject.export(ctx, r.puzzle, exported[name])
	})
	stdin := ""
	if r.peer.Stdin != "" && err == nil {
		stdin, err = h.subject.export(ctx, r.puzzle, exported[r.peer.Stdin])
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err != nil {
		r.reason = "not asked: " + err.Error()
		return 0, nil
	}
	run, err := execute(ctx, h.subject.folder, r.peer.Timeout, words, stdin)
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case errors.Is(err, errTimeout):
		r.reason, r.slow = fmt.Sprintf("more than %v", r.peer.Timeout), true
		return 0, nil
	case err != nil:
		r.reason = "failed: " + err.Error()
		return 0, nil
	case !slices.Contains(r.peer.Exits, run.status):
		r.reason = fmt.Sprintf("failed: exit status %d", run.status)
		if said := run.complaint(); said != "" {
			r.reason += ": " + said
		}
		return 0, nil
	}
	switch {
	case r.peer.Answer == "errors":
		run.output = run.errors
	case r.peer.uses("out"):
		if run.output, err = os.ReadFile(out); err != nil {
			r.reason = "failed: no result file"
			return 0, nil
		}
	}
	why := ""
	if r.peer.Does == first {
		if why, err = h.subject.judge(ctx, r.puzzle, r.count, r.peer.Solution, run); err != nil {
			return 0, err
		}
	} else {
		why = r.peer.miscount(run.output, r.count)
	}
	if why != "" {
		r.reason, r.wrong = "wrong: "+why, true
	}
	return run.user.Seconds(), nil
}

// miscount returns what is wrong with the count in an answer, or "".
func (p *peer) miscount(answer []byte, want string) string {
	matches := p.Count.FindAllSubmatch(answer, -1)
	got := strconv.Itoa(len(matches))
	if p.Count.NumSubexp() > 0 {
		if len(matches) == 0 {
			return "no count in its answer"
		}
		got = string(matches[len(matches)-1][1])
	}
	if got != want {
		return fmt.Sprintf("counts %s, not %s", got, want)
	}
	return ""
}
