package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/file"
)

// An Update is what UpdateFile found and did.
type Update struct {
	// Results are those of the file's puzzles, without the claims that were missing.
	Results []Result
	// Written is how many claims were written into the file.
	Written int
}

// UpdateFile checks the claims of a file's puzzles and writes missing ones into it:
// the number of solutions and, if the board has symmetries, up to symmetry. Their
// source is the backends that finished. Comments and layout of YAML remain; JSON is written
// anew. The file is replaced as a whole, or not at all: the new text is read back and compared
// with the old one.
//
// When ctx ends nothing is written, and its error is returned.
//
// If the Results have a Broken or Failed puzzle, nothing is written: a claim beside a
// false one would look like its confirmation. It is an error if no backend finds a
// missing number, or if the format has no claims.
func (checker Checker) UpdateFile(ctx context.Context, file string) (Update, error) {
	checker.step.File = file
	if of := partsOf(filepath.Dir(file)); of.has(file) {
		return Update{}, of.refuse(file)
	}
	text, err := readRegular(file)
	if err != nil {
		return Update{}, err
	}
	content, err := formats.Read(file, bytes.NewReader(text), formats.Options{
		Limits: checker.Limits,
	})
	if err != nil {
		return Update{}, err
	}
	var u Update
	missing := make([][]puzzle.Claim, len(content.Documents))
	n := 0
	var unknown error // a claim that no backend found
	for k, d := range content.Documents {
		t, err := d.Compile()
		if err != nil {
			return u, err
		}
		r, claims, err := supplement(ctx, t, checker)
		if ctx.Err() != nil {
			r.setFile(file)
			u.Results = append(u.Results, r)
			return u, ctx.Err()
		}
		if err != nil && unknown == nil {
			unknown = fmt.Errorf("%s: %s: %w", file, d.Puzzle.Name, err)
		}
		r.setFile(file)
		u.Results = append(u.Results, r)
		missing[k] = claims
		n += len(claims)
	}
	bad := func(r Result) bool { return r.Verdict == Broken || r.Verdict == Failed }
	if slices.ContainsFunc(u.Results, bad) || unknown != nil || n == 0 {
		return u, unknown
	}
	updated, err := withClaims(content, text, missing)
	if err != nil {
		return u, fmt.Errorf("%s: %w", file, err)
	}
	if err := writeClaims(file, content, text, updated, missing); err != nil {
		return u, err
	}
	u.Written = n
	return u, nil
}

// writeClaims replaces the text of a file by one with more claims.
func writeClaims(
	file string, content *formats.File, text, updated []byte, missing [][]puzzle.Claim,
) error {
	if err := sameButClaims(file, content, updated, missing); err != nil {
		return fmt.Errorf("%s: the claims cannot be put into the file's layout; "+
			"add them by hand: %w", file, err)
	}
	return replace(file, text, updated)
}

// AddClaims writes claims that were proved into the file of a puzzle, which holds only this one,
// and returns how many: a claim that is there already, with the same certificate or without need
// of one, is not repeated. The file is replaced as by UpdateFile. It is an error if its puzzle is
// not p any more, or if it can hold no claims, also without claims to write.
func AddClaims(
	file string, p *puzzle.Puzzle, limits formats.Limits, claims ...puzzle.Claim,
) (written int, err error) {
	if of := partsOf(filepath.Dir(file)); of.has(file) {
		return 0, of.refuse(file)
	}
	text, err := readRegular(file)
	if err != nil {
		return 0, err
	}
	content, err := formats.Read(file, bytes.NewReader(text), formats.Options{Limits: limits})
	if err != nil {
		return 0, err
	}
	if same, err := samePuzzle(content.Puzzles(), p); err != nil || !same {
		return 0, errors.Join(err, fmt.Errorf("%s: has changed while its puzzle was solved; "+
			"it is not updated", file))
	}
	claims = slices.DeleteFunc(slices.Clone(claims), func(c puzzle.Claim) bool {
		return slices.ContainsFunc(content.Puzzles()[0].Claims, func(old puzzle.Claim) bool {
			return claimText(old) == claimText(c) &&
				(c.Certificate == "" || c.Certificate == old.Certificate)
		})
	})
	missing := [][]puzzle.Claim{claims}
	updated, err := withClaims(content, text, missing)
	if err == nil && len(claims) > 0 {
		err = writeClaims(file, content, text, updated, missing)
	} else if err != nil {
		err = fmt.Errorf("%s: %w", file, err)
	}
	if err != nil {
		return 0, err
	}
	return len(claims), nil
}

// samePuzzle reports whether the puzzles are p alone, up to its claims.
func samePuzzle(puzzles []*puzzle.Puzzle, p *puzzle.Puzzle) (bool, error) {
	if len(puzzles) != 1 {
		return false, nil
	}
	var texts [2]bytes.Buffer
	for k, one := range []*puzzle.Puzzle{puzzles[0], p} {
		plain := *one
		plain.Claims = nil
		format := "json"
		if plain.Cover != nil {
			format = "dlx"
		}
		if err := formats.Write(&texts[k], format, &plain); err != nil {
			return false, err
		}
	}
	if !bytes.Equal(texts[0].Bytes(), texts[1].Bytes()) {
		return false, nil
	}
	return sameModel(puzzles[0], p)
}

// sameModel reports whether two puzzles have the same items and options: their texts do not show
// what a writer leaves out.
func sameModel(p, q *puzzle.Puzzle) (bool, error) {
	var prints [2]string
	for k, one := range []*puzzle.Puzzle{p, q} {
		t, err := one.CompileWithin(math.MaxInt) // both were compiled before
		if err != nil {
			return false, err
		}
		prints[k] = t.Fingerprint()
	}
	return prints[0] == prints[1], nil
}

// supplement judges the claims of a puzzle and returns those that could be made and
// are missing. It is an error if no backend finds their numbers.
func supplement(
	ctx context.Context, t *puzzle.Tiling, checker Checker,
) (Result, []puzzle.Claim, error) {
	claimed := func(kinds ...puzzle.ClaimKind) bool {
		return slices.ContainsFunc(t.Puzzle.Claims, func(c puzzle.Claim) bool {
			return slices.Contains(kinds, c.Kind)
		})
	}
	noNumber := !claimed(puzzle.Solutions, puzzle.Unique)
	// a claim of some symmetries will do
	noOrbits := !claimed(puzzle.UpToSymmetry) && len(t.Sym) > 1
	need := needsOf(t.Puzzle.Claims)
	need.solutions = need.solutions || noNumber
	need.orbits = need.orbits || noOrbits
	r, all := examine(ctx, t, need, checker, checker.limit())
	if r.Verdict == Broken || r.Verdict == Failed {
		return r, nil, nil
	}
	var claims []puzzle.Claim
	add := func(kind puzzle.ClaimKind, found func(facts) (n *big.Int, exact bool)) error {
		made := puzzle.Claim{Kind: kind}
		var agree, programs []string
		for _, f := range all {
			if n, exact := found(f); exact && n != nil {
				made.Count = n
				agree, programs = append(agree, f.backend), append(programs, f.program)
			}
		}
		programs = slices.Compact(programs)
		switch late := slices.ContainsFunc(all, func(f facts) bool { return f.timedOut }); {
		case len(agree) == 0 && late:
			return fmt.Errorf("no backend finished, so %s stays unclaimed: "+
				"%w after %v; a longer timeout gives more", kind, errTimeout, checker.limit())
		case len(agree) == 0:
			return fmt.Errorf("no backend finished, so %s stays unclaimed", kind)
		case len(programs) == 1 && programs[0] != "":
			return fmt.Errorf("only %s finished, without a proof, so %s stays unclaimed; "+
				"--trust accepts its answer", strings.Join(agree, ", "), kind)
		}
		made.Source = "exactile: " + strings.Join(agree, ", ")
		if len(agree) > 1 {
			made.Source += " agree"
		}
		claims = append(claims, made)
		return nil
	}
	var err error
	if noNumber {
		found := func(f facts) (*big.Int, bool) { return f.solutions, f.complete }
		err = add(puzzle.Solutions, found)
	}
	if t.Puzzle.Goal.Best != "" && !claimed(puzzle.Best) && err == nil {
		err = add(puzzle.Best, func(f facts) (*big.Int, bool) {
			if f.best == nil || f.best.Value == nil {
				return nil, false
			}
			return big.NewInt(int64(*f.best.Value)), f.best.Proved
		})
	}
	if noOrbits && err == nil {
		found := func(f facts) (*big.Int, bool) { return f.orbits, f.orbitsComplete }
		err = add(puzzle.UpToSymmetry, found)
	}
	return r, claims, err
}

// claimed returns the puzzles of a file with more claims.
func claimed(content *formats.File, missing [][]puzzle.Claim) []*puzzle.Puzzle {
	all := content.Puzzles()
	for k, p := range all {
		more := *p
		more.Claims = slices.Concat(p.Claims, missing[k])
		all[k] = &more
	}
	return all
}

// withClaims returns the text of a file with more claims: YAML keeps every byte outside them.
func withClaims(content *formats.File, text []byte, missing [][]puzzle.Claim) ([]byte, error) {
	switch content.Format {
	case "json":
		var anew bytes.Buffer
		err := formats.Write(&anew, "json", claimed(content, missing)...)
		return anew.Bytes(), err
	case "yaml":
		return insertClaims(strings.SplitAfter(string(text), "\n"), content.Puzzles(), missing), nil
	}
	return nil, fmt.Errorf("the format %s has no claims: convert the file to yaml first",
		content.Format)
}

// insertClaims puts claims into the lines of a YAML file: behind the last claim
// of their document, or at its end.
func insertClaims(lines []string, puzzles []*puzzle.Puzzle, missing [][]puzzle.Claim) []byte {
	ends := documentEnds(lines)
	eol := "\n"
	if len(lines) > 0 && strings.HasSuffix(lines[0], "\r\n") {
		eol = "\r\n"
	}
	// From the last document to the first, so that line numbers stay right.
	for k := min(len(puzzles), len(ends)) - 1; k >= 0; k-- {
		if len(missing[k]) == 0 {
			continue
		}
		at, indent := ends[k], "  "
		var added []string
		if last := lastClaimLine(puzzles[k]); last > 0 {
			line := lines[last-1]
			indent = line[:len(line)-len(strings.TrimLeft(line, " "))]
			at = last
			for at < ends[k] && strings.HasPrefix(lines[at], indent+" ") {
				at++ // the claim continues on further lines
			}
		} else {
			for at > 0 && strings.TrimSpace(lines[at-1]) == "" {
				at--
			}
			added = append(added, "claims:"+eol)
		}
		for _, c := range missing[k] {
			line := fmt.Sprintf("%s- {%s, source: %q}%s", indent, claimKeys(c), c.Source, eol)
			added = append(added, line)
		}
		if at > 0 && !strings.HasSuffix(lines[at-1], "\n") {
			lines[at-1] += eol
		}
		lines = slices.Insert(lines, at, added...)
	}
	return []byte(strings.Join(lines, ""))
}

// claimKeys spells a claim without its source.
func claimKeys(c puzzle.Claim) string {
	text := claimText(c)
	if c.Certificate != "" {
		text += fmt.Sprintf(", certificate: %q", c.Certificate)
	}
	return text
}

// documentEnds returns the index of the line behind each YAML document.
func documentEnds(lines []string) []int {
	var ends []int
	something := false
	for n, line := range lines {
		if strings.HasPrefix(line, "---") {
			if something {
				ends = append(ends, n)
			}
			something = false
		} else if s := strings.TrimSpace(line); s != "" && !strings.HasPrefix(s, "#") {
			something = true
		}
	}
	if something {
		ends = append(ends, len(lines))
	}
	return ends
}

func lastClaimLine(p *puzzle.Puzzle) int {
	last := 0
	for _, c := range p.Claims {
		last = max(last, c.Line)
	}
	return last
}

// sameButClaims reads the new text and makes sure that its puzzles are the old
// ones with the new claims.
func sameButClaims(
	file string, content *formats.File, updated []byte, missing [][]puzzle.Claim,
) error {
	again, err := formats.Read(file, bytes.NewReader(updated), formats.Options{
		Format: content.Format,
	})
	if err != nil {
		return err
	}
	if len(again.Documents) != len(content.Documents) {
		return fmt.Errorf("%d puzzles became %d", len(content.Documents), len(again.Documents))
	}
	for k, want := range claimed(content, missing) {
		var before, after bytes.Buffer
		err := errors.Join(formats.Write(&before, "json", want),
			formats.Write(&after, "json", again.Puzzles()[k]))
		if err != nil {
			return err
		}
		same, err := sameModel(want, again.Puzzles()[k])
		if err != nil {
			return err
		}
		if !same || !bytes.Equal(before.Bytes(), after.Bytes()) {
			return fmt.Errorf("puzzle %q would change", want.Name)
		}
	}
	return nil
}

// readRegular reads a file that can be replaced: neither a pipe nor a device.
func readRegular(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: is not a regular file, so claims cannot be written to it", file)
	}
	return os.ReadFile(file)
}

// replace gives a file new content in one step, unless its content has changed
// since it was read. A symbolic link stays: its target is replaced.
func replace(path string, old, text []byte) error {
	// A user who may not write into a file must not replace it.
	there, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer there.Close()
	now, err := io.ReadAll(io.LimitReader(there, int64(len(old))+1))
	if err != nil {
		return err
	}
	if !bytes.Equal(now, old) {
		return fmt.Errorf("%s: has changed while its puzzles were solved; it is not updated", path)
	}
	file.RemoveLeft(path)
	fresh, err := file.Beside(path)
	if err != nil {
		return err
	}
	if _, err := fresh.Write(text); err != nil {
		fresh.Discard()
		return err
	}
	return fresh.Commit()
}
