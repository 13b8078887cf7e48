// Package making holds the verbs to make puzzles, rate them and print them to cut: design,
// rate and sheet.
package making

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/designed"
	"github.com/exactile/exactile/cmd/exactile/internal/engine"
	"github.com/exactile/exactile/cmd/exactile/internal/grouped"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/cmd/internal/words"
)

// Design is the verb that makes puzzles with one solution.
func Design(c *console.Console) *cobra.Command {
	var f designFlags
	cmd := &cobra.Command{
		Use:   "design PUZZLE",
		Short: "Make puzzles with exactly one solution",

		SuggestFor: []string{"make", "generate"},
		Long: `design makes puzzles with exactly one solution of a puzzle with many, and prints
them as puzzle files; with -o DIR each goes to a file of its own. Each says
"unique: true", which native and gini have proved on what was written.

It adds hints, placements of the solution that is to be left, none of which can
be spared. Where all solutions can be listed and compared in a minute or so, up
to 262144 of them, the puzzles with the fewest hints come first, and in the end
all that there are. Of more solutions some are drawn; each is then left by as
few hints as it takes, but another one might do with fewer. Where it takes too
long to see that, no hint can be spared, but the line for the file says that
"fewer may do".

--by makes a family: of all ways in which the named pieces lie, those with one
solution, or with --hints those that so many hints leave one. --by-use chooses
pieces: of all ways to use the pieces whose count is a range, those with one
solution; --up-to-symmetry has one up to symmetry do.

No two puzzles are the same up to the motions of the board. The same seed makes
the same puzzles. --rate takes those of which a number is in a range, that of
"exactile rate": nodes (the median), forced or ahead (with all hints),
dead-ends. If there is no puzzle it says why, and the exit status is 20. --json
prints an object for each puzzle: {"puzzle", "hints", "fewest"}, the number of
"rating", and the "file" or else its "text".`,
		Example: `  exactile design pentominoes:6x10
  exactile design --hints 2 -n 12 --seed 7 -o puzzles pentominoes:8x8-center
  exactile design --by month,day --hints 1 -n 5 calendar
  exactile design --by-use --up-to-symmetry -n 3 pieces.yaml
  exactile design --rate nodes=200..1000 --certify -o hard pentominoes:6x10`,
		Args: usage.Exactly("PUZZLE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c.ErrorsAsJSON = f.files.json
			j, err := f.resolve(c, cmd, args[0])
			if err != nil {
				return err
			}
			return j.run(cmd.Context(), c)
		},
	}
	f.add(cmd.Flags())
	return cmd
}

// designFlags are the flags of design, as they were given.
type designFlags struct {
	number, tries int
	maker         designed.Maker
	by            []string
	rate          string
	files         designFiles
	input         load.Flags
	engine        engine.Flags
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
	usage.AddSingle(flags, &f.files.folder, "output", "o", "-",
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
	engine.Config
	designed.Maker
	entry  *load.Entry
	number int
	tries  int
	rate   *rateRange // nil: any
	files  designFiles
	rated  []int64 // ratings outside rate
}

func (f *designFlags) resolve(
	c *console.Console, cmd *cobra.Command, arg string,
) (j *designJob, err error) {
	j = &designJob{Maker: f.maker, number: f.number, tries: f.tries, files: f.files}
	switch {
	case f.number < 1:
		return j, usage.Errorf("-n %d: want at least one puzzle", f.number)
	case f.tries < 1:
		return j, usage.Errorf("--tries %d: want at least one", f.tries)
	case j.Hints < 0 && cmd.Flags().Changed("hints"):
		return j, usage.Errorf("--hints %d is below zero", j.Hints)
	case len(f.by) > 0 && j.Uses:
		return j, usage.Errorf("--by and --by-use ask for different things")
	case j.UpToSymmetry && (!j.Uses || j.Hints > 0):
		return j, usage.Errorf("--up-to-symmetry goes with --by-use alone: hints leave one " +
			"solution, and no other of its orbit")
	case f.files.certify && f.files.folder == "-":
		return j, usage.Errorf("--certify needs -o DIR, to write the certificates into")
	case cmd.Flags().Changed("tries") && f.rate == "":
		return j, usage.Errorf("--tries goes with --rate: other puzzles are all taken")
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
		return j, usage.Errorf("-b %s: %v, and a puzzle has a solution", j.Name, backends.ErrCountsOnly)
	}
	if j.entry, err = f.input.One(ctx, c, j.Timeout, arg); err != nil {
		return j, err
	}
	j.Tiling = j.entry.Tiling
	j.By, err = grouped.Named(j.Tiling, f.by)
	return j, err
}

// run makes the puzzles, and notes why there are fewer than asked for.
func (j *designJob) run(ctx context.Context, c *console.Console) error {
	if err := j.files.begin(j.entry.Name, j.number); err != nil {
		return err
	}
	limited, cancel := j.Limited(ctx, j.entry.Spent)
	defer cancel()
	defer c.Progress.Begin(limited, j.entry.Name)()
	j.Maker.Backend = engine.Announced(c, j.Maker.Backend, j.entry.Name, nil)
	made, err := j.make(limited, c)
	if looked := j.Looked(); c.Verbose && looked != "" {
		c.Note("%s: %s", j.entry.Name, looked)
	}
	told := fmt.Sprintf("%s: %s", j.entry.Name, words.Plural(made, "puzzle"))
	switch {
	case err != nil && status.IsStop(err):
		c.Note("%s of %d: %s", told, j.number, stoppedBy(ctx, &j.Config, err))
		return status.Exit(status.Stopped)
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
		return status.Exit(status.NoSolution)
	}
	return nil
}

// errTries ends a design after --tries puzzles.
var errTries = errors.New("no more tries")

// make makes puzzles until there are enough.
func (j *designJob) make(ctx context.Context, c *console.Console) (made int, err error) {
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
func hintsText(p designed.Puzzle) string {
	text := words.Plural(p.Hints, "hint")
	switch {
	case p.Fewest < 0:
		text += " (fewer may do)"
	case p.Fewest < p.Hints:
		text += fmt.Sprintf(" (%d would do)", p.Fewest)
	}
	return text
}
