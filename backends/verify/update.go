package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
)

// Missing returns the claims that t's puzzle could make and does not: the number
// of its solutions and, where the board has symmetries, up to symmetry. Their
// source is the backends that finished. It is an error if none did, if two
// disagree, or if one failed.
func Missing(ctx context.Context, t *puzzle.Tiling, o Options) ([]puzzle.Claim, error) {
	claimed := func(kinds ...puzzle.ClaimKind) bool {
		return slices.ContainsFunc(t.Puzzle.Claims, func(c puzzle.Claim) bool { return slices.Contains(kinds, c.Kind) })
	}
	need := needs{
		solutions: !claimed(puzzle.Solutions, puzzle.Unique),
		orbits:    !claimed(puzzle.UpToSymmetry) && len(t.Sym) > 1,
	}
	if !need.solutions && !need.orbits {
		return nil, nil
	}
	r := Result{Verdict: OK}
	all := r.runAll(ctx, t, need, o)
	if r.Verdict != OK {
		return nil, errors.New(strings.Join(r.Reasons, "; "))
	}
	var claims []puzzle.Claim
	add := func(kind puzzle.ClaimKind, known func(facts) bool, claim func(facts) puzzle.Claim) error {
		var agree []string
		var made puzzle.Claim
		for _, f := range all {
			if known(f) {
				made = claim(f)
				agree = append(agree, f.backend)
			}
		}
		if len(agree) == 0 {
			return fmt.Errorf("no backend finished, so %s stays unclaimed", kind)
		}
		made.Kind, made.Source = kind, "exactile: "+strings.Join(agree, ", ")
		if len(agree) > 1 {
			made.Source += " agree"
		}
		claims = append(claims, made)
		return nil
	}
	if need.solutions {
		if err := add(puzzle.Solutions, func(f facts) bool { return f.complete }, func(f facts) puzzle.Claim { return puzzle.Claim{Count: f.solutions} }); err != nil {
			return nil, err
		}
	}
	if need.orbits {
		if err := add(puzzle.UpToSymmetry, func(f facts) bool { return f.whole }, func(f facts) puzzle.Claim { return puzzle.Claim{Count: f.orbits} }); err != nil {
			return nil, err
		}
	}
	return claims, nil
}

// UpdateFile writes the missing claims of a file's puzzles into it and returns
// how many it wrote. Comments and layout stay as they are. The file is replaced
// as a whole, or not at all: what was read back is compared with what was
// there. Formats without claims are an error.
func UpdateFile(ctx context.Context, o Options, file string) (int, error) {
	text, err := loading(ctx, time.Now(), o, func() ([]byte, error) { return os.ReadFile(file) }) // it may be a pipe
	if err != nil {
		return 0, err
	}
	content, err := formats.Read(file, bytes.NewReader(text), formats.Options{})
	if err != nil {
		return 0, err
	}
	missing := make([][]puzzle.Claim, len(content.Documents))
	n := 0
	for k, d := range content.Documents {
		t, err := d.Compile()
		if err != nil {
			return 0, err
		}
		if missing[k], err = Missing(ctx, t, o); err != nil {
			return 0, fmt.Errorf("%s: %s: %w", file, d.Puzzle.Name, err)
		}
		n += len(missing[k])
	}
	if n == 0 {
		return 0, nil
	}
	updated, err := withClaims(content, text, missing)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", file, err)
	}
	if err := sameButClaims(file, content, updated, missing); err != nil {
		return 0, fmt.Errorf("%s: the claims cannot be put into the file's layout; add them by hand: %w", file, err)
	}
	return n, replace(file, updated)
}

// withClaims returns the text of a file with more claims.
func withClaims(content *formats.File, text []byte, missing [][]puzzle.Claim) ([]byte, error) {
	switch content.Format {
	case "json":
		var b bytes.Buffer
		var puzzles []*puzzle.Puzzle
		for k, p := range content.Puzzles() {
			q := *p
			q.Claims = slices.Concat(p.Claims, missing[k])
			puzzles = append(puzzles, &q)
		}
		err := formats.Write(&b, "json", puzzles...)
		return b.Bytes(), err
	case "yaml":
		return insertClaims(strings.SplitAfter(string(text), "\n"), content.Puzzles(), missing), nil
	}
	return nil, fmt.Errorf("the format %s has no claims: convert the file to yaml first", content.Format)
}

// insertClaims puts claims into the lines of a YAML file: behind the last claim
// of their document, or at its end.
func insertClaims(lines []string, puzzles []*puzzle.Puzzle, missing [][]puzzle.Claim) []byte {
	ends := documentEnds(lines)
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
				at++ // the claim goes on in further lines
			}
		} else {
			for at > 0 && strings.TrimSpace(lines[at-1]) == "" {
				at--
			}
			added = append(added, "claims:\n")
		}
		for _, c := range missing[k] {
			added = append(added, fmt.Sprintf("%s- {%s: %v, source: %q}\n", indent, c.Kind, c.Count, c.Source))
		}
		if at > 0 && !strings.HasSuffix(lines[at-1], "\n") {
			lines[at-1] += "\n"
		}
		lines = slices.Insert(lines, at, added...)
	}
	return []byte(strings.Join(lines, ""))
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
func sameButClaims(file string, content *formats.File, updated []byte, missing [][]puzzle.Claim) error {
	again, err := formats.Read(file, bytes.NewReader(updated), formats.Options{Format: content.Format})
	if err != nil {
		return err
	}
	if len(again.Documents) != len(content.Documents) {
		return fmt.Errorf("%d puzzles became %d", len(content.Documents), len(again.Documents))
	}
	for k, p := range content.Puzzles() {
		var before, after bytes.Buffer
		want := *p
		want.Claims = slices.Concat(p.Claims, missing[k])
		if err := errors.Join(formats.Write(&before, "json", &want), formats.Write(&after, "json", again.Puzzles()[k])); err != nil {
			return err
		}
		if !bytes.Equal(before.Bytes(), after.Bytes()) {
			return fmt.Errorf("puzzle %q would change", p.Name)
		}
	}
	return nil
}

// replace gives a file new content in one step.
func replace(file string, text []byte) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*")
	if err != nil {
		return err
	}
	_, err = temporary.Write(text)
	err = errors.Join(err, temporary.Chmod(info.Mode().Perm()), temporary.Sync(), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), file)
	}
	if err != nil {
		os.Remove(temporary.Name())
	}
	return err
}
