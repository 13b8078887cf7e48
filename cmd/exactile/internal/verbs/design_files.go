package verbs

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/maker"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/internal/text"
)

// designFiles are the output files of design.
type designFiles struct {
	folder         string // "-": standard output
	certify, force bool
	name           string // of the files, before their numbers
	digits         int
}

// A designObject is a puzzle that was made, as JSON. Fewest is nil if it is not known; Text is the
// puzzle file if it is written nowhere.
type designObject struct {
	Puzzle string           `json:"puzzle"`
	File   string           `json:"file,omitempty"`
	Hints  int              `json:"hints"`
	Fewest *int             `json:"fewest"`
	Rating map[string]int64 `json:"rating,omitempty"`
	Text   string           `json:"text,omitempty"`

	proved string // what is said of its certificate
}

// begin makes the folder, and checks that none of the files exists unless force is set.
func (f *designFiles) begin(puzzle string, number int) error {
	if f.folder == "-" {
		return nil
	}
	f.name, f.digits = fileName(puzzle), len(fmt.Sprint(number))
	if err := os.MkdirAll(f.folder, 0o777); err != nil {
		return err
	}
	for n := 1; n <= number && !f.force; n++ {
		for _, path := range []string{f.path(n), certificateOf(f.path(n))} {
			if err := cli.CheckFree(path, false); err != nil {
				return err
			}
		}
	}
	return nil
}

// path is the name of a file.
func (f *designFiles) path(n int) string {
	return filepath.Join(f.folder, fmt.Sprintf("%s-%0*d.yaml", f.name, f.digits, n))
}

// certificateName is the name of a file's certificate beside it, "" if there will be none.
func (f *designFiles) certificateName(n int) string {
	if !f.certify {
		return ""
	}
	return filepath.Base(certificateOf(f.path(n)))
}

// fileName is the name of a puzzle for a file name: its letters and digits, with hyphens
// between.
func fileName(puzzle string) string {
	const most = 60
	plain := strings.FieldsFunc(puzzle, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9')
	})
	name := strings.Join(plain, "-")
	if name == "" {
		return "puzzle"
	}
	return strings.Trim(name[:min(len(name), most)], "-")
}

// write writes a puzzle file, after its certificate, and gives it its name only when it is
// complete. It prints a line with the path, hints and rating. On standard output the puzzles
// are documents of one file.
func (f *designFiles) write(
	ctx context.Context, c *cli.Call, n int, p maker.Proved, object designObject,
) error {
	object.Puzzle = p.Tiling.Puzzle.Name
	if f.folder == "-" && c.JSON {
		object.Text = string(p.Text)
		return cli.WriteJSON(c.Stdout, object)
	}
	if f.folder == "-" {
		s := p.Text
		if n > 1 {
			s = append([]byte("---\n"), s...)
		}
		_, err := c.Stdout.Write(s)
		return err
	}
	path := f.path(n)
	if f.certify {
		plain := *p.Tiling.Puzzle // in the certificate it has none beside it
		plain.Claims = slices.Clone(plain.Claims)
		for k := range plain.Claims {
			plain.Claims[k].Certificate = ""
		}
		s, err := cli.PuzzleText("yaml", &plain)
		if err != nil {
			return err
		}
		certificate, err := proof.Write(ctx, certificateOf(path), p.Tiling.Model, proof.Options{
			Puzzle: p.Tiling.Puzzle.Name, Generator: "exactile " + cli.Version(),
			UpToSymmetry: p.Claims[0].Count != nil, PuzzleText: s,
		})
		if err != nil {
			return err
		}
		object.proved = ", certificate with " + certificate.Nodes + " nodes"
	}
	if err := cli.WriteFile(ctx, path, p.Text); err != nil {
		return err
	}
	if object.File = path; c.JSON {
		return cli.WriteJSON(c.Stdout, object)
	}
	_, err := fmt.Fprintf(c.Stdout, "%s\t%s\n", text.Visible(path), object)
	return err
}

// String is the text about a puzzle that was made.
func (o designObject) String() string {
	s := text.Plural(o.Hints, "hint")
	switch {
	case o.Fewest == nil:
		s += " (fewer may do)"
	case *o.Fewest < o.Hints:
		s += fmt.Sprintf(" (%d would do)", *o.Fewest)
	}
	for name, n := range o.Rating {
		s += fmt.Sprintf(", %s %d", name, n)
	}
	return s + o.proved
}

// certificateOf is the certificate's folder for a puzzle file.
func certificateOf(file string) string {
	return file[:len(file)-len(filepath.Ext(file))] + ".certificate"
}
