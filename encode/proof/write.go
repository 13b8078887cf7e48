package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/internal/dlx"
	"github.com/exactile/exactile/encode/proof/verified"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/file"
)

// Write searches all solutions of m and writes a certificate that there are no others into dir,
// which is created if needed. An older certificate in dir is replaced; other files with the names
// of its parts are an error. Memory does not grow with the number of solutions or nodes: see the
// package comment.
//
// The files are written into a hidden folder and moved when all are complete, certificate.json
// last: after an error, or if the process is killed, dir is as it was before. When ctx ends, its
// error is returned.
func Write(
	ctx context.Context, dir string, m *cover.Model, opts Options,
) (cert *Certificate, err error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	if g := opts.Grouping; opts.UpToSymmetry && (g.By != nil || g.Use != nil) {
		return nil, errors.New("proof: groups have no orbits")
	}
	if len(m.Items) > maxItems || len(m.Options) > maxOptions {
		return nil,
			fmt.Errorf("proof: %d items and %d options are more than a certificate can have",
				len(m.Items), len(m.Options))
	}
	folder, err := file.Folder(dir)
	if err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	isFree := func() error {
		if folder.IsCut() { // the parts are those of a killed process
			return nil
		}
		return checkFree(dir)
	}
	if err := isFree(); err != nil {
		folder.Discard()
		return nil, err
	}
	if opts.Workers <= 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	if opts.sorterWords == 0 {
		opts.sorterWords = sorterWords
	}
	w := &writer{ctx: ctx, dir: folder.Path(), m: m, opts: opts, cert: &Certificate{
		Format: formatVersion, Generator: opts.Generator, Claim: Claim{Puzzle: opts.Puzzle},
	}}
	err = writeAll(w)
	if err == nil {
		err = isFree()
	}
	if err != nil {
		folder.Discard()
		return nil, folder.Shown(err)
	}
	if err := folder.Commit(FileNames.Certificate, fileNames()...); err != nil {
		return nil, fmt.Errorf("proof: %w", err)
	}
	return w.cert, nil
}

func writeAll(w *writer) (err error) {
	if w.opts.PuzzleText != nil {
		if err := w.part(FileNames.Puzzle, func(out io.Writer) error {
			_, err := out.Write(w.opts.PuzzleText)
			return err
		}); err != nil {
			return err
		}
	}
	if w.cert.Claim.Model, err = await.Value(w.ctx, func() (string, error) {
		return w.m.Fingerprint(), nil
	}); err != nil {
		return err
	}
	if err := w.part(FileNames.Model, func(out io.Writer) error {
		return dlx.Write(out, w.m)
	}); err != nil {
		return err
	}
	solutions := newSorter(w.dir, w.opts.sorterWords)
	defer solutions.Close()
	var why *argument.Argument
	if w.opts.Theorems == nil {
		if why, err = argument.Find(w.ctx, w.m, w.opts.Colourings...); err != nil {
			return err
		}
	}
	found := &finding{solutions: solutions, count: new(big.Int), listed: true}
	if why != nil {
		err = writeArgument(w, why)
	} else {
		err = writeProof(w, found)
	}
	if err != nil {
		return err
	}
	if err := writeClaim(w, found); err != nil {
		return err
	}
	if w.opts.Accept != nil {
		if err := w.opts.Accept(w.cert.Claim); err != nil {
			return err
		}
	}
	if w.opts.Theorems != nil {
		if err := writeTheorems(w); err != nil {
			return err
		}
	}
	if w.opts.SAT != nil {
		if err := writeSAT(w, solutions); err != nil {
			return err
		}
	}
	return writeCertificate(w)
}

// writeArgument writes the argument that there is no solution.
func writeArgument(w *writer, why *argument.Argument) error {
	w.cert.Nodes = "0"
	if w.opts.SAT != nil { // its proofs are those of a search
		w.root = newSearch(w.m)
	}
	return w.part(FileNames.Argument, func(out io.Writer) error {
		text := fmt.Appendf(nil, "exactile argument 1\nmodulus %d\npieces", why.Modulus)
		for _, i := range why.Pieces {
			text = fmt.Appendf(text, " %d", i+1)
		}
		text = append(text, '\n')
		for i, weight := range why.Weights {
			if weight != 0 {
				text = fmt.Appendf(text, "%d %d\n", i+1, weight)
			}
		}
		_, err := out.Write(text)
		return err
	})
}

// A finding is what the proof of a certificate has found.
type finding struct {
	solutions *sorter  // those to be listed
	listed    bool     // they are all
	count     *big.Int // of all
	orbits    *big.Int // nil: to be taken from the list
}

// mostListed is how many solutions a certificate lists without being asked to.
const mostListed = 100_000

// writeProof writes the tree or the layers, or both.
func writeProof(w *writer, f *finding) error {
	root, err := await.Value(w.ctx, func() (*search, error) {
		s := newSearch(w.m)
		s.vectors = weightVectors(s)
		return s, nil
	})
	if err != nil {
		return err
	}
	w.root = root
	form := w.opts.Form
	if w.opts.Theorems != nil && form == "" {
		form = "layers"
	}
	if form == "" && (w.opts.Recount == nil || w.opts.SAT != nil) {
		form = "tree"
	}
	if form == "tree" {
		return writeTreeFile(w, f)
	}
	r, err := await.Value(w.ctx, func() (*recounter, error) { return newRecounter(w), nil })
	if err != nil {
		return err
	}
	won, err := r.race(func(steps int) (bool, error) {
		if form != "" || w.opts.Grouping.By != nil || w.opts.Grouping.Use != nil {
			return false, nil
		}
		return ends(w, steps, func(cover.Solution) error { return nil })
	})
	switch {
	case err != nil:
		return err
	case !won && form == "":
		return writeTreeFile(w, f)
	case !won:
		return errHeavy
	}
	if form == "both" {
		if err := writeTreeFile(w, f); err != nil {
			return err
		}
	}
	return writeLayers(w, r, form == "both", f)
}

// ends reports whether a search for all solutions ends within so many steps.
func ends(w *writer, steps int, found func(cover.Solution) error) (bool, error) {
	s := w.root.clone(&treeBuilder{found: found})
	s.most = steps
	err := s.run(w.ctx)
	if errors.Is(err, errLong) {
		return false, nil
	}
	return err == nil, err
}

// writeTreeFile writes the search tree, and lists its solutions.
func writeTreeFile(w *writer, f *finding) error {
	var count atomic.Int64
	every := w.opts.List || w.opts.UpToSymmetry || w.opts.SAT != nil
	err := w.part(FileNames.Tree, func(out io.Writer) error {
		if _, err := out.Write(treeHead(w.root.vectors)); err != nil {
			return err
		}
		nodes, err := writeTree(w.ctx, out, w.root, w.opts.Workers, func(s cover.Solution) error {
			if count.Add(1) > mostListed && !every {
				return nil
			}
			return f.solutions.Add(s)
		})
		w.cert.Nodes = strconv.FormatInt(nodes, 10)
		return err
	})
	f.count.SetInt64(count.Load())
	f.listed = f.solutions.count == count.Load()
	return err
}

// writeLayers writes the layers, and lists the solutions if that does not take long, or is asked
// for.
func writeLayers(w *writer, r *recounter, isListed bool, f *finding) error {
	if err := r.countFixed(); err != nil {
		return err
	}
	n := r.solutions()
	if !isListed {
		f.count, w.cert.Nodes = n, "0"
		var err error
		switch {
		case w.opts.List:
			_, err = writeTree(w.ctx, io.Discard, w.root, w.opts.Workers, f.solutions.Add)
		case n.Cmp(big.NewInt(mostListed)) > 0:
			f.listed = false
		default:
			f.listed, err = ends(w, listSteps, f.solutions.Add)
		}
		if err != nil {
			return err
		}
		if f.listed {
			f.count = big.NewInt(f.solutions.count)
		}
	}
	if f.count.Cmp(n) != 0 {
		return fmt.Errorf("internal error: the search finds %v solutions, and the recount %v",
			f.count, n)
	}
	if r.motions != nil {
		f.orbits = r.orbits()
	}
	if most := w.opts.RecountSteps; most > 0 && r.steps > most {
		w.cert.Steps = r.steps
	}
	w.text = r.text(r.found...)
	// Each group is counted by itself, and each theorem has all options.
	groups := int64(len(strings.Fields(r.found[0].totals)))
	steps := max(1, groups) * max(r.steps, int64(len(r.found)*len(w.m.Options)))
	if w.opts.Theorems != nil && steps > mostTheoremSteps {
		return fmt.Errorf("proof: %d steps are too many for a proof assistant, which does %d in a "+
			"minute: want a smaller puzzle", steps, mostTheoremSteps)
	}
	return w.part(FileNames.Layers, func(out io.Writer) error {
		_, err := out.Write(w.text)
		return err
	})
}

// mostTheoremSteps bounds the steps of all theorems: Coq takes some 20 microseconds for one.
const mostTheoremSteps = 1_000_000

// writeTheorems writes the count as theorems, and what they rest on.
func writeTheorems(w *writer) error {
	if w.text == nil {
		return errors.New("proof: without layers there is no theorem")
	}
	if err := w.part(FileNames.Recount, func(out io.Writer) error {
		_, err := io.WriteString(out, verified.Recount)
		return err
	}); err != nil {
		return err
	}
	return w.part(FileNames.Theorems, func(out io.Writer) error {
		return w.opts.Theorems(out, w.m, w.motions(), bytes.NewReader(w.text))
	})
}

// listSteps bounds the search for a list that was not asked for: some seconds.
const listSteps = 1 << 22

// writeClaim writes the list of solutions and the motions, if there are, and completes the claim.
func writeClaim(w *writer, f *finding) error {
	claim := &w.cert.Claim
	claim.Solutions = f.count.String()
	motions := w.motions()
	if f.listed {
		fixed := 0 // pairs of a solution and a motion that fixes it
		if err := w.part(FileNames.Solutions, func(out io.Writer) error {
			digester, err := await.Value(w.ctx, func() (*cover.Digester, error) {
				return w.m.Digester(), nil
			})
			if err != nil {
				return err
			}
			var digest cover.Digest
			var line []byte
			err = f.solutions.Each(func(s cover.Solution) error {
				digest = digest.Add(digester.Solution(s))
				fixed += s.FixedBy(motions)
				line = appendNumbers(line[:0], s)
				_, err := out.Write(line)
				return err
			})
			claim.Digest = digest.String()
			return err
		}); err != nil {
			return err
		}
		// By Burnside's lemma the orbits are as many as a motion fixes in the mean. The checker
		// counts the least solution of each orbit of a list instead, so that no mistake is shared.
		if motions != nil && fixed%len(motions) != 0 {
			return errors.New("internal error: Burnside's sum has a remainder")
		} else if motions != nil {
			f.orbits = big.NewInt(int64(fixed / len(motions)))
		}
	}
	if motions == nil {
		return nil
	}
	claim.Motions, claim.Orbits = strconv.Itoa(len(motions)), f.orbits.String()
	return w.part(FileNames.Symmetry, func(out io.Writer) error {
		return writeMotions(out, w.m, motions)
	})
}

func writeCertificate(w *writer) error {
	text, err := json.MarshalIndent(w.cert, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(w.dir, FileNames.Certificate), append(text, '\n'), 0o666)
}
