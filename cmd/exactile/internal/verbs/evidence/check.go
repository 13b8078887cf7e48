package evidence

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/solution"
	"github.com/exactile/exactile/native"
)

// Check is the verb that checks whether a solution solves a puzzle.
func Check(c *console.Console) *cobra.Command {
	var input load.Flags
	cmd := &cobra.Command{
		Use:   "check PUZZLE SOLUTION",
		Short: "Say whether a solution solves a puzzle, and if not, why",
		Long: `check reads a solution from a file, or - for standard input: the JSON that
solve -f json prints, or a drawing as solve prints it. A drawing need not say
where one copy of a piece ends: it is a solution if it splits into placements in
some way. The exit status is 0 if it solves the puzzle and 20 if it does not.`,
		Example: `  exactile solve pentominoes:6x10 > drawn.txt
  exactile check pentominoes:6x10 drawn.txt`,
		Args: usage.Exactly("PUZZLE", "SOLUTION"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "-" && args[1] == "-" {
				return usage.Errorf("the puzzle and the solution cannot both be standard input")
			}
			e, err := input.One(cmd.Context(), c, 0, args[0])
			if err != nil {
				return err
			}
			text, err := c.ReadAll(cmd.Context(), args[1], solution.MaxInput)
			if err != nil {
				return err
			}
			fault, err := judge(cmd.Context(), e.Tiling, text)
			if err != nil {
				separator := ": "
				var line, column int
				if n, _ := fmt.Sscanf(err.Error(), "%d:%d: ", &line, &column); n == 2 {
					separator = ":" // the place comes next
				}
				return fmt.Errorf("%s%s%w", console.InputName(args[1]), separator, err)
			}
			if fault != "" {
				fmt.Fprintf(c.Stdout, "not a solution: %s\n", fault)
				return status.Exit(status.NoSolution)
			}
			fmt.Fprintln(c.Stdout, "a solution")
			return nil
		},
	}
	input.Add(cmd.Flags())
	return cmd
}

// judge returns why a text is no solution, "" if it is one. It returns an error if it cannot
// read the text.
func judge(ctx context.Context, t *puzzle.Tiling, text []byte) (fault string, err error) {
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
	if other := formats.Foreign(text); other != "" {
		return "", errors.New(other)
	}
	d, err := solution.ParseDrawing(t, string(text))
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, splitTime)
	defer cancel()
	return judgeDrawing(ctx, t, d)
}

// splitTime bounds the search for a way to split a drawing into pieces.
const splitTime = 10 * time.Second

// judgeDrawing searches for a split of a drawing that solves the puzzle, else for any split,
// to report what is wrong with it, else for the piece whose cells cannot be split.
func judgeDrawing(
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
		if _, found, err = backends.First(ctx, native.Plain{}, d.SplitsOf(k)); err != nil {
			return "", err
		} else if !found {
			return fmt.Sprintf("the cells of piece %q do not split into placements of it", piece.Name), nil
		}
	}
	return "", errors.New("internal error: every piece splits, but not the whole drawing")
}
