package check

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/internal/dlx"
)

// maxPuzzleBytes bounds puzzle.yaml, which is read whole.
const maxPuzzleBytes = 16 << 20

// Sources make again what a certificate was made from, for comparison. If one is nil, the verdict
// names what was not compared.
type Sources struct {
	// Puzzle returns the name and the model of the puzzle in a text.
	Puzzle func(text []byte) (name string, m *cover.Model, err error)
	// Model is what the model must be equal to, with the symmetries that the motions must be among,
	// in place of what Puzzle makes.
	Model *cover.Model
	// Formula writes the expected puzzle.cnf of a model, which is that of the puzzle if there is
	// one. An error that is [sat.ErrTooLarge] skips the comparison.
	Formula func(w io.Writer, m *cover.Model) error
	// Limits are those of the layers.
	Limits Limits
}

// Folder checks a whole certificate: the digests of its files, that its model and name are those of
// puzzle.yaml, the proof, that the claims of certificate.json are what was proved, and the files
// for checkers of SAT proofs.
//
// The error is a *Refusal if the claim is not established. Any other error is from reading, the
// context or a source, or reports an invalid model: then nothing could be judged.
func Folder(ctx context.Context, dir fs.FS, from Sources) (*Verdict, error) {
	cert, err := readCertificate(ctx, dir)
	if err != nil {
		return nil, err
	}
	c := &reading{
		ctx: ctx, dir: dir, v: &Verdict{Certificate: cert},
		listed: make(map[string]File), stored: make(map[string]File),
	}
	for _, f := range cert.Files {
		c.listed[f.Name] = f
	}
	if err := rejectOtherFiles(dir, c.listed); err != nil {
		return nil, err
	}
	symmetric := cert.Claim.Motions != ""
	if !symmetric && c.lists(symmetryFile) {
		return nil, refuseClaim("%s is listed, but nothing is claimed up to symmetry", symmetryFile)
	}
	if err := prove(c, symmetric, from.Limits); err != nil {
		return nil, err
	}
	if err := derive(c, from); err != nil {
		return nil, err
	}
	if err := compareClaim(c); err != nil {
		return nil, err
	}
	if err := compareTheorems(c); err != nil {
		return nil, err
	}
	if err := checkFormulas(c, from.Formula); err != nil {
		return nil, err
	}
	if err := compareFiles(c); err != nil {
		return nil, err
	}
	c.v.checked("%s: its %d files have the digests it says, and it claims what was proved",
		certificateFile, len(cert.Files))
	c.v.trusted("this program, the compiler that built it and the machine it ran on")
	c.v.notChecked("%s: which program wrote it", certificateFile)
	if took := c.v.Result.Steps; cert.Steps > 0 && cert.Steps != took {
		c.v.notChecked("%s: that a recount takes %d steps: this one took %d",
			certificateFile, cert.Steps, took)
	}
	return c.v, nil
}

// Bare checks the model, the proof and what belongs to it in a folder. It reports other parts as
// not checked. Errors are those of Folder.
func Bare(ctx context.Context, dir fs.FS, most Limits) (*Verdict, error) {
	c := &reading{ctx: ctx, dir: dir, v: new(Verdict), stored: make(map[string]File)}
	symmetric, err := hasPart(dir, symmetryFile)
	if err != nil {
		return nil, err
	}
	if err := prove(c, symmetric, most); err != nil {
		return nil, err
	}
	c.v.trusted("that %s says what the puzzle says: "+
		"the step from the puzzle to the model was not checked", modelFile)
	trustMotions(c)
	c.v.trusted("this program, the compiler that built it and the machine it ran on")
	for _, name := range slices.Concat([]string{certificateFile}, parts) {
		for _, stored := range []string{name, name + compressedSuffix} {
			if _, read := c.stored[stored]; read {
				continue
			}
			if _, err := fs.Stat(dir, stored); err != nil {
				continue
			}
			text := stored
			if name == puzzleFile {
				text += ", and what it claims of its solutions"
			}
			c.v.notChecked("%s", text)
		}
	}
	return c.v, nil
}

func hasPart(dir fs.FS, name string) (bool, error) {
	p, err := openPart(dir, name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	return true, p.Close()
}

// prove runs the checker on the parts.
func prove(c *reading, symmetric bool, most Limits) error {
	v := c.v
	if err := c.read(modelFile, func(r io.Reader) (err error) {
		v.Model, err = dlx.Parse(r, modelFile, dlx.Limits{})
		return err
	}); err != nil {
		return err
	}
	ev := Evidence{Limits: most}
	check := func() (err error) {
		v.Result, v.Motions, err = checkModel(c.ctx, v.Model, ev)
		return err
	}
	for _, part := range []struct {
		name string
		to   *io.Reader
	}{
		{solutionsFile, &ev.Solutions}, {argumentFile, &ev.Argument},
		{layersFile, &ev.Layers}, {treeFile, &ev.Tree},
		{symmetryFile, &ev.Symmetry},
	} {
		has, err := hasPart(c.dir, part.name)
		if err != nil {
			return err
		}
		if !has && !c.lists(part.name) && (part.name != treeFile || v.reason != "") {
			continue // without any proof, the missing file is the tree
		}
		if part.name != solutionsFile && part.name != symmetryFile {
			v.reason = part.name
		}
		inner := check
		check = func() error {
			return c.read(part.name, func(r io.Reader) error {
				*part.to = r
				return inner()
			})
		}
	}
	if err := check(); err != nil {
		e, cert := (*Excess)(nil), v.Certificate
		if errors.As(err, &e) && !e.Memory && e.Limit > 0 && cert != nil && cert.Steps > 0 {
			e.Stated = cert.Steps
			return fmt.Errorf("%w; the certificate states %d", err, e.Stated)
		}
		return err
	}
	res := v.Result
	v.checked("%s: is a model of %d items and %d options", modelFile, len(v.Model.Items),
		len(v.Model.Options))
	if res.Listed {
		v.checked("%s: each of its %v lines is a solution of the model, no two are the same",
			solutionsFile, res.Solutions)
	}
	if ev.Argument != nil {
		v.Shown = append(v.Shown, "argument")
		v.checked("%s: the weights of the items rule out every solution", argumentFile)
	}
	if ev.Tree != nil {
		v.Shown = append(v.Shown, "replayed")
		v.checked("%s: replayed: %d nodes rule out every other solution", treeFile, res.Nodes)
	}
	if ev.Layers != nil {
		v.Shown = append(v.Shown, "recounted")
		v.checked("%s: recounted along its order: %d states, at most %d in a layer",
			layersFile, res.States, res.Largest)
	}
	if symmetric {
		v.checked("%s: %d motions are automorphisms of the model and a group; "+
			"the solutions are %v orbits under it", symmetryFile, res.Motions, res.Orbits)
	}
	return nil
}

// derive compares the model and its name with those of the puzzle.
func derive(c *reading, from Sources) error {
	puzzle := from.Puzzle
	switch {
	case from.Model != nil:
		if err := sameModel(from.Model, c.v.Model); err != nil {
			return &Refusal{modelFile, "end", err.Error()}
		}
		c.v.checked("%s: is exactly the model of the puzzle at hand", modelFile)
		if c.v.Result.Motions == 0 {
			return nil
		}
		return compareMotions(c.v, c.v.Motions, from.Model.Sym)
	case !c.lists(puzzleFile):
		c.v.trusted("that %s says what you mean: no puzzle was given, "+
			"and the name is the certificate's own", modelFile)
		trustMotions(c)
		return nil
	case puzzle == nil:
		c.v.trusted("that %s says what the puzzle says: "+
			"the step from the puzzle to the model was not checked", modelFile)
		c.v.notChecked("%s, and whether its name is the one in %s", puzzleFile, certificateFile)
		trustMotions(c)
		return nil
	}
	var text []byte
	if err := c.read(puzzleFile, func(r io.Reader) (err error) {
		text, err = io.ReadAll(io.LimitReader(r, maxPuzzleBytes+1))
		if err == nil && len(text) > maxPuzzleBytes {
			// The part after the limit may change the puzzle.
			err = fmt.Errorf("%s: larger than %d bytes", puzzleFile, maxPuzzleBytes)
		}
		return err
	}); err != nil {
		return err
	}
	name, m, err := puzzle(text)
	if err != nil {
		return err
	}
	if err := sameModel(m, c.v.Model); err != nil {
		return &Refusal{modelFile, puzzleFile, err.Error()}
	}
	if claimed := c.v.Certificate.Claim.Puzzle; claimed != name {
		return refuseClaim("the puzzle: %.80q is claimed, %.80q is in %s", claimed, name,
			puzzleFile)
	}
	c.v.Puzzle = name
	c.v.checked("%s: gives exactly the model in %s, and has the name that is claimed", puzzleFile,
		modelFile)
	c.v.trusted("that %s is the puzzle you mean, and the steps that make a model of it", puzzleFile)
	if c.v.Result.Motions == 0 {
		return nil
	}
	return compareMotions(c.v, c.v.Motions, m.Sym)
}

// trustMotions reports motions that could not be compared with the puzzle's.
func trustMotions(c *reading) {
	if c.v.Result.Motions > 0 {
		c.v.trusted("that the motions in %s are the ones meant: those left out make more orbits",
			symmetryFile)
	}
}

// sameModel returns an error that names the first difference between the model of the puzzle,
// derived, and the model of the proof.
func sameModel(derived, m *cover.Model) error {
	if len(derived.Items) != len(m.Items) || len(derived.Options) != len(m.Options) ||
		derived.AddedItems != m.AddedItems {
		return fmt.Errorf("the puzzle gives %d items (%d added) and %d options, "+
			"the model has %d (%d) and %d", len(derived.Items), derived.AddedItems,
			len(derived.Options), len(m.Items), m.AddedItems, len(m.Options))
	}
	for i, it := range m.Items {
		if it != derived.Items[i] {
			return fmt.Errorf("item %d is %v, but the puzzle gives %v", i+1, it, derived.Items[i])
		}
	}
	for o, items := range m.Options {
		if !slices.Equal(items, derived.Options[o]) {
			return fmt.Errorf("option %d is not the one that the puzzle gives", o+1)
		}
	}
	return nil
}

// compareMotions checks that the motions of the certificate are motions of the puzzle. Fewer are
// accepted, with a note in the verdict: the author may have wanted fewer.
func compareMotions(v *Verdict, motions, sym [][]int) error {
	ofPuzzle := make(map[string]bool)
	for _, g := range sym {
		ofPuzzle[packed(g)] = true
	}
	foreign := slices.ContainsFunc(motions, func(g []int) bool { return !ofPuzzle[packed(g)] })
	switch {
	case foreign && len(motions) > 1: // the identity alone is always right
		return &Refusal{symmetryFile, puzzleFile, "a motion is none of the puzzle's"}
	case len(motions) < len(sym):
		v.trusted("that the %d motions in %s are the ones meant: the puzzle has %d", len(motions),
			symmetryFile, len(sym))
	default:
		v.checked("%s: holds all motions of the puzzle", symmetryFile)
	}
	return nil
}

// compareClaim refuses a claim that differs from what was proved.
func compareClaim(c *reading) error {
	cert, res := c.v.Certificate, c.v.Result
	digest, motions, orbits := "", "", ""
	if res.Listed {
		digest = res.Digest.String()
	}
	if res.Motions > 0 {
		motions, orbits = strconv.Itoa(res.Motions), res.Orbits.String()
	}
	for _, p := range []struct{ what, claimed, proved string }{
		{"the model", cert.Claim.Model, c.v.Model.Fingerprint()},
		{"solutions", cert.Claim.Solutions, res.Solutions.String()},
		{"the digest of the solutions", cert.Claim.Digest, digest},
		{"motions", cert.Claim.Motions, motions},
		{"orbits", cert.Claim.Orbits, orbits},
		{"nodes", cert.Nodes, strconv.FormatInt(res.Nodes, 10)},
	} {
		if p.claimed != p.proved {
			return refuseClaim("%s: %.80q is claimed, %q was found", p.what, p.claimed, p.proved)
		}
	}
	return nil
}

// compareFiles compares the files with their digests, including files that no check has read.
func compareFiles(c *reading) error {
	for _, f := range c.v.Certificate.Files {
		if _, read := c.stored[f.Name]; !read {
			plain := strings.TrimSuffix(f.Name, compressedSuffix)
			if err := c.read(plain, func(io.Reader) error { return c.ctx.Err() }); err != nil {
				return err
			}
		}
		if c.stored[f.Name] != f {
			return refuseClaim("%s: its size or digest is not the one listed", f.Name)
		}
	}
	for name := range c.stored {
		if _, ok := c.listed[name]; !ok {
			return refuseClaim("%s was read, but is not among the files", name)
		}
	}
	return nil
}

// Folders returns the names of the folders with certificates in one: "." alone, or those of a
// puzzle with a goal: of the best solutions, then of better ones, of which there must be none.
func Folders(files fs.FS) ([]string, error) {
	if _, err := fs.Stat(files, "certificate.json"); err == nil {
		return []string{"."}, nil
	}
	best, _ := fs.Glob(files, "best*/certificate.json") // the only error is a bad pattern
	beyond, _ := fs.Glob(files, "beyond*/certificate.json")
	switch names := slices.Concat(best, beyond); {
	case names == nil:
		return []string{"."}, nil
	case best == nil:
		return nil, errors.New("the certificate of the best solutions is missing")
	default:
		for k, name := range names {
			names[k] = path.Dir(name)
		}
		return names, nil
	}
}
