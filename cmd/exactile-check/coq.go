package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/internal/text"
)

// coqMemory is what Coq may use unless --memory says otherwise.
const coqMemory = 4 << 30

// errNoCoq reports that Coq could not be asked, or had no answer within its memory.
var errNoCoq = errors.New("no answer of coqc")

// proveInCoq lets Coq check the theorems of a certificate whose verdict is v, in a folder of its
// own. A *check.Refusal is Coq's.
func proveInCoq(ctx context.Context, dir string, v *check.Verdict, memory int64) error {
	if !v.HasTheorems {
		return errors.New("there is no count.v for Coq: certify --coq writes it")
	}
	coqc, err := exec.LookPath("coqc")
	if err == nil {
		coqc, err = filepath.Abs(coqc)
	}
	if err != nil {
		return fmt.Errorf("%w: it is not on the PATH", errNoCoq)
	}
	var runner contain.Runner
	defer runner.Close()
	own := runner.Folder()
	for _, name := range []string{"Recount.v", "count.v"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(own, name), text, 0o600)
		}
		if err != nil {
			return err
		}
		child, err := runner.Start(ctx, contain.Program{Path: coqc, Args: []string{"-q", name},
			Dir: own, Memory: cmp.Or(memory, coqMemory)})
		if err != nil {
			return err
		}
		_, _ = io.Copy(io.Discard, child)
		if _, err := child.Wait(); ctx.Err() != nil {
			return fmt.Errorf("%s: %w", name, ctx.Err())
		} else if exit := (*contain.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() > 0 {
			return &check.Refusal{Part: name, Place: "end",
				Message: "Coq does not accept it: " + child.Stderr()}
		} else if err != nil {
			return fmt.Errorf("%w: %s: %w: --memory SIZE allows more", errNoCoq, name, err)
		}
	}
	v.Checked = append(v.Checked, "count.v: Coq's kernel accepts its "+
		text.Plural(max(1, v.Result.Motions, len(v.Result.Groups)), "theorem"))
	v.Trusted = append(v.Trusted, "Coq's kernel, and the first part of Recount.v, "+
		"which says what solutions are")
	return nil
}
