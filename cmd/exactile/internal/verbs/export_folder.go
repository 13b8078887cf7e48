package verbs

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
)

// exportEndings are the usual endings of the formats whose ending is not their name.
var exportEndings = map[string]string{"dimacs": "cnf", "minizinc": "mzn"}

// isFolder reports whether -o names a folder: one that exists, or a path with a separator at its
// end.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir() || path != "" && os.IsPathSeparator(path[len(path)-1])
}

// runFolder writes a file for each puzzle into a folder, named after the puzzle.
func (r *exportRun) runFolder(ctx context.Context, target cli.Target) error {
	r.ErrorsAsJSON = target.Format == "json"
	if err := r.checkUses(target.Format); err != nil {
		return err
	}
	entries, err := r.Input.Puzzles(ctx, r.Console, 0, r.Args[0])
	if err != nil {
		return err
	}
	ending := cmp.Or(exportEndings[target.Format], target.Format)
	paths, taken := make([]string, len(entries)), make(map[string]string)
	for n, e := range entries {
		paths[n] = filepath.Join(target.Path, fileName(e.Name)+"."+ending)
		if other, ok := taken[paths[n]]; ok {
			return fmt.Errorf("%s would be the file of two puzzles, %s and %s: rename one",
				paths[n], other, e.Name)
		}
		taken[paths[n]] = e.Name
	}
	if err := os.MkdirAll(target.Path, 0o777); err != nil {
		return err
	}
	return cli.EachEntry(ctx, r.Console, entries, func(n int, e *cli.Entry) (err error) {
		if err := e.Open(ctx); err != nil {
			return err
		}
		target.Path = paths[n]
		if r.Out, err = cli.OpenOutput(ctx, target, nil); err != nil {
			return err
		}
		r.entry = e
		return r.Out.Finish(r.writeEntry(ctx))
	})
}
