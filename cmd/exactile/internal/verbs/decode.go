package verbs

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/printer"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/export"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
	"github.com/spf13/cobra"
)

// maxDecoded bounds the placements of all solutions together, which decode holds in memory: it
// prints none before it has checked all.
const maxDecoded = 1 << 23

// maxTextWithoutModel bounds the bytes without a model that decode reads in a row: many times the
// length of a model and of solvers' messages.
const maxTextWithoutModel = 1 << 26

// errNoModelText ends the reading of an answer.
var errNoModelText = fmt.Errorf("more than %d bytes without a model", int64(maxTextWithoutModel))

// decodeVerb is the verb that turns a solver's answer into solutions of a puzzle.
func decodeVerb(c *cli.Console, cmd *cobra.Command) {
	r := &decodeRun{Call: cli.NewCall(c, cmd)}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 && len(args) != 2 {
			return cli.Misusef(
				"decode takes PUZZLE and perhaps FILE, not %d arguments", len(args))
		}
		return nil
	}
	r.Flags.BoolVar(&r.all, "all", false,
		"print the solutions of all models, not only of the first")
	r.Flags.StringVar(&r.proof, "check-proof", "",
		"check the proof in `FILE` that there is no solution")
	r.Flags.BoolVar(&r.requireProof, "require-proof", false,
		"refuse an answer that there are no (other) solutions without a proof")
	cli.NumberVar(r.Flags, &r.Timeout, "timeout", "", 0, 0, 0, "stop after `TIME`; 0: no limit")
	r.formula.add(r.Flags)
	r.Input.Add(r.Flags)
	r.Input.Goals = true
	r.Input.AddSymmetry(r.Flags)
	r.drawing.Add(r.Flags)
	r.Print(r.run, printer.Names()...)
}

func (r *decodeRun) run(ctx context.Context) (err error) {
	if err := r.drawing.Resolve(r.Flags, r.Out.Format, 0); err != nil {
		return err
	}
	if r.file = "-"; len(r.Args) == 2 {
		r.file = r.Args[1]
	}
	switch {
	case r.Args[0] == "-" && r.file == "-":
		return cli.Misusef("the puzzle and the answer cannot both be standard input")
	case r.proof == "-" && (r.Args[0] == "-" || r.file == "-"):
		return cli.Misusef("--check-proof -: standard input can be read only once")
	}
	if r.entry, err = r.One(ctx, r.Args[0]); err != nil {
		return err
	}
	switch t := r.entry.Tiling; {
	case t.Puzzle.Goal.Boards():
		return fmt.Errorf("%s: no model is exported for the goal %s", r.entry.Name, t.Puzzle.Goal)
	case t.Puzzle.Goal.Best == "" && t.Puzzle.Goal.Of != "":
		r.entry.Tiling = t.Within(t.Puzzle.Goal.Bounds)
	}
	if err := r.formula.resolve(r.entry.Tiling.Model); err != nil {
		return err
	}
	limited, cancel := r.Limited(ctx, 0)
	defer cancel()
	return r.Late(r.decode(limited), "nothing was checked")
}

func (r *decodeRun) decode(ctx context.Context) error {
	file, err := r.OpenInput(ctx, r.file)
	if err != nil {
		return err
	}
	defer file.Close()
	p, err := r.drawing.Printer(r.Console, r.Out, r.entry.Tiling, "decode", r.all)
	if err != nil {
		return err
	}
	a, err := r.read(ctx, file)
	if err != nil {
		return err
	}
	if repeats := a.models - len(a.solutions); r.all && repeats > 0 {
		r.Note("%s: %d of %d models repeat a solution", r.name(), repeats, a.models)
	}
	if err := r.keepBest(&a); err != nil {
		return err
	}
	f, err := r.evaluate(ctx, a)
	if err != nil {
		return err
	}
	if f.counted && !p.Picture {
		if err := r.printCount(f); err != nil {
			return err
		}
		return r.printClaims(f)
	} else if f.counted && f.n.Sign() > 0 {
		return fmt.Errorf("%s: it has a count and no model, and -f %s draws models", r.name(),
			r.Out.Format)
	}
	p.None, p.Completeness = r.text(f), f.basis
	p.Begin(0, 1)
	for _, s := range a.solutions {
		if err := p.Solution(r.entry.Tiling.Placed(s)); err != nil {
			return err
		}
	}
	if err := p.End(int64(len(a.solutions)), a.Complete, false); err != nil {
		return err
	}
	if f.exact && f.n.Sign() > 0 {
		r.Note("%s: %s", r.entry.Name, r.text(f))
	}
	if err := r.judgeBest(ctx, a); err != nil {
		return err
	}
	return r.printClaims(f)
}

// read reads an answer and checks its models.
func (r *decodeRun) read(ctx context.Context, from io.Reader) (decodedAnswer, error) {
	var a decodedAnswer
	text := bufio.NewReader(from)
	input := &bounded{text, maxTextWithoutModel, errNoModelText}
	identify := r.entry.Tiling.Model.Digester()
	seen := make(map[cover.Digest]bool)
	placements := 0
	limit := variableLimit{decodeRun: r}
	take := func(model cnf.Assignment) error {
		input.left = maxTextWithoutModel
		a.models++
		if !r.all && a.models > 1 && r.entry.Tiling.Puzzle.Goal.Best == "" {
			return nil
		}
		s, err := projected(r.entry.Tiling, model)
		if err == nil {
			err = limit.check(ctx, model)
		}
		if err != nil {
			return fmt.Errorf("%s: model %d: %w", r.name(), a.models, err)
		}
		if id := identify.Solution(s); !seen[id] {
			seen[id] = true
			a.solutions = append(a.solutions, s)
		}
		if placements += len(s) + 1; placements > maxDecoded {
			return fmt.Errorf("%s: model %d: more than %d placements in all: "+
				"decode the models in several parts", r.name(), a.models, maxDecoded)
		}
		return nil
	}
	said, err := await.Value(ctx, func() (cnf.Answer, error) {
		if head, _ := text.Peek(8); formats.NotPuzzle(head) != "" { // compressed
			return cnf.Answer{}, fmt.Errorf("%s: %s", r.name(), formats.NotPuzzle(head))
		}
		return export.ParseAnswer(input, r.name(), len(r.entry.Tiling.Options), take)
	})
	if err != nil {
		return decodedAnswer{}, err // the reading goroutine may still write to a
	}
	a.Answer = said
	if limit.others > 0 {
		r.Note("%s: a model has variable %d, and export with these flags has %d: "+
			"its flags were others", r.name(), limit.others, limit.usual)
	}
	if a.Found > 0 {
		r.Note("%s: warning: the program found %d models and prints %d; "+
			"clasp and clingo print all with -q0", r.name(), a.Found, a.models)
	}
	return a, nil
}

// A variableLimit refuses models with variables that no formula of the puzzle has: they are of
// another puzzle, or made up. What it computes takes the time of an export, and the most is needed
// for few answers.
type variableLimit struct {
	*decodeRun
	usual  int // the number of variables with the flags of decode, 0: not computed
	most   int // with any values of the flags that were not given, 0: not computed
	others int // the highest variable above usual
}

func (l *variableLimit) check(ctx context.Context, model cnf.Assignment) (err error) {
	m, n := l.entry.Tiling.Model, model.NumVars()
	switch options := len(m.Options); {
	case n <= options:
		return nil
	case model.Named():
		return fmt.Errorf("it has variable x%d: the model has the variables x1 to x%d", n, options)
	}
	if l.usual == 0 {
		if l.usual, err = l.formula.numVars(ctx, m); err != nil {
			return err
		}
	}
	if n <= l.usual {
		return nil
	}
	if l.most == 0 {
		if l.most, err = l.formula.mostVars(ctx, m, l.Given); err != nil {
			return err
		}
	}
	if n > max(l.most, l.usual) {
		return fmt.Errorf("it has variable %d: export writes %d variables, and %d at most "+
			"with other flags; is it of another puzzle?", n, l.usual, max(l.most, l.usual))
	}
	l.others = max(l.others, n)
	return nil
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
