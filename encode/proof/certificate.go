package proof

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"github.com/exactile/exactile/encode/await"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/dlx"
)

// The files of a certificate. Those that are large get the suffix ".zst". What
// they hold is in the comment of package check, which has names of its own.
const (
	PuzzleFile      = "puzzle.yaml"
	ModelFile       = "model.dlx"
	SolutionsFile   = "solutions.txt"
	TreeFile        = "proof.tree"
	SymmetryFile    = "symmetry.txt"
	CNFFile         = "puzzle.cnf"
	BlockedFile     = "blocked.cnf"
	DRATFile        = "proof.drat"
	LRATFile        = "proof.lrat"
	CertificateFile = "certificate.json"
)

// parts are the files beside certificate.json.
var parts = []string{PuzzleFile, ModelFile, SolutionsFile, TreeFile, SymmetryFile, CNFFile, BlockedFile, DRATFile, LRATFile}

// formatVersion is that of certificate.json.
const formatVersion = 1

// maxItems and maxOptions are what a checker takes on.
const maxItems, maxOptions = 1 << 18, 1 << 21

// A Certificate is what certificate.json says.
type Certificate struct {
	Format    int    `json:"format"`
	Generator string `json:"generator"` // the program that wrote it, with its version
	Claim     Claim  `json:"claim"`
	// Nodes is the number of nodes of the search tree.
	Nodes string `json:"nodes"`
	Files []File `json:"files"`
}

// A Claim is what a certificate claims. Counts are decimal.
type Claim struct {
	Puzzle string `json:"puzzle"`
	// Model is the fingerprint of the model (cover.Model.Fingerprint).
	Model     string       `json:"model"`
	Solutions string       `json:"solutions"`
	Digest    cover.Digest `json:"digest"` // of the set of solutions
	// Motions and Orbits are empty where nothing is claimed up to symmetry.
	Motions string `json:"motions,omitempty"`
	Orbits  string `json:"orbits,omitempty"`
}

// Options say how a certificate is written. The zero value is usable.
type Options struct {
	Puzzle    string // what the claim calls the puzzle
	Generator string // program and version
	// PuzzleText is stored as puzzle.yaml; nil: the certificate is of the model alone.
	PuzzleText []byte
	// UpToSymmetry adds the motions of the model (Model.Sym; the identity alone
	// where that is nil) and the number of orbits.
	UpToSymmetry bool
	// Uncompressed leaves large parts as they are.
	Uncompressed bool
	// Workers is the number of goroutines that search; 0: one a core. The files do
	// not depend on it.
	Workers int
	// SAT adds the files for checkers of SAT proofs. It may be nil.
	SAT *SAT
	// sorterWords is for tests; 0: the default.
	sorterWords int
}

// Write searches all solutions of m and writes a certificate that there are no
// others into dir, which is made if need be. The certificate that was there before
// is replaced; files of the same names that are no part of one are an error.
// Memory does not grow with the number of solutions
// or nodes: see the package comment.
//
// certificate.json is written last; after an error none of the files is left.
// When ctx ends, its error is returned.
func Write(ctx context.Context, dir string, m *cover.Model, opts Options) (cert *Certificate, err error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	if len(m.Items) > maxItems || len(m.Options) > maxOptions {
		return nil, fmt.Errorf("proof: %d items and %d options are more than a certificate can have", len(m.Items), len(m.Options))
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if err := makeRoom(dir); err != nil {
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
	if err := w.writeAll(); err != nil {
		return nil, err
	}
	return w.cert, nil
}

// fileNames lists all names that a file of a certificate can have.
func fileNames() []string {
	names := []string{CertificateFile}
	for _, name := range parts {
		names = append(names, name, name+compressedSuffix)
	}
	return names
}

// makeRoom removes the certificate that is in dir. A puzzle.yaml that somebody
// keeps there must not be lost, so only what a certificate lists is removed.
func makeRoom(dir string) error {
	listed, err := listedFiles(dir)
	if err != nil {
		return err
	}
	for _, name := range fileNames() {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil && !listed[name] {
			return fmt.Errorf("proof: %s is in the way: it is no part of a certificate", filepath.Join(dir, name))
		}
	}
	return removeFiles(dir)
}

// maxCertificateBytes bounds the certificate.json that is replaced.
const maxCertificateBytes = 1 << 20

// listedFiles returns the files of the certificate in dir, of none if there is none.
func listedFiles(dir string) (map[string]bool, error) {
	listed := map[string]bool{CertificateFile: true}
	path := filepath.Join(dir, CertificateFile)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return listed, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > maxCertificateBytes:
		return nil, fmt.Errorf("proof: %s is in the way: it is no part of a certificate", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var cert Certificate
	if err := json.Unmarshal(text, &cert); err != nil {
		return nil, fmt.Errorf("proof: %s is in the way: %w", path, err)
	}
	for _, f := range cert.Files {
		listed[f.Name] = true
	}
	return listed, nil
}

// removeFiles removes the files of a certificate from dir and nothing else.
func removeFiles(dir string) error {
	var errs []error
	for _, name := range fileNames() {
		if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// A writer writes one certificate, until ctx ends.
type writer struct {
	ctx  context.Context
	dir  string
	m    *cover.Model
	opts Options
	cert *Certificate
}

// part writes one file of the certificate with the given function, to whom writing
// fails once ctx has ended.
func (w *writer) part(name string, write func(io.Writer) error) error {
	p := &partWriter{dir: w.dir, name: name, plain: w.opts.Uncompressed}
	err := write(await.Writer(w.ctx, p))
	stored, closeErr := p.Close()
	if err = errors.Join(err, closeErr); err != nil {
		return err
	}
	w.cert.Files = append(w.cert.Files, stored)
	return nil
}

func (w *writer) writeAll() (err error) {
	if w.opts.PuzzleText != nil {
		if err := w.part(PuzzleFile, func(out io.Writer) error {
			_, err := out.Write(w.opts.PuzzleText)
			return err
		}); err != nil {
			return err
		}
	}
	if w.cert.Claim.Model, err = await.Value(w.ctx, func() (string, error) { return w.m.Fingerprint(), nil }); err != nil {
		return err
	}
	if err := w.part(ModelFile, func(out io.Writer) error { return dlx.Write(out, w.m) }); err != nil {
		return err
	}
	solutions := newSorter(w.dir, w.opts.sorterWords)
	defer solutions.Close()
	if err := w.writeTree(solutions); err != nil {
		return err
	}
	if err := w.writeSolutions(solutions); err != nil {
		return err
	}
	if w.opts.SAT != nil {
		if err := w.writeSAT(solutions); err != nil {
			return err
		}
	}
	return w.writeCertificate()
}

func (w *writer) writeTree(solutions *sorter) error {
	return w.part(TreeFile, func(out io.Writer) error {
		vectors, err := await.Value(w.ctx, func() ([][]int64, error) { return weightVectors(w.m), nil })
		if err != nil {
			return err
		}
		if _, err := out.Write(treeHead(vectors)); err != nil {
			return err
		}
		nodes, err := writeTree(w.ctx, out, w.m, vectors, w.opts.Workers, solutions.Add)
		w.cert.Nodes = strconv.FormatInt(nodes, 10)
		return err
	})
}

func (w *writer) writeSolutions(solutions *sorter) error {
	claim := &w.cert.Claim
	motions := w.motions()
	orbits := &orbitCounter{motions: motions, in: make([]bool, len(w.m.Options))}
	if err := w.part(SolutionsFile, func(out io.Writer) error {
		digester, err := await.Value(w.ctx, func() (*cover.Digester, error) { return cover.NewDigester(w.m), nil })
		if err != nil {
			return err
		}
		var line []byte
		return solutions.Each(func(s cover.Solution) error {
			claim.Digest = claim.Digest.Add(digester.Solution(s))
			orbits.add(s)
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
	n, err := orbits.count()
	if err != nil {
		return err
	}
	claim.Motions, claim.Orbits = strconv.Itoa(len(motions)), strconv.FormatInt(n, 10)
	return w.part(SymmetryFile, func(out io.Writer) error { return writeMotions(out, w.m, motions) })
}

// motions returns the motions that the certificate speaks of, nil if of none.
func (w *writer) motions() [][]int {
	if !w.opts.UpToSymmetry {
		return nil
	}
	if w.m.Sym != nil {
		return w.m.Sym
	}
	identity := make([]int, len(w.m.Options))
	for o := range identity {
		identity[o] = o
	}
	return [][]int{identity}
}

func (w *writer) writeCertificate() error {
	text, err := json.MarshalIndent(w.cert, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(w.dir, CertificateFile), append(text, '\n'), 0o666)
}
