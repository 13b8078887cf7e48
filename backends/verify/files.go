package verify

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/formats"
)

// puzzleFiles are the endings of the files that are read in a folder. A file
// that is named itself is read whatever its ending.
var puzzleFiles = []string{".yaml", ".yml", ".json", ".cfg", ".grid", ".dlx"}

// PuzzleFiles yields the files that the paths name and, for a folder, the puzzle
// files in it and below, by name. What cannot be read comes with its error.
func PuzzleFiles(paths ...string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, path := range paths {
			err := filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
				wanted := err != nil || !d.IsDir() && (file == path || slices.Contains(puzzleFiles, strings.ToLower(filepath.Ext(file))))
				if wanted && !yield(file, err) {
					return errStop
				}
				return nil
			})
			if err != nil {
				return
			}
		}
	}
}

// errStop ends a walk whose caller wants no more.
var errStop = errors.New("stop")

// Files checks the puzzles of the PuzzleFiles of the paths, in their order, and
// yields each result as it is found. A file that cannot be read is a Failed
// result. It stops when ctx ends.
func Files(ctx context.Context, o Options, paths ...string) iter.Seq[Result] {
	return func(yield func(Result) bool) {
		for file, err := range PuzzleFiles(paths...) {
			if ctx.Err() != nil {
				return
			}
			more := false
			if err != nil {
				more = yield(failedFile(file, err))
			} else {
				more = checkFile(ctx, o, file, yield)
			}
			if !more {
				return
			}
		}
	}
}

// checkFile yields the results of one file and reports whether more are wanted.
func checkFile(ctx context.Context, o Options, file string, yield func(Result) bool) bool {
	start := time.Now()
	content, err := loading(ctx, start, o, func() (*formats.File, error) {
		return formats.ReadFile(file, formats.Options{Limits: o.Limits})
	})
	if err != nil {
		return yield(failedFile(file, err))
	}
	for _, d := range content.Documents {
		if ctx.Err() != nil {
			return false
		}
		t, err := loading(ctx, start, o, d.Compile)
		var r Result
		if err != nil {
			r = failedFile(file, err)
			r.Puzzle = d.Puzzle.Name
		} else {
			r = tiling(ctx, t, o, time.Since(start))
			r.File = file
		}
		if !yield(r) {
			return false
		}
		start = time.Now()
	}
	return true
}

// errLate says that the time for a puzzle was up before it was compiled.
var errLate = errors.New("the time was up before it was loaded")

// loading returns what f returns, or errLate once the time for a puzzle, which began
// at start, is up. In that case f is left to run to its end.
func loading[T any](ctx context.Context, start time.Time, o Options, f func() (T, error)) (value T, err error) {
	limited, cancel := context.WithDeadline(ctx, start.Add(o.timeout()))
	defer cancel()
	if limited.Err() != nil {
		return value, errLate
	}
	var result T
	var failed error
	done := make(chan struct{})
	go func() {
		defer close(done)
		result, failed = f()
	}()
	select {
	case <-done:
		return result, failed
	case <-limited.Done():
		return value, errLate
	}
}

func failedFile(file string, err error) Result {
	r := Result{File: file, Verdict: Failed, Claims: []ClaimResult{}, Reasons: []string{err.Error()}, Err: err, Runs: []backends.Report{}}
	if errors.Is(err, errLate) {
		r.Verdict, r.Err = Unfinished, nil
	}
	return r
}

// Claims checks all puzzles of the files and folders with the default options
// and returns an error that names every puzzle whose claims do not hold, for the
// go test of whoever keeps puzzles. No puzzle at all is an error, too.
func Claims(ctx context.Context, paths ...string) error {
	var faults []error
	n := 0
	for r := range Files(ctx, Options{}, paths...) {
		n++
		if r.Verdict != OK {
			faults = append(faults, errors.New(r.String()))
		}
	}
	if n == 0 {
		return fmt.Errorf("verify: no puzzle file in %s", strings.Join(paths, ", "))
	}
	return errors.Join(append(faults, ctx.Err())...)
}

// String says in one line what became of the puzzle.
func (r Result) String() string {
	var parts []string
	for _, c := range r.Claims {
		if c.Verdict != OK {
			parts = append(parts, fmt.Sprintf("line %d: %s is %s: %s", c.Line, c.Claim, c.Verdict, c.Reason))
		}
	}
	parts = append(parts, r.Reasons...)
	text := fmt.Sprintf("%s: %s: %s", r.File, r.Puzzle, r.Verdict)
	if r.Puzzle == "" {
		text = fmt.Sprintf("%s: %s", r.File, r.Verdict)
	}
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, "; ")
	}
	return text
}
