package proof

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/internal/dlx"
	"github.com/exactile/exactile/internal/await"
)

// Write searches all solutions of m and writes a certificate that there are no others into dir,
// which is created if needed. An older certificate in dir is replaced; other files with the names
// of its parts are an error. Memory does not grow with the number of solutions or nodes: see the
// package comment.
//
// certificate.json is written last; after an error none of the files is left.
// When ctx ends, its error is returned.
func Write(
	ctx context.Context, dir string, m *cover.Model, opts Options,
) (cert *Certificate, err error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	if len(m.Items) > maxItems || len(m.Options) > maxOptions {
		return nil, fmt.Errorf("proof: %d items and %d options are more than a certificate can have", len(m.Items), len(m.Options))
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if err := limitDisk(dir); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, removeFiles(dir))
		}
	}()
	if opts.Workers <= 0 {
		opts.Workers = runtime.GOMAXPROCS(0)
	}
	if opts.sorterWords == 0 {
		opts.sorterWords = sorterWords
	}
	w := &writer{ctx: ctx, dir: dir, m: m, opts: opts, cert: &Certificate{
		Format: formatVersion, Generator: opts.Generator, Claim: Claim{Puzzle: opts.Puzzle},
	}}
	if err := writeAll(w); err != nil {
		return nil, err
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
	why, err := argument.Find(w.ctx, w.m, w.opts.Colourings...)
	if err != nil {
		return err
	}
	if why != nil {
		err = writeArgument(w, why)
	} else {
		err = writeTreeFile(w, solutions)
	}
	if err != nil {
		return err
	}
	if err := writeSolutions(w, solutions); err != nil {
		return err
	}
	if w.opts.Accept != nil {
		if err := w.opts.Accept(w.cert.Claim); err != nil {
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

func writeTreeFile(w *writer, solutions *sorter) error {
	return w.part(FileNames.Tree, func(out io.Writer) error {
		root, err := await.Value(w.ctx, func() (*search, error) {
			s := newSearch(w.m)
			s.vectors = weightVectors(s)
			return s, nil
		})
		if err != nil {
			return err
		}
		w.root = root
		if _, err := out.Write(treeHead(root.vectors)); err != nil {
			return err
		}
		nodes, err := writeTree(w.ctx, out, root, w.opts.Workers, solutions.Add)
		w.cert.Nodes = strconv.FormatInt(nodes, 10)
		return err
	})
}

func writeSolutions(w *writer, solutions *sorter) error {
	claim := &w.cert.Claim
	motions := w.motions()
	fixed := 0 // pairs of a solution and a motion that fixes it
	if err := w.part(FileNames.Solutions, func(out io.Writer) error {
		digester, err := await.Value(w.ctx, func() (*cover.Digester, error) {
			return cover.NewDigester(w.m), nil
		})
		if err != nil {
			return err
		}
		var line []byte
		return solutions.Each(func(s cover.Solution) error {
			claim.Digest = claim.Digest.Add(digester.Solution(s))
			fixed += s.FixedBy(motions)
			line = appendNumbers(line[:0], s)
			_, err := out.Write(line)
			return err
		})
	}); err != nil {
		return err
	}
	claim.Solutions = strconv.FormatInt(solutions.count, 10)
	if motions == nil {
		return nil
	}
	// By Burnside's lemma the orbits are as many as a motion fixes in the mean. The checker counts
	// the least solution of each orbit instead, so that no mistake is shared.
	if fixed%len(motions) != 0 {
		return errors.New("internal error: Burnside's sum has a remainder")
	}
	claim.Motions, claim.Orbits = strconv.Itoa(len(motions)), strconv.Itoa(fixed/len(motions))
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
