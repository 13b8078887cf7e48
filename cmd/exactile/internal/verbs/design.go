package verbs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/groups"
	"github.com/exactile/exactile/cmd/exactile/internal/maker"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/cobra"
)

// A designRun is a run of design.
type designRun struct {
	*cli.Call
	maker.Maker
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
	cli.AddSingle(flags, &r.files.folder, "output", "o", "-",
		"write a file for each puzzle to `DIR`; -: standard output", "")
	r.Input.Add(flags)
	r.Input.AddSymmetry(flags)
	r.Engine.AddOwn(flags, "native")
	r.Engine.AddSeed(flags)
	flags.Lookup("seed").Usage = "choose puzzles by the random seed `N`"
	flags.Lookup("timeout").Usage = "stop after `TIME`, such as 10m; 0: no limit"
	r.Plain(r.run, "print a line of JSON for each puzzle")
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
	if r.entry, err = r.One(ctx, r.Args[0]); err != nil {
		return err
	}
	r.Tiling = r.entry.Tiling
	r.By, err = groups.Pieces(r.Tiling, r.by)
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
		r.Note("%s: %s", said, r.StoppedText(err))
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
		object := designObject{Hints: p.Hints}
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
			object.Rating = map[string]int64{r.within.name: n}
			rating = &n
		}
		made++
		if err := r.files.write(ctx, r.Call, made, proved, object); err != nil {
			return made, err
		}
		r.see(rating, true)
		if made == r.number {
			break
		}
	}
	return made, nil
}
