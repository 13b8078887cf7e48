package verbs

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/export"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
)

// maxDecoded bounds the placements of all solutions together, which decode holds in memory: it
// prints none before it has checked all.
const maxDecoded = 1 << 23

// maxSilence bounds the bytes without a model that decode reads in a row: many times the
// length of a model and of solvers' messages.
const maxSilence = 1 << 26

// errSilence ends the reading of an answer.
var errSilence = fmt.Errorf("more than %d bytes without a model", int64(maxSilence))

// decodeVerb is the verb that turns a solver's answer into solutions of a puzzle.
func decodeVerb(c *cli.Console, cmd *cobra.Command) {
	var f decodeFlags
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 && len(args) != 2 {
			return cli.Misusef(
				"decode takes PUZZLE and perhaps FILE, not %d arguments", len(args))
		}
		return nil
	}
	cmd.RunE = cli.Running(c, &f.output, f.resolve)

	flags := cmd.Flags()
	flags.BoolVar(&f.all, "all", false, "print the solutions of all models, not only of the first")
	flags.StringVar(&f.proof, "proof", "", "check the proof in `FILE` that there is no solution")
	flags.BoolVar(&f.insists, "require-proof", false,
		"refuse an answer that there are no (other) solutions without a proof")
	flags.DurationVar(&f.timeout, "timeout", 0, "`TIME` after which to give up; 0: no limit")
	f.formula.add(flags)
	f.input.Add(flags)
	f.drawing.Add(flags)
	f.output.Add(flags, cli.DrawingFormats()...)
}

// decodeFlags are the flags of decode, as they were given.
type decodeFlags struct {
	all     bool
	proof   string
	insists bool
	timeout time.Duration
	formula formulaFlags
	input   cli.InputFlags
	drawing cli.DrawingFlags
	output  cli.OutputFlags
}

// A decodeJob is a decoding, resolved from its flags.
type decodeJob struct {
	evidence
	timeout time.Duration
	style   cli.DrawingStyle
}

func (f *decodeFlags) resolve(
	c *cli.Console, cmd *cobra.Command, t cli.Target, args []string,
) (j *decodeJob, err error) {
	j = &decodeJob{evidence{all: f.all, proof: f.proof, insists: f.insists, file: "-"}, f.timeout, cli.DrawingStyle{}}
	if j.style, err = f.drawing.Resolve(cmd, t.Format, 0); err != nil {
		return j, err
	}
	if len(args) == 2 {
		j.file = args[1]
	}
	switch {
	case args[0] == "-" && j.file == "-":
		return j, cli.Misusef("the puzzle and the answer cannot both be standard input")
	case j.proof == "-" && (args[0] == "-" || j.file == "-"):
		return j, cli.Misusef("--proof -: standard input can be read only once")
	case j.timeout < 0:
		return j, cli.Misusef("--timeout %v is below zero", j.timeout)
	}
	if j.entry, err = f.input.One(cmd.Context(), c, j.timeout, args[0]); err == nil {
		j.formula, err = f.formula.resolve(j.entry.Tiling.Model)
	}
	return j, err
}

func (j *decodeJob) Run(ctx context.Context, c *cli.Console, w *cli.Writer) error {
	limited, cancel := cli.Within(ctx, j.timeout, j.timeout)
	defer cancel()
	err := j.decode(limited, c, w)
	if j.timeout > 0 && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return cli.WithStatus(cli.Stopped, fmt.Errorf("stopped after %v: nothing is checked", j.timeout))
	}
	return err
}

func (j *decodeJob) decode(ctx context.Context, c *cli.Console, w *cli.Writer) error {
	r, err := c.OpenInput(ctx, j.file)
	if err != nil {
		return err
	}
	defer r.Close()
	p, err := j.style.Printer(c, w, j.entry.Tiling, "decode", j.all)
	if err != nil {
		return err
	}
	a, err := j.read(ctx, r)
	if err != nil {
		return err
	}
	if repeats := a.models - len(a.solutions); j.all && repeats > 0 {
		c.Note("%s: %d of %d models repeat a solution", j.name(), repeats, a.models)
	}
	f, err := j.find(ctx, c, a)
	if err != nil {
		return err
	}
	if f.counted && !p.IsPicture() {
		if err := j.printCount(c, w, f); err != nil {
			return err
		}
		return j.held(c, w, f)
	} else if f.counted && f.n.Sign() > 0 {
		return fmt.Errorf("%s: it has a count and no model, and -f %s draws models", j.name(), w.Format)
	}
	p.None, p.Completeness = j.word(f), f.basis
	p.Begin(0, 1)
	for _, s := range a.solutions {
		if err := p.Solution(s); err != nil {
			return err
		}
	}
	if err := p.End(int64(len(a.solutions)), a.Complete, false); err != nil {
		return err
	}
	if f.exact && f.n.Sign() > 0 {
		c.Note("%s: %s", j.entry.Name, j.word(f))
	}
	return j.held(c, w, f)
}

// read reads an answer and checks its models.
func (j *decodeJob) read(ctx context.Context, from io.Reader) (decodedAnswer, error) {
	var a decodedAnswer
	r := bufio.NewReader(from)
	input := &bounded{r, maxSilence, errSilence}
	identify := cover.NewDigester(j.entry.Tiling.Model)
	seen := make(map[cover.Digest]bool)
	placements := 0
	take := func(model cnf.Assignment) error {
		input.left = maxSilence
		a.models++
		if !j.all && a.models > 1 {
			return nil
		}
		s, err := projected(j.entry.Tiling, model)
		if err != nil {
			return fmt.Errorf("%s: model %d: %w", j.name(), a.models, err)
		}
		if id := identify.Solution(s); !seen[id] {
			seen[id] = true
			a.solutions = append(a.solutions, s)
		}
		if placements += len(s) + 1; placements > maxDecoded {
			return fmt.Errorf("%s: model %d: more than %d placements in all: "+
				"decode the models in several parts", j.name(), a.models, maxDecoded)
		}
		return nil
	}
	said, err := await.Value(ctx, func() (cnf.Answer, error) {
		if head, _ := r.Peek(8); formats.Foreign(head) != "" { // compressed
			return cnf.Answer{}, fmt.Errorf("%s: %s", j.name(), formats.Foreign(head))
		}
		return export.ParseAnswer(input, j.name(), len(j.entry.Tiling.Options), take)
	})
	if err != nil {
		return decodedAnswer{}, err // the reading goroutine may still write to a
	}
	a.Answer = said
	return a, nil
}

// projected returns the solution of a model of the puzzle's formula. Solvers may leave out
// variables that occur in no clause; the model is partial if any other placement is missing.
func projected(t *puzzle.Tiling, model cnf.Assignment) (cover.Solution, error) {
	s := cover.Solution{}
	free := unconstrained(t.Model)
	for o := range t.Options {
		l := cnf.Lit(o + 1)
		switch {
		case model.Value(l):
			s = append(s, o)
		case model.Open(l) && !free[o]:
			return nil, fmt.Errorf("it leaves variable %d open (%s)", o+1, t.PlacementName(o))
		}
	}
	if err := t.Check(s); err != nil {
		return nil, fmt.Errorf("it does not solve %s: %s", t.Puzzle.Name, t.Explain(err))
	}
	return s, nil
}

// unconstrained reports for every option whether it may be in no clause of the exported
// formula: without the options that are in no solution, no bound of its items can be violated.
func unconstrained(m *cover.Model) []bool {
	m = m.Reduce()
	hopeless := m.Dead()
	free := make([]bool, len(m.Options))
	for o := range free {
		free[o] = !hopeless[o]
	}
	for i, options := range m.Covers() {
		living := 0
		for _, o := range options {
			if !hopeless[o] {
				living++
			}
		}
		if m.Items[i].Min == 0 && m.Items[i].Max >= living {
			continue
		}
		for _, o := range options {
			free[o] = false
		}
	}
	return free
}
