package cli

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"weak"

	"github.com/exactile/exactile/cmd/internal/faults"
	"github.com/exactile/exactile/cmd/internal/game"
	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/text"
	"github.com/spf13/pflag"
)

// InputFlags are the flags for reading puzzles, as they were given.
type InputFlags struct {
	formats.Options
	symmetry string
	place    []string
	goal     string

	Goals bool // the verb knows goals; else it refuses puzzles that have one
}

// symmetries are the values of --symmetry.
var symmetries = []string{"all", "turns", "none"}

// FormatNames lists the formats of puzzle files: all, or those in which puzzles can be written.
func FormatNames(written bool) (names []string) {
	for _, f := range formats.All() {
		if !written || f.Written() {
			names = append(names, f.Name)
		}
	}
	return names
}

// Add defines the flags for every verb that reads a puzzle.
func (f *InputFlags) Add(flags *pflag.FlagSet) {
	names := FormatNames(false)
	ChoiceVar(flags, &f.Format, "from", "",
		"read the puzzle file as `FORMAT` (default: by its content): "+strings.Join(names, ", "),
		names...)
	flags.StringArrayVar(&f.place, "place", nil,
		"hold a piece over a cell with a label: `PIECE=LABEL`, such as day=6; may be repeated")
	flags.StringVar(&f.BoardFile, "board-file", "",
		"read the board from `FILE`, a drawing of X and blanks; the puzzle file has the pieces")
	flags.StringVar(&f.goal, "goal", "",
		"replace the puzzle's goal by `GOAL`; none: no goal")
	SetChoices(flags, "goal", puzzle.GoalNames()...)
	f.symmetry = symmetries[0]
}

// AddSymmetry defines --symmetry, for verbs whose result depends on it.
func (f *InputFlags) AddSymmetry(flags *pflag.FlagSet) {
	ChoiceVar(flags, &f.symmetry, "symmetry", symmetries[0],
		"use the symmetries `MOTIONS`: all, turns, none", symmetries...)
}

// AddMending defines the flags that read a file as if it were another. Other verbs take what
// convert writes with them.
func (f *InputFlags) AddMending(flags *pflag.FlagSet) {
	flags.BoolVar(&f.Lenient, "lenient", false,
		"accept small format errors, with a warning")
	flags.BoolVar(&f.Merged, "merge-congruent", false,
		"make pieces of the same shape one type, their counts added")
}

// A loader reads puzzles by its flags.
type loader struct {
	*Console
	InputFlags
	loadTimeout time.Duration // limit for reading and compiling a puzzle; 0: none
}

// Puzzles reads the puzzles that the arguments name, in order, each with a time limit for
// reading and compiling, 0 for none. [Entry.Open] compiles them, or returns why there is no
// puzzle; a single puzzle is open already, unless it is late. If nothing can be read, Puzzles
// returns all errors. It returns an error of the command line at once.
func (f *InputFlags) Puzzles(
	ctx context.Context, c *Console, within time.Duration, args ...string,
) ([]*Entry, error) {
	l := &loader{c, *f, within}
	var err error
	if l.Limits, err = LimitsFromEnvironment(); err != nil {
		return nil, err
	}
	var entries []*Entry
	var failures []error
	for k, arg := range args {
		if arg == "-" && slices.Contains(args[:k], "-") {
			return nil, Misusef("standard input can be read only once")
		}
		read, err := l.read(ctx, arg)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil:
		case StatusOf(err) == Misuse:
			return nil, err
		default:
			if !IsLoadTimeout(err) {
				failures = append(failures, err)
			}
			read = []*Entry{{Name: arg, loadError: err}}
		}
		entries = append(entries, read...)
	}
	if len(failures) == len(entries) {
		return nil, errors.Join(failures...)
	}
	if len(entries) == 1 {
		if err := entries[0].Open(ctx); err != nil && !IsLoadTimeout(err) {
			return nil, err
		}
	}
	return entries, nil
}

// read reads the puzzles that one argument names.
func (l *loader) read(ctx context.Context, arg string) (all []*Entry, err error) {
	start := l.StartPhase()
	builtIn := arg != "-" && (game.IsDaily(arg) || catalogue.Has(arg))
	var file *formats.File
	if builtIn && l.BoardFile != "" {
		return nil, Misusef("--board-file: %s is built in and has its board", arg)
	} else if builtIn {
		file, err = builtInFile(ctx, arg)
	} else {
		file, err = withinTime(ctx, arg, start, l.loadTimeout, func() (*formats.File, error) {
			return l.file(arg)
		})
	}
	if err != nil {
		return nil, err
	}
	if file.Guessed {
		l.Note("%s: read as %s by its content alone; --from FORMAT if it is something else",
			arg, file.Format)
	}
	for _, w := range file.Warnings {
		l.Warn(w)
	}
	for _, d := range file.Documents {
		p, placed, err := l.placed(d.Puzzle)
		if err == nil {
			p, err = l.aimed(p)
		}
		if refused := (*puzzle.Error)(nil); errors.As(err, &refused) && !builtIn {
			err = d.Place(err)
		}
		if err != nil {
			return nil, err
		}
		if d.Puzzle = p; l.Merged {
			d.Puzzle = p.MergeCongruent()
		}
		all = append(all, &Entry{
			Name: d.Puzzle.Name, Symmetry: l.symmetry, loadTimeout: l.loadTimeout, note: l.Note,
			builtIn: builtIn, ragged: d.Ragged(),
			compile: func() (t *puzzle.Tiling, err error) {
				if !builtIn {
					t, err = d.Compile()
				} else if t, err = d.Puzzle.Compile(); err != nil {
					err = fmt.Errorf("%s: %w", p.Name, err)
				}
				if err != nil {
					return nil, l.misaimed(p, misplaced(p, placed, err))
				}
				return t.Under(l.symmetry), nil
			},
		})
	}
	if len(all) > 0 {
		all[0].readTime = time.Since(start)
	}
	return all, nil
}

// builtInFile returns built-in puzzles as if they were the documents of a file.
func builtInFile(ctx context.Context, arg string) (*formats.File, error) {
	names, err := catalogue.Expand(arg)
	if err != nil {
		return nil, err
	}
	file := &formats.File{}
	for _, name := range names {
		var puzzles []*puzzle.Puzzle
		if game.IsDaily(arg) {
			puzzles = make([]*puzzle.Puzzle, 1)
			puzzles[0], err = game.Daily(ctx, name, time.Now())
		} else {
			puzzles, err = catalogue.Lookup(name)
		}
		if err != nil {
			return nil, err
		}
		for _, p := range puzzles {
			file.Documents = append(file.Documents, &formats.Document{Puzzle: p})
		}
	}
	return file, nil
}

// placed returns a puzzle with the labels that --place has pieces cover, without its claims, and
// the flag for each part of the puzzle that is new: errors have its Part and Index.
func (l *loader) placed(p *puzzle.Puzzle) (*puzzle.Puzzle, map[puzzle.Error]string, error) {
	if len(l.place) == 0 {
		return p, nil, nil
	}
	q := *p
	q.Claims = nil
	flags := make(map[puzzle.Error]string)
	for _, flag := range l.place {
		piece, label, err := placement(&q, flag)
		if err != nil {
			return nil, nil, Misusef("--place %q: %s: %w", flag, p.Name, err)
		}
		hints := len(q.Place)
		if q.PutOver(piece, label); len(q.Place) > hints {
			flags[puzzle.Error{Part: "hint", Index: hints}] = flag
		} else {
			flags[puzzle.Error{Part: "over", Index: len(q.Over) - 1}] = flag
		}
	}
	return &q, flags, nil
}

// aimed returns a puzzle with the goal of --goal, without claims if that is another one than its
// own. The error is that the verb does not know goals, and the puzzle has one.
func (l *loader) aimed(p *puzzle.Puzzle) (*puzzle.Puzzle, error) {
	if l.goal != "" {
		g, err := puzzle.ParseGoal(l.goal)
		if err != nil {
			return nil, Misusef("--goal: %w", err)
		}
		if p.Goal.Boards() && !g.Boards() {
			return nil, Misusef("--goal %s: %s has no board, and asks for the %s", l.goal, p.Name,
				p.Goal)
		}
		if g != p.Goal {
			q := *p
			q.Goal, q.Claims = g, nil
			p = &q
		}
	}
	if p.Goal.Of == "" || l.Goals {
		return p, nil
	}
	const advice = ": only solve, count, verify, certify, check, export and decode know goals, " +
		"not with all flags; --goal none leaves it out"
	return nil, &puzzle.Error{Part: "goal", Text: p.Name + " has the goal " + p.Goal.String() +
		advice}
}

// misaimed makes an error about the goal one of --goal, if that was given.
func (l *loader) misaimed(p *puzzle.Puzzle, err error) error {
	wrong, ok := errors.AsType[*puzzle.Error](err)
	if l.goal == "" || !ok || wrong.Part != "goal" {
		return err
	}
	return Misusef("--goal: %s: %s", p.Name, wrong.Text)
}

// misplaced makes an error about a label of --place one of the flag.
func misplaced(p *puzzle.Puzzle, placed map[puzzle.Error]string, err error) error {
	var wrong *puzzle.Error
	if !errors.As(err, &wrong) {
		return err
	}
	flag, ok := placed[puzzle.Error{Part: wrong.Part, Index: wrong.Index}]
	if !ok {
		return err
	}
	_, text, _ := strings.Cut(wrong.Text, fmt.Sprintf("hint %d: ", wrong.Index+1))
	return Misusef("--place %q: %s: %s", flag, p.Name, cmp.Or(text, wrong.Text))
}

// placement takes PIECE=LABEL apart. Both may have an equals sign in them.
func placement(p *puzzle.Puzzle, written string) (piece, label string, err error) {
	var pieces, labels []string
	for _, known := range p.Pieces {
		pieces = append(pieces, known.Name)
	}
	for _, s := range p.Board.Sites {
		if s.Label != "" && !slices.Contains(labels, s.Label) {
			labels = append(labels, s.Label)
		}
	}
	piece, label, ok := strings.Cut(written, "=")
	for n := len(piece); n < len(written); n++ {
		if written[n] == '=' && slices.Contains(pieces, written[:n]) &&
			slices.Contains(labels, written[n+1:]) {
			piece, label = written[:n], written[n+1:]
		}
	}
	switch {
	case !ok || piece == "" || label == "":
		err = errors.New("want PIECE=LABEL, such as day=6")
	case len(labels) == 0:
		err = errors.New("its board has no labels; they are the key labels of a puzzle file")
	case !slices.Contains(pieces, piece):
		err = fmt.Errorf("there is no piece %q%s: want one of %s",
			piece, text.Hint(piece, pieces), text.List(pieces, ", "))
	case !slices.Contains(labels, label):
		err = fmt.Errorf("no cell has the label %q%s", label, text.Hint(label, labels))
	}
	return piece, label, err
}

// A storedPuzzle is a puzzle in a folder or a job: enough for any machine to make the same model.
type storedPuzzle struct {
	Format   string `json:"format"`
	Symmetry string `json:"symmetry"`
	Document string `json:"document"`
}

// Stored returns the puzzle as text that [CompileStored] reads.
func (e *Entry) Stored() ([]byte, error) {
	document, format, err := e.Document()
	if err != nil {
		return nil, err
	}
	return json.Marshal(storedPuzzle{format, e.Symmetry, string(document)})
}

// CompileStored compiles the puzzle in a text of [Entry.Stored].
func CompileStored(ctx context.Context, name string, text []byte) (*puzzle.Tiling, error) {
	var s storedPuzzle
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("%s: its puzzle is damaged: %w", name, err)
	}
	if !slices.Contains(symmetries, s.Symmetry) {
		return nil, fmt.Errorf("%s: --symmetry %q: want all, turns or none", name, s.Symmetry)
	}
	return await.Value(ctx, func() (*puzzle.Tiling, error) {
		t, err := ReadBack(name, []byte(s.Document), s.Format)
		if err != nil {
			return nil, err
		}
		return t.Under(s.Symmetry), nil
	})
}

// ReadBack compiles the one puzzle in a text that a program wrote.
func ReadBack(name string, text []byte, format string) (*puzzle.Tiling, error) {
	limits, err := LimitsFromEnvironment()
	if err != nil {
		return nil, err
	}
	file, err := formats.Read(name, bytes.NewReader(text), formats.Options{
		Format: format, Limits: limits,
	})
	if err != nil {
		return nil, err
	}
	if n := len(file.Documents); n != 1 {
		return nil, fmt.Errorf("%s holds %d puzzles, not one", name, n)
	}
	return file.Documents[0].Compile()
}

// PuzzleText returns puzzles as text in a format.
func PuzzleText(format string, puzzles ...*puzzle.Puzzle) ([]byte, error) {
	var b bytes.Buffer
	err := formats.Write(&b, format, puzzles...)
	return b.Bytes(), err
}

// nearestFile returns the file in the folder of a path with the most similar name.
func nearestFile(path string) (string, bool) {
	folder, name := filepath.Split(path)
	entries, err := os.ReadDir(filepath.Clean(folder))
	if err != nil {
		return "", false
	}
	var names []string
	for _, e := range entries[:min(len(entries), 1000)] {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	near, ok := text.Nearest(name, names)
	return folder + near, ok
}

// file reads standard input or a file. An error about the format or the board names the flag for
// it.
func (l *loader) file(arg string) (file *formats.File, err error) {
	defer func() {
		var first *located.Error
		var near *formats.UnknownFormatError
		switch {
		case !errors.As(err, &first):
		case errors.As(err, &near):
			first.Err = fmt.Errorf("%w (--from %s)", first.Err, near[0])
		case errors.Is(err, formats.ErrNoBoard):
			first.Err = fmt.Errorf("%w (--board-file FILE, or "+
				"--goal \"smallest square\")", first.Err)
		}
	}()
	if g, err := puzzle.ParseGoal(l.goal); err == nil {
		l.Boardless = g.Boards()
	}
	if arg == "-" {
		return formats.Read("-", l.Stdin, l.Options)
	}
	if info, err := os.Stat(arg); err == nil && info.IsDir() {
		return nil, fmt.Errorf(
			"%s is a folder: name a puzzle file in it (exactile verify takes folders)", arg)
	}
	file, err = formats.ReadFile(arg, l.Options)
	if errors.Is(err, os.ErrNotExist) {
		text := fmt.Sprintf("there is no file and no built-in puzzle %q", arg)
		near, ok := catalogue.Suggest(arg)
		if !ok {
			near, ok = nearestFile(arg)
		}
		if ok {
			text += fmt.Sprintf("; did you mean %q?", near)
		}
		return nil, errors.New(text + " (exactile list shows the built-in ones)")
	}
	return file, err
}

// An Entry is a puzzle from the command line, or the reason why there is none.
type Entry struct {
	Name   string         // of the puzzle; the argument if it was not read
	Tiling *puzzle.Tiling // nil unless the puzzle is open
	// Reason is why the open puzzle has no solution, "" unless that shows at once.
	Reason string
	// Spent is how long loading took: it counts for a puzzle's time limit.
	Spent time.Duration

	// Symmetry is the value of --symmetry.
	Symmetry string

	compared    weak.Pointer[cover.Model] // for which argument was found at once; it may be dropped
	argument    *argument.Argument        // that there is no solution; nil: none was found
	builtIn     bool
	ragged      string // see [formats.Document.Ragged]
	compile     func() (*puzzle.Tiling, error)
	loadError   error         // why there is no puzzle
	readTime    time.Duration // how long reading took
	loadTimeout time.Duration // the time limit of loading; 0: none
	// prints notes about the puzzle; nil: they are printed
	note func(format string, args ...any)
}

// A timeoutError is a time limit that ended before a puzzle was compiled.
type timeoutError struct {
	name  string
	after time.Duration
}

func (e *timeoutError) Error() string {
	return fmt.Sprintf("%s: stopped after %v, before it was loaded", e.name, e.after)
}

// Unwrap makes a timeoutError a deadline error.
func (e *timeoutError) Unwrap() error { return context.DeadlineExceeded }

// withinTime returns the result of f, or ctx.Err() as soon as ctx ends, or a *timeoutError when the
// time within has passed since start. In the last two cases f continues in the background: a
// pipe or a terminal may block it for ever.
func withinTime[T any](
	ctx context.Context, name string, start time.Time, within time.Duration, f func() (T, error),
) (T, error) {
	if within == 0 {
		return await.Value(ctx, f)
	}
	limited, cancel := context.WithDeadline(ctx, start.Add(within))
	defer cancel()
	value, err := await.Value(limited, f)
	if err != nil && ctx.Err() == nil && limited.Err() != nil && errors.Is(err, limited.Err()) {
		err = &timeoutError{name, within}
	}
	return value, err
}

// IsLoadTimeout reports whether an error is a time limit that ended before a puzzle was compiled.
func IsLoadTimeout(err error) bool {
	var late *timeoutError
	return errors.As(err, &late)
}

// BuiltIn reports whether the puzzle comes from no file.
func (e *Entry) BuiltIn() bool { return e.builtIn }

// Open compiles the puzzle if it is not open. It returns why there is no puzzle.
func (e *Entry) Open(ctx context.Context) error {
	if e.loadError != nil || e.Tiling != nil {
		return e.loadError
	}
	start := time.Now().Add(-e.readTime)
	e.Tiling, e.loadError = withinTime(ctx, e.Name, start, e.loadTimeout, e.compile)
	e.Spent = time.Since(start)
	if e.loadError != nil || e.note == nil {
		return e.loadError
	}
	if e.Tiling.Puzzle.Goal.Boards() {
		return nil // there is no board yet to find faults of
	}
	found := faults.Find(e.Tiling)
	if found.Cells && e.ragged != "" {
		found.Notes[len(found.Notes)-1] += "; " + e.ragged
		if found.Argument != nil {
			found.Argument.Text += "; " + e.ragged
		}
	}
	if e.compared, e.argument = weak.Make(e.Tiling.Model), found.Argument; found.Argument != nil {
		e.Reason = found.Argument.Text
	}
	for n, why := range found.Notes {
		if more := len(found.Notes) - n; n == text.MostListed && more > 1 {
			e.note("%s: and %d more pieces that fit nowhere", e.Name, more)
			break
		}
		e.note("%s: %s", e.Name, why)
	}
	e.note = nil
	return nil
}

// NoteReason notes why there is no solution, "" for nothing, unless that was said when the puzzle
// was opened.
func (e *Entry) NoteReason(c *Console, why string) {
	if why != "" && e.Reason == "" {
		c.Note("%s: no solution: %s", e.Name, why)
	}
}

// NoteCongruent notes which pieces have the same shape: solutions that swap them are different
// ones. Built-in puzzles have such pieces on purpose, and say so.
func (e *Entry) NoteCongruent(c *Console) {
	if e.builtIn || e.Tiling == nil {
		return
	}
	groups := e.Tiling.Congruent()
	if len(groups) == 0 {
		return
	}
	var names []string
	for _, k := range groups[0] {
		names = append(names, strconv.Quote(e.Tiling.Puzzle.Pieces[k].Name))
	}
	c.Note("%s: pieces %s have the same shape: solutions that swap them are counted as "+
		"different; --merge-congruent counts them once",
		e.Name, text.List(names, ", "))
}

// Document returns the puzzle as text that another process can read, and the name of its
// format.
func (e *Entry) Document() (text []byte, format string, err error) {
	format = "json"
	if e.Tiling.Puzzle.Cover != nil {
		format = "dlx"
	}
	text, err = PuzzleText(format, e.Tiling.Puzzle)
	return text, format, err
}

// EachEntry calls do for every puzzle, which it may open, and combines the exit statuses. It
// reports puzzles that fail at once, so that the others still run. A model is made when do opens
// its puzzle and dropped when do returns, with what was read of it: of a thousand models one is in
// memory.
func EachEntry(
	ctx context.Context, c *Console, entries []*Entry, do func(n int, e *Entry) error,
) error {
	var codes []int
	for n, e := range entries {
		err := do(n, e)
		if err != nil && err == ctx.Err() {
			err = context.Cause(ctx) // which says what ended it
		}
		e.Tiling, e.compile = nil, nil
		if err != nil && len(entries) == 1 {
			return err
		}
		codes = append(codes, StatusOf(err))
		if left := len(entries) - n - 1; ctx.Err() != nil && left > 0 {
			if !IsStop(err) || c.ErrorsAsJSON { // else the note says it
				c.Report(err)
			}
			c.Note("%v: %d of %s were not run",
				context.Cause(ctx), left, text.Plural(len(entries), "puzzle"))
			codes = append(codes, Stopped)
			break
		}
		c.Report(err)
	}
	return Exit(WorstStatus(codes))
}
