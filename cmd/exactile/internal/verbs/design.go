package verbs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/design"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/cobra"
)

// A designRun is a run of design.
type designRun struct {
	*cli.Call
	Maker
	number, tries int
	by            []string
	rate          string
	files         designFiles

	entry  *cli.Entry
	within *rateRange // of --rate; nil: any
	rated  []int64    // ratings outside it

	mu   sync.Mutex // of what the progress shows
	seen designProgress
}

// A designProgress is how far a run of design has come.
type designProgress struct {
	tried, made int
	best        *int64 // the rating that is in the range or nearest to it, nil: there is none yet
}

// designVerb is the verb that makes puzzles with one solution.
func designVerb(c *cli.Console, cmd *cobra.Command) {
	r := &designRun{Call: cli.NewCall(c, cmd)}
	cmd.SuggestFor = []string{"make", "generate"}
	cmd.Args = cli.Exactly("PUZZLE")
	flags := r.Flags
	cli.NumberVar(flags, &r.number, "number", "n", 1, 1, 0, "make `N` puzzles")
	cli.NumberVar(flags, &r.Hints, "hints", "", 0, 0, 0,
		"add at most `K` hints (default: with --by and --by-use none, else any number)")
	flags.StringArrayVar(&r.by, "by", nil, "choose placements of `PIECE[,PIECE...]`")
	flags.BoolVar(&r.Uses, "by-use", false, "choose a combination of piece counts")
	flags.BoolVar(&r.UpToSymmetry, "up-to-symmetry", false,
		"with --by-use: one solution up to symmetry will do")
	flags.StringVar(&r.rate, "rate", "", "keep puzzles with a rating in `[NAME=]MIN..MAX`: "+
		"nodes (where left out), forced, ahead, dead-ends; see exactile rate")
	cli.NumberVar(flags, &r.tries, "tries", "", 1000, 1, 0,
		"with --rate: look at `N` puzzles at most")
	flags.BoolVar(&r.files.certify, "certify", false,
		"write a certificate beside each file, a folder of its name")
	flags.BoolVar(&r.files.force, "force", false, "overwrite files that are there already")
	flags.BoolVar(&r.files.json, "json", false, "print a line of JSON for each puzzle")
	cli.AddSingle(flags, &r.files.folder, "output", "o", "-",
		"write a file for each puzzle to `DIR`; -: standard output", "")
	r.Input.Add(flags)
	r.Input.AddSymmetry(flags)
	r.Engine.AddOwn(flags, "native")
	r.Engine.AddSeed(flags)
	flags.Lookup("seed").Usage = "choose puzzles by the random seed `N`"
	flags.Lookup("timeout").Usage = "stop after `TIME`, such as 10m; 0: no limit"
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		r.ErrorsAsJSON, r.Args = r.files.json, args
		return r.run(cmd.Context())
	}
	cli.SetRules(cmd,
		cli.Excludes("by", "by-use"),
		cli.Needs("up-to-symmetry", "by-use"),
		cli.Excludes("up-to-symmetry",
			"hints").Because("hints leave one solution, and no other of its orbit"),
		cli.Needs("certify", "output").Because("the certificates are written there"),
		cli.Needs("tries", "rate").Because("other puzzles are all taken"))
}

// resolve sets what the puzzles are made of.
func (r *designRun) resolve(ctx context.Context) (err error) {
	if r.within, err = parseRate(r.rate); err != nil {
		return err
	}
	if err := r.Resolve(ctx, false); err != nil {
		return err
	}
	r.Maker.Seed, r.Maker.Backend = r.Config.Seed, r.Call.Backend
	if !r.Given("hints") && len(r.by) == 0 && !r.Uses {
		r.Hints = math.MaxInt32
	}
	if r.entry, err = r.Input.One(ctx, r.Console, r.Timeout, r.Args[0]); err != nil {
		return err
	}
	r.Tiling = r.entry.Tiling
	r.By, err = piecesNamed(r.Tiling, r.by)
	return err
}

// run makes the puzzles, and notes why there are fewer than requested.
func (r *designRun) run(ctx context.Context) error {
	if err := r.resolve(ctx); err != nil {
		return err
	}
	if err := r.files.begin(r.entry.Name, r.number); err != nil {
		return err
	}
	limited, cancel := r.Limited(ctx, r.entry.Spent)
	defer cancel()
	defer r.Progress.BeginLong(limited, r.entry.Name, r.progressText)()
	r.Maker.Backend = cli.Announcing(r.Console, r.Maker.Backend, r.entry.Name)
	made, err := r.make(limited)
	if looked := r.SearchedText(); r.Verbose && looked != "" {
		r.Note("%s: %s", r.entry.Name, looked)
	}
	said := fmt.Sprintf("%s: %s of %d", r.entry.Name, text.Plural(made, "puzzle"), r.number)
	switch {
	case err != nil && cli.IsStop(err):
		r.Note("%s: %s", said, stoppedBy(ctx, &r.Config, err))
		return cli.Exit(cli.Stopped)
	case err != nil && !errors.Is(err, errTries):
		return fmt.Errorf("%s: %w", r.entry.Name, err)
	case made == r.number:
		return nil
	}
	why := r.ReasonText(made + len(r.rated))
	if errors.Is(err, errTries) {
		why = "--tries allows no more"
	}
	if r.within != nil && len(r.rated) > 0 {
		why = fmt.Sprintf("%s; %s", r.within.outside(r.rated), why)
	}
	r.Note("%s: %s", said, why)
	if made == 0 {
		return cli.Exit(cli.NoSolution)
	}
	return nil
}

// progressText is how many puzzles were found and, with --rate, tried, and the best rating.
func (r *designRun) progressText() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	found := fmt.Sprintf("found %d of %d", r.seen.made, r.number)
	if r.within == nil {
		return found
	}
	text := fmt.Sprintf("tried %d of %d, %s", r.seen.tried, r.tries, found)
	if r.seen.best != nil {
		text += fmt.Sprintf(", best %s %d", r.within.name, *r.seen.best)
	}
	return text
}

// see takes a puzzle into the progress: its rating, nil without --rate, and whether it is made.
func (r *designRun) see(rating *int64, made bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen.tried++
	if made {
		r.seen.made++
	}
	far := func(n *int64) int64 {
		if n == nil {
			return math.MaxInt64
		}
		return r.within.distance(*n)
	}
	if far(rating) < far(r.seen.best) {
		r.seen.best = rating
	}
}

// errTries ends a design after --tries puzzles.
var errTries = errors.New("no more tries")

// make makes puzzles until there are enough.
func (r *designRun) make(ctx context.Context) (made int, err error) {
	for p, err := range r.Puzzles(ctx) {
		if err != nil {
			return made, err
		}
		name := fmt.Sprintf("%s, design %d", r.entry.Name, made+1)
		proved, err := r.Prove(ctx, p, name, r.files.certificateName(made+1), r.Work)
		if err != nil {
			return made, err
		}
		line, object := []string{hintsText(p)}, designObject{Hints: p.Hints}
		if p.Fewest >= 0 {
			object.Fewest = &p.Fewest
		}
		var rating *int64
		if r.within != nil {
			n, err := r.within.measure(ctx, r.Maker.Backend, proved.Tiling, r.Work.Workers)
			if err != nil {
				return made, err
			}
			if !r.within.holds(n) {
				r.see(&n, false)
				if r.rated = append(r.rated, n); made+len(r.rated) >= r.tries {
					return made, errTries
				}
				continue
			}
			line = append(line, fmt.Sprintf("%s %d", r.within.name, n))
			object.Rating = map[string]int64{r.within.name: n}
			rating = &n
		}
		made++
		if err := r.files.write(ctx, r.Console, made, proved, line, object); err != nil {
			return made, err
		}
		r.see(rating, true)
		if made == r.number {
			break
		}
	}
	return made, nil
}

// hintsText is how many hints were added, and how few would do.
func hintsText(p Puzzle) string {
	s := text.Plural(p.Hints, "hint")
	switch {
	case p.Fewest < 0:
		s += " (fewer may do)"
	case p.Fewest < p.Hints:
		s += fmt.Sprintf(" (%d would do)", p.Fewest)
	}
	return s
}

// designFiles are the output files of design.
type designFiles struct {
	folder         string // "-": standard output
	certify, force bool
	json           bool   // print an object for each puzzle
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
	ctx context.Context, c *cli.Console, n int, p provedPuzzle, line []string, object designObject,
) error {
	object.Puzzle = p.Tiling.Puzzle.Name
	if f.folder == "-" && f.json {
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
		line = append(line, "certificate with "+certificate.Nodes+" nodes")
	}
	if err := cli.WriteFile(ctx, path, p.Text); err != nil {
		return err
	}
	if object.File = path; f.json {
		return cli.WriteJSON(c.Stdout, object)
	}
	_, err := fmt.Fprintf(c.Stdout, "%s\t%s\n", text.Visible(path), strings.Join(line, ", "))
	return err
}

// certificateOf is the certificate's folder for a puzzle file.
func certificateOf(file string) string {
	return file[:len(file)-len(filepath.Ext(file))] + ".certificate"
}

// A rateRange is a range for one number of a rating.
type rateRange struct {
	name        string
	least, most int64
}

// rateNames are the numbers of a rating that --rate can bound, the default first.
var rateNames = []string{"nodes", "forced", "ahead", "dead-ends"}

// parseRate reads NAME=MIN..MAX; the name and either number may be missing. "" gives nil.
func parseRate(text string) (*rateRange, error) {
	if text == "" {
		return nil, nil
	}
	r := &rateRange{name: rateNames[0], most: math.MaxInt64}
	bounds := text
	if name, rest, named := strings.Cut(text, "="); named {
		r.name, bounds = name, rest
		if err := cli.OneOf("--rate: no number is called %q", name, rateNames); err != nil {
			return nil, err
		}
	}
	low, high, ok := strings.Cut(bounds, "..")
	var err error
	if low != "" {
		r.least, err = strconv.ParseInt(low, 10, 64)
	}
	if high != "" && err == nil {
		r.most, err = strconv.ParseInt(high, 10, 64)
	}
	if !ok || err != nil || r.least < 0 || r.most < r.least {
		return nil,
			cli.Misusef("--rate %q: want a range such as 100..1000, nodes=100.. or forced=..2",
				text)
	}
	return r, nil
}

// measure returns the number for a puzzle with all its hints placed.
func (r *rateRange) measure(
	ctx context.Context, b backends.Backend, t *puzzle.Tiling, workers int,
) (int64, error) {
	rating, err := rated(ctx, b, t, design.RateOptions{Workers: workers})
	if err != nil {
		return 0, err
	}
	last := rating.Forced[len(rating.Forced)-1]
	switch r.name {
	case "forced":
		return int64(last.Single), nil
	case "ahead":
		return int64(last.Ahead), nil
	case "dead-ends":
		return int64(rating.DeadEnds), nil
	}
	return rating.Nodes.Median, nil
}

// holds reports whether a number is in the range.
func (r *rateRange) holds(n int64) bool { return r.least <= n && n <= r.most }

// distance is how far a number is from the range, 0 in it.
func (r *rateRange) distance(n int64) int64 { return max(r.least-n, n-r.most, 0) }

// outside describes the numbers outside the range.
func (r *rateRange) outside(rated []int64) string {
	return fmt.Sprintf("%s with %s from %d to %d", text.Plural(len(rated), "other puzzle"),
		r.name, slices.Min(rated), slices.Max(rated))
}
