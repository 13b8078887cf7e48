package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"time"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/await"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/solution"
	"github.com/exactile/exactile/native"
)

func (a *app) checkCommand() *cobra.Command {
	var in inputFlags
	cmd := &cobra.Command{
		Use:   "check PUZZLE SOLUTION",
		Short: "Say whether a solution solves a puzzle, and if not, why",
		Long: `check reads a solution from a file, or - for standard input: the JSON that
solve -f json prints, or a drawing as solve prints it. A drawing need not say
where one copy of a piece ends: it is a solution if it splits into placements in
some way. The exit status is 0 if it solves the puzzle and 20 if it does not.`,
		Example: `  exactile solve pentominoes:6x10 > drawn.txt
  exactile check pentominoes:6x10 drawn.txt`,
		Args: exactly("PUZZLE", "SOLUTION"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "-" && args[1] == "-" {
				return usage("the puzzle and the solution cannot both be standard input")
			}
			e, err := a.onePuzzle(&in, args[0])
			if err != nil {
				return err
			}
			text, err := a.readAll(args[1], solution.MaxInput)
			if err != nil {
				return err
			}
			fault, err := judge(cmd.Context(), e.tiling, text)
			if err != nil {
				separator := ": "
				if placed.MatchString(err.Error()) {
					separator = ":"
				}
				return fmt.Errorf("%s%s%w", inputName(args[1]), separator, err)
			}
			if fault != "" {
				fmt.Fprintf(a.stdout, "not a solution: %s\n", fault)
				return exit(statusNoSolution)
			}
			fmt.Fprintln(a.stdout, "a solution")
			return nil
		},
	}
	in.add(cmd.Flags())
	return cmd
}

// placed matches messages that start with a line and a column.
var placed = regexp.MustCompile(`^\d+:\d+: `)

// judge returns why a text is no solution, "" if it is one. The error is that
// the text cannot be read.
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
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")) || bytes.ContainsAny(text, "┌┐└┘╱╲") {
		return "", errors.New("this is a picture: want JSON, or a drawing in letters as solve -f text prints it")
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

// splitTime is how long a drawing is searched for a way to split it.
const splitTime = 10 * time.Second

// judgeDrawing looks for a way to split a drawing that solves the puzzle, else
// for one at all, which then says what is wrong, else for the piece whose cells
// do not split.
func judgeDrawing(ctx context.Context, t *puzzle.Tiling, d *solution.Drawing) (fault string, err error) {
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

// openInput opens a file or, for -, standard input. A pipe that nobody writes to is
// waited for until the run ends.
func (a *app) openInput(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(a.stdin), nil
	}
	return await.Value(a.life(), func() (*os.File, error) { return os.Open(name) })
}

// readAll reads a file or, for -, standard input, up to a number of bytes.
func (a *app) readAll(name string, most int64) ([]byte, error) {
	r, err := a.openInput(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := await.Value(a.life(), func() ([]byte, error) { return io.ReadAll(io.LimitReader(r, most+1)) })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", inputName(name), err)
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("%s: larger than %d bytes", inputName(name), most)
	}
	return data, nil
}

// inputName is how messages call an input.
func inputName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}
