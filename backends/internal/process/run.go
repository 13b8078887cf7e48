package process

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/export"
	"github.com/exactile/exactile/internal/await"
)

// maxOutput is how many bytes a program may print, and how many more for each variable. Comments
// count too: without a bound a program could print them for ever.
const maxOutput, maxOutputPerVar = 64 << 20, 32

// run writes the formula to a file and runs the program on it with the given arguments.
// read reads the output while the program runs; an error of read ends the program. If
// nothing has failed, after gets the exit status; the files exist until it returns.
func (e *Engine) run(
	ctx context.Context, args []string, notes cnf.Comments, read func(*limit) error,
	after func(code int, f files) error,
) (err error) {
	dir, err := os.MkdirTemp(e.program.Runner.Folder(), "exactile-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }() // else its watcher does this
	f := e.program.filesIn(dir)
	if err := e.write(ctx, f.formula, notes); err != nil {
		return err
	}
	cwd := dir
	if e.program.Profile.Beside {
		cwd = filepath.Dir(e.program.Path)
	}
	if slices.ContainsFunc(args, func(a string) bool { return strings.Contains(a, proofPlace) }) {
		end, err := e.proof.write(f.proof, cmp.Or(e.program.Profile.ProofBytes, maxProof))
		if err != nil {
			return err
		}
		defer end()
	}
	told := figureReader{effort: unreported}
	r := e.program.start(ctx, cwd, dir, fill(args, f), func(output io.Reader) error {
		told.r = output
		return read(e.limit(&told))
	})
	e.effort.add(told.effort)
	e.used.CPU += r.used.CPU
	e.used.Memory = max(e.used.Memory, r.used.Memory)
	e.used.Together = max(e.used.Together, r.used.Together)
	if r.err == nil {
		if r.err = after(r.code, f); r.err != nil && r.nearLimit != nil {
			r.err = r.nearLimit
		}
	}
	if r.err != nil && r.stderr != "" {
		r.err = fmt.Errorf("%w; stderr: %s", r.err, r.stderr)
	}
	p := &e.program.Profile
	if r.err != nil && r.ended && !slices.Contains(p.Satisfiable, r.code) &&
		!slices.Contains(p.Unsatisfiable, r.code) {
		return &refusedArguments{r.err}
	}
	return r.err
}

// refusedArguments is an error of a run that the program ended by itself, with an exit status that
// is no answer.
type refusedArguments struct{ error }

func (d *refusedArguments) Unwrap() error { return d.error }

// write writes the formula, unless ctx ends meanwhile.
func (e *Engine) write(ctx context.Context, path string, notes cnf.Comments) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if to := await.Writer(ctx, file); e.program.Constraints {
		err = export.WriteConstraints(to, e.formula.NumVars(), nil, e.constraints)
	} else {
		err = e.formula.WriteDIMACS(to, notes)
	}
	return errors.Join(err, file.Close())
}

// constraints yields the bounds and the clauses.
func (e *Engine) constraints(yield func(export.Constraint) bool) {
	for _, c := range e.bounds {
		if !yield(c) {
			return
		}
	}
	for clause := range e.formula.Clauses() {
		if !yield(export.Constraint{Lits: clause, Bound: 1}) {
			return
		}
	}
}

func (e *Engine) limit(r io.Reader) *limit {
	most := maxOutput + maxOutputPerVar*int64(e.formula.NumVars())
	return &limit{r, most, most}
}

func (e *Engine) vars() int { return max(e.formula.NumVars(), 1) }

// files are the paths of what a run of a program reads and writes.
type files struct{ dir, formula, result, proof string }

// filesIn returns the files in a folder. Some programs recognize the format of a file by its name.
func (p *Program) filesIn(dir string) files {
	formula := "formula.cnf"
	if p.Constraints {
		formula = "formula.opb"
	}
	return files{
		dir, filepath.Join(dir, formula), filepath.Join(dir, "result"), filepath.Join(dir, "proof"),
	}
}

// fill replaces the placeholders of arguments by file names.
func fill(args []string, f files) []string {
	names := strings.NewReplacer(formulaPlace, f.formula, resultPlace, f.result, proofPlace,
		f.proof, dirPlace, f.dir)
	filled := make([]string, len(args))
	for k, a := range args {
		filled[k] = names.Replace(a)
	}
	return filled
}
