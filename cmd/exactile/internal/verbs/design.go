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

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/visible"
	"github.com/exactile/exactile/internal/words"
)

// designVerb is the verb that makes puzzles with one solution.
func designVerb(c *cli.Console, cmd *cobra.Command) {
	var f designFlags
	cmd.SuggestFor = []string{"make", "generate"}
	cmd.Args = cli.Exactly("PUZZLE")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		c.ErrorsAsJSON = f.files.json
		j, err := f.resolve(c, cmd, args[0])
		if err != nil {
			return err
		}
		return j.run(cmd.Context(), c)
	}

	f.add(cmd.Flags())
}

// designFlags are the flags of design, as they were given.
type designFlags struct {
	number, tries int
	maker         Maker
	by            []string
	rate          string
	files         designFiles
	input         cli.InputFlags
	engine        cli.EngineFlags
}

func (f *designFlags) add(flags *pflag.FlagSet) {
	flags.IntVarP(&f.number, "number", "n", 1, "make `N` puzzles")
	flags.IntVar(&f.maker.Hints, "hints", -1,
		"add at most `K` hints (where left out: with --by and --by-use none, else any number)")
	flags.Lookup("hints").DefValue = "0"
	flags.StringArrayVar(&f.by, "by", nil, "choose ways in which `PIECE[,PIECE...]` lie")
	flags.BoolVar(&f.maker.Uses, "by-use", false, "choose how often each piece is used")
	flags.BoolVar(&f.maker.UpToSymmetry, "up-to-symmetry", false,
		"with --by-use: one solution up to symmetry will do")
	flags.StringVar(&f.rate, "rate", "", "take puzzles whose `[NAME=]MIN..MAX` holds: nodes "+
		"(where left out), forced, ahead, dead-ends; see exactile rate")
	flags.IntVar(&f.tries, "tries", 1000, "with --rate: look at `N` puzzles at most")
	flags.BoolVar(&f.files.certify, "certify", false,
		"write a certificate beside each file, a folder of its name")
	flags.BoolVar(&f.files.force, "force", false, "overwrite files that are there already")
	flags.BoolVar(&f.files.json, "json", false, "print a line of JSON for each puzzle")
	cli.AddSingle(flags, &f.files.folder, "output", "o", "-",
		"`DIR` to write a file for each puzzle to; -: standard output", "")
	f.input.Add(flags)
	f.engine.Add(flags, "native")
	f.engine.AddSeed(flags)
	flags.Lookup("seed").Usage = "`N` that the choice is made from"
	flags.Lookup("backend").Usage = "`BACKEND` that finds the solutions; see exactile list"
	flags.Lookup("timeout").Usage = "`TIME` for all of it, such as 10m; 0: no limit"
}

// A designJob is a design, resolved from its flags, and its files.
type designJob struct {
	cli.Config
	Maker
	entry  *cli.Entry
	number int
	tries  int
	rate   *rateRange // nil: any
	files  designFiles
	rated  []int64 // ratings outside rate
}

func (f *designFlags) resolve(
	c *cli.Console, cmd *cobra.Command, arg string,
) (j *designJob, err error) {
	j = &designJob{Maker: f.maker, number: f.number, tries: f.tries, files: f.files}
	switch {
	case f.number < 1:
		return j, cli.Misusef("-n %d: want at least one puzzle", f.number)
	case f.tries < 1:
		return j, cli.Misusef("--tries %d: want at least one", f.tries)
	case j.Hints < 0 && cmd.Flags().Changed("hints"):
		return j, cli.Misusef("--hints %d is below zero", j.Hints)
	case len(f.by) > 0 && j.Uses:
		return j, cli.Misusef("--by and --by-use ask for different things")
	case j.UpToSymmetry && (!j.Uses || j.Hints > 0):
		return j, cli.Misusef("--up-to-symmetry goes with --by-use alone: hints leave one " +
			"solution, and no other of its orbit")
	case f.files.certify && f.files.folder == "-":
		return j, cli.Misusef("--certify needs -o DIR, to write the certificates into")
	case cmd.Flags().Changed("tries") && f.rate == "":
		return j, cli.Misusef("--tries goes with --rate: other puzzles are all taken")
	}
	if j.rate, err = parseRate(f.rate); err != nil {
		return j, err
	}
	ctx := cmd.Context()
	if j.Config, err = f.engine.Resolve(ctx, c.Progress.Watched(false)); err != nil {
		return j, err
	}
	j.Maker.Seed = j.Config.Seed
	if j.Hints < 0 && len(f.by) == 0 && !j.Uses {
		j.Hints = math.MaxInt32
	}
	if j.Maker.Backend, err = j.Config.Backend(); err != nil {
		return j, err
	}
	if backends.CountsOnly(j.Maker.Backend) {
		return j, cli.Misusef("-b %s: %v, and a puzzle has a solution", j.Name, backends.ErrCountsOnly)
	}
	if j.entry, err = f.input.One(ctx, c, j.Timeout, arg); err != nil {
		return j, err
	}
	j.Tiling = j.entry.Tiling
	j.By, err = piecesNamed(j.Tiling, f.by)
	return j, err
}

// run makes the puzzles, and notes why there are fewer than asked for.
func (j *designJob) run(ctx context.Context, c *cli.Console) error {
	if err := j.files.begin(j.entry.Name, j.number); err != nil {
		return err
	}
	limited, cancel := j.Limited(ctx, j.entry.Spent)
	defer cancel()
	defer c.Progress.Begin(limited, j.entry.Name)()
	j.Maker.Backend = cli.AnnounceWinner(c, j.Maker.Backend, j.entry.Name, nil)
	made, err := j.make(limited, c)
	if looked := j.Looked(); c.Verbose && looked != "" {
		c.Note("%s: %s", j.entry.Name, looked)
	}
	told := fmt.Sprintf("%s: %s", j.entry.Name, words.Plural(made, "puzzle"))
	switch {
	case err != nil && cli.IsStop(err):
		c.Note("%s of %d: %s", told, j.number, stoppedBy(ctx, &j.Config, err))
		return cli.Exit(cli.Stopped)
	case err != nil && !errors.Is(err, errTries):
		return fmt.Errorf("%s: %w", j.entry.Name, err)
	case made == j.number:
		return nil
	}
	why := j.Why(made + len(j.rated))
	if errors.Is(err, errTries) {
		why = "--tries allows no more"
	}
	if j.rate != nil && len(j.rated) > 0 {
		why = fmt.Sprintf("%s; %s", j.rate.outside(j.rated), why)
	}
	c.Note("%s of %d: %s", told, j.number, why)
	if made == 0 {
		return cli.Exit(cli.NoSolution)
	}
	return nil
}

// errTries ends a design after --tries puzzles.
var errTries = errors.New("no more tries")

// make makes puzzles until there are enough.
func (j *designJob) make(ctx context.Context, c *cli.Console) (made int, err error) {
	for p, err := range j.Puzzles(ctx) {
		if err != nil {
			return made, err
		}
		name := fmt.Sprintf("%s, design %d", j.entry.Name, made+1)
		proved, err := j.Prove(ctx, p, name, j.Work)
		if err != nil {
			return made, err
		}
		line, object := []string{hintsText(p)}, designObject{Hints: p.Hints}
		if p.Fewest >= 0 {
			object.Fewest = &p.Fewest
		}
		if j.rate != nil {
			n, err := j.rate.of(ctx, j.Maker.Backend, proved.Tiling, j.Work.Workers)
			if err != nil {
				return made, err
			}
			if !j.rate.holds(n) {
				if j.rated = append(j.rated, n); made+len(j.rated) >= j.tries {
					return made, errTries
				}
				continue
			}
			line = append(line, fmt.Sprintf("%s %d", j.rate.name, n))
			object.Rating = map[string]int64{j.rate.name: n}
		}
		made++
		if err := j.files.write(ctx, c, made, proved, line, object); err != nil {
			return made, err
		}
		if made == j.number {
			break
		}
	}
	return made, nil
}

// hintsText is how many hints were added, and how few would do.
func hintsText(p Puzzle) string {
	text := words.Plural(p.Hints, "hint")
	switch {
	case p.Fewest < 0:
		text += " (fewer may do)"
	case p.Fewest < p.Hints:
		text += fmt.Sprintf(" (%d would do)", p.Fewest)
	}
	return text
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
		text := p.Text
		if n > 1 {
			text = append([]byte("---\n"), text...)
		}
		_, err := c.Stdout.Write(text)
		return err
	}
	path := f.path(n)
	if f.certify {
		certificate, err := proof.Write(ctx, certificateOf(path), p.Tiling.Model, proof.Options{
			Puzzle: p.Tiling.Puzzle.Name, Generator: "exactile " + cli.Version(),
			UpToSymmetry: p.Claims[0].Count != nil, PuzzleText: p.Text,
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
	_, err := fmt.Fprintf(c.Stdout, "%s\t%s\n", visible.Text(path), strings.Join(line, ", "))
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
		return nil, cli.Misusef("--rate %q: want a range such as 100..1000, nodes=100.. or forced=..2",
			text)
	}
	return r, nil
}

// of returns the number for a puzzle with all its hints placed.
func (r *rateRange) of(
	ctx context.Context, b backends.Backend, t *puzzle.Tiling, workers int,
) (int64, error) {
	base, hints, err := withoutHints(t)
	if err != nil {
		return 0, err
	}
	rating, err := backends.Rate(ctx, b, base.Model, hints, backends.RateOptions{Workers: workers})
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

// outside describes the numbers outside the range.
func (r *rateRange) outside(rated []int64) string {
	return fmt.Sprintf("%s with %s from %d to %d", words.Plural(len(rated), "other puzzle"),
		r.name, slices.Min(rated), slices.Max(rated))
}
