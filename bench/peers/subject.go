package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// A subject is the exactile program: it exports the puzzles for the others, and
// its count is what answers are compared with.
type subject struct {
	program string
	folder  string // for files
	files   map[[2]string]exportResult
}

type exportResult struct {
	path string
	err  error
}

// patience is how long exactile may take to count or export a puzzle outside
// what is measured.
const patience = 10 * time.Minute

// newSubject returns a subject that uses the given program; it is built from this
// module if there is none.
func newSubject(ctx context.Context, program, folder string) (*subject, error) {
	if program == "" {
		program = filepath.Join(folder, "exactile")
		build := exec.CommandContext(ctx, "go", "build", "-o", program, "github.com/exactile/exactile/cmd/exactile")
		if said, err := build.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("building exactile: %w\n%s", err, said)
		}
	}
	path, err := exec.LookPath(program)
	if err != nil {
		return nil, err
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	return &subject{program: path, folder: folder, files: make(map[[2]string]exportResult)}, nil
}

// ask runs exactile; a status other than those given is an error.
func (s *subject) ask(ctx context.Context, args []string, statuses ...int) (*run, error) {
	r, err := execute(ctx, s.folder, patience, append([]string{s.program}, args...), "")
	if err != nil {
		return nil, fmt.Errorf("exactile %s: %w", args[0], err)
	}
	for _, status := range statuses {
		if r.status == status {
			return r, nil
		}
	}
	return nil, fmt.Errorf("exactile %s: exit status %d: %s", args[0], r.status, r.complaint())
}

var number = regexp.MustCompile(`^\d+$`)

// count returns the number of the puzzle's solutions.
func (s *subject) count(ctx context.Context, puzzle string) (string, error) {
	r, err := s.ask(ctx, []string{"count", puzzle}, 0)
	if err != nil {
		return "", err
	}
	n := strings.TrimSpace(string(r.output))
	if !number.MatchString(n) {
		return "", fmt.Errorf("%s: exactile counts %q; want one puzzle and a number", puzzle, n)
	}
	return n, nil
}

// export returns the name of a file with the puzzle's model. It is written once.
func (s *subject) export(ctx context.Context, puzzle, format string) (string, error) {
	key := [2]string{puzzle, format}
	if known, ok := s.files[key]; ok {
		return known.path, known.err
	}
	path := filepath.Join(s.folder, fmt.Sprintf("%d.%s", len(s.files), format))
	_, err := s.ask(ctx, []string{"export", puzzle, "-f", format, "-o", path}, 0)
	s.files[key] = exportResult{path, err}
	return path, err
}

// The statuses of exactile that say that there is no solution, or that something
// is none.
const none = 20

// judge says whether text, a first solution in the given form, is right for a
// puzzle with the given number of solutions; why is empty if it is.
func (s *subject) judge(ctx context.Context, puzzle, count, form string, r *run) (why string, err error) {
	verb := map[string]string{"dimacs": "decode", "exactile": "check"}[form]
	if form == "exactile" && r.status == none {
		return contradiction(count), nil
	}
	path := filepath.Join(s.folder, "answer")
	if err := os.WriteFile(path, r.output, 0o600); err != nil {
		return "", err
	}
	defer os.Remove(path)
	verdict, err := s.ask(ctx, []string{verb, puzzle, path}, 0, 1, none)
	switch {
	case err != nil:
		return "", err
	case verdict.status == 0:
		return "", nil
	case verdict.status == none && form == "dimacs":
		return contradiction(count), nil
	}
	return "its solution is none: " + strings.ReplaceAll(verdict.complaint(), path, "answer"), nil
}

// contradiction is what is wrong with "there is no solution".
func contradiction(count string) string {
	if count == "0" {
		return ""
	}
	return "finds no solution, there are " + count
}
