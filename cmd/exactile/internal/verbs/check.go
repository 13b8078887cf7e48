package verbs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/solution"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/native"
	"github.com/spf13/cobra"
)

// checkVerb is the verb that checks whether a solution solves a puzzle.
func checkVerb(c *cli.Console, cmd *cobra.Command) {
	r := cli.NewCall(c, cmd)
	cmd.Args = cli.Exactly("PUZZLE", "SOLUTION")
	r.Input.Add(r.Flags)
	r.Input.Goals = true
	r.Plain(func(ctx context.Context) error {
		if r.Args[0] == "-" && r.Args[1] == "-" {
			return cli.Misusef("the puzzle and the solution cannot both be standard input")
		}
		e, err := r.One(ctx, r.Args[0])
		if err != nil {
			return err
		}
		text, err := c.ReadAll(ctx, r.Args[1], solution.MaxInput)
		if err != nil {
			return err
		}
		t := e.Tiling
		if t.Puzzle.Goal.Boards() {
			t, err = onBoardOf(t, text)
		}
		var s cover.Solution
		var fault string
		if err == nil {
			s, fault, err = checkText(ctx, t, text)
		}
		if g := e.Tiling.Puzzle.Goal; err == nil && fault == "" && g.Of != "" && g.Best == "" {
			if n := t.Value(s); n < g.Bounds.Min || n > g.Bounds.Max {
				fault = fmt.Sprintf("it has %d %s, not %v", n, g.Of, g.Bounds)
			}
		}
		if err != nil {
			name := cli.InputName(r.Args[1])
			if at := (*located.Error)(nil); errors.As(err, &at) {
				at.File = name
				return at
			}
			return fmt.Errorf("%s: %w", name, err)
		}
		switch {
		case r.JSON:
			v := checked{Puzzle: e.Name, Solves: fault == "", Reason: fault}
			if v.Value, v.Claimed = valueOf(e.Tiling, t, s); fault != "" {
				v.Value = nil
			}
			err = cli.WriteJSON(c.Stdout, v)
		case fault == "":
			_, err = fmt.Fprintln(c.Stdout, "a solution"+valueText(e.Tiling, t, s))
		default:
			_, err = fmt.Fprintf(c.Stdout, "not a solution: %s\n", fault)
		}
		if err == nil && fault != "" {
			return cli.Exit(cli.NoSolution)
		}
		return err
	}, "print the verdict as JSON")
}

// checked is a verdict as JSON.
type checked struct {
	Puzzle string `json:"puzzle"`
	Solves bool   `json:"solves"`
	Reason string `json:"reason,omitempty"`
	// Value is that of the puzzle's goal, and Claimed the one that its file claims to be the best.
	Value   *int     `json:"value,omitempty"`
	Claimed *big.Int `json:"claimed,omitempty"`
}

// valueOf returns the value of a solution of on, which is whole itself or whole on a board, and the
// value that is claimed to be the best; nil: there is none.
func valueOf(whole, on *puzzle.Tiling, s cover.Solution) (value *int, claimed *big.Int) {
	if whole.Puzzle.Goal.Of == "" {
		return nil, nil
	}
	v := on.Value(s)
	for _, c := range whole.Puzzle.Claims {
		if c.Kind == puzzle.Best {
			claimed = c.Count
		}
	}
	return &v, claimed
}

// valueText says how good a solution is. Whether it is a best one, only a search shows.
func valueText(whole, on *puzzle.Tiling, s cover.Solution) string {
	value, claimed := valueOf(whole, on, s)
	if value == nil {
		return ""
	}
	g := whole.Puzzle.Goal
	words := ", with " + g.Text(*value)
	if g.Boards() {
		words = ", in " + g.Text(*value)
	}
	if claimed == nil {
		return words
	}
	switch diff := big.NewInt(int64(*value)).Cmp(claimed); {
	case diff == 0:
		return words + ", as many as is claimed to be best"
	case (diff < 0) == (g.Best == "most"):
		return fmt.Sprintf("%s; the best is claimed to be %v", words, claimed)
	}
	return fmt.Sprintf("%s, better than the claim: best: %v", words, claimed)
}

// onBoardOf returns the puzzle on the board of a solution: as large as its cells need.
func onBoardOf(t *puzzle.Tiling, text []byte) (*puzzle.Tiling, error) {
	type record struct {
		Placements []struct {
			Cells [][]int `json:"cells"`
		} `json:"placements"`
	}
	var doc struct {
		record
		Solution *record `json:"solution"`
	}
	columns, rows := 0, 0
	switch err := json.Unmarshal(text, &doc); {
	case err != nil: // a drawing, or solution.Read names the mistake
		for line := range strings.Lines(strings.TrimSpace(string(text))) {
			columns, rows = max(columns, utf8.RuneCountInString(strings.TrimSpace(line))), rows+1
		}
	case doc.Solution != nil:
		doc.record = *doc.Solution
	}
	for _, p := range doc.Placements {
		for _, c := range p.Cells {
			if len(c) == 2 {
				columns, rows = max(columns, c[0]+1), max(rows, c[1]+1)
			}
		}
	}
	if t.Puzzle.Goal.Of == "square" {
		columns, rows = max(columns, rows), max(columns, rows)
	}
	return t.On(columns, rows)
}

// checkText returns the solution in a text, and why it is none, "" if it is one. It returns an
// error if it cannot read the text.
func checkText(
	ctx context.Context, t *puzzle.Tiling, text []byte,
) (s cover.Solution, fault string, err error) {
	if trimmed := bytes.TrimSpace(text); len(trimmed) > 0 && trimmed[0] == '{' {
		if s, err = solution.Read(t, text); err != nil {
			return nil, "", err
		}
		if err := t.Check(s); err != nil {
			return s, t.Explain(err), nil
		}
		return s, "", nil
	}
	picture := bytes.HasPrefix(bytes.TrimSpace(text), []byte("<"))
	if picture || bytes.ContainsAny(text, "┌┐└┘╱╲") {
		return nil, "", errors.New("this is a picture: want JSON, or a drawing in letters as " +
			"solve -f text prints it")
	}
	if other := formats.NotPuzzle(text); other != "" {
		return nil, "", errors.New(other)
	}
	d, err := solution.ParseDrawing(t, string(text))
	if err != nil {
		return nil, "", err
	}
	ctx, cancel := context.WithTimeout(ctx, splitTime)
	defer cancel()
	return checkDrawing(ctx, t, d)
}

// splitTime bounds the search for a way to split a drawing into pieces.
const splitTime = 10 * time.Second

// checkDrawing searches for a split of a drawing that solves the puzzle, else for any split,
// to report what is wrong with it, else for the piece whose cells cannot be split.
func checkDrawing(
	ctx context.Context, t *puzzle.Tiling, d *solution.Drawing,
) (s cover.Solution, fault string, err error) {
	s, found, err := backends.First(ctx, native.Plain{}, d.Solutions())
	if err != nil || found {
		return s, "", err
	}
	s, found, err = backends.First(ctx, native.Plain{}, d.Splits())
	if err != nil {
		return nil, "", err
	}
	if found {
		return s, t.Explain(t.Check(s)), nil
	}
	for k, piece := range t.Puzzle.Pieces {
		if _, found, err = backends.First(ctx, native.Plain{}, d.Splits(k)); err != nil {
			return nil, "", err
		} else if !found {
			return nil, fmt.Sprintf("the cells of piece %q do not split into placements of it",
				piece.Name), nil
		}
	}
	return nil, "", errors.New("internal error: every piece splits, but not the whole drawing")
}
