package verbs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/solution"
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
		fault, err := checkText(ctx, e.Tiling, text)
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
			err = cli.WriteJSON(c.Stdout, checked{e.Name, fault == "", fault})
		case fault == "":
			_, err = fmt.Fprintln(c.Stdout, "a solution")
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
}

// checkText returns why a text is no solution, "" if it is one. It returns an error if it cannot
// read the text.
func checkText(ctx context.Context, t *puzzle.Tiling, text []byte) (fault string, err error) {
	if trimmed := bytes.TrimSpace(text); len(trimmed) > 0 && trimmed[0] == '{' {
		s, err := solution.Read(t, text)
		if err != nil {
			return "", err
		}
		if err := t.Check(s); err != nil {
			return t.Explain(err), nil
		}
		return "", nil
	}
	picture := bytes.HasPrefix(bytes.TrimSpace(text), []byte("<"))
	if picture || bytes.ContainsAny(text, "┌┐└┘╱╲") {
		return "", errors.New("this is a picture: want JSON, or a drawing in letters as " +
			"solve -f text prints it")
	}
	if other := formats.NotPuzzle(text); other != "" {
		return "", errors.New(other)
	}
	d, err := solution.ParseDrawing(t, string(text))
	if err != nil {
		return "", err
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
) (fault string, err error) {
	_, found, err := backends.First(ctx, native.Plain{}, d.Solutions())
	if err != nil || found {
		return "", err
	}
	s, found, err := backends.First(ctx, native.Plain{}, d.Splits())
	if err != nil {
		return "", err
	}
	if found {
		return t.Explain(t.Check(s)), nil
	}
	for k, piece := range t.Puzzle.Pieces {
		if _, found, err = backends.First(ctx, native.Plain{}, d.Splits(k)); err != nil {
			return "", err
		} else if !found {
			return fmt.Sprintf("the cells of piece %q do not split into placements of it",
				piece.Name), nil
		}
	}
	return "", errors.New("internal error: every piece splits, but not the whole drawing")
}
