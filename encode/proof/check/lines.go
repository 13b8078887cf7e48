package check

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// lines reads lines of numbers, which start at 1 in the text and at 0 here.
type lines struct {
	part    string
	scanner *bufio.Scanner
	line    int64
}

func newLines(part string, r io.Reader, m *cover.Model) *lines {
	in := &lines{part: part, scanner: bufio.NewScanner(r)}
	in.scanner.Buffer(nil, 64+len("2097152 ")*max(len(m.Options), len(m.Items)))
	return in
}

func (in *lines) next() bool { in.line++; return in.scanner.Scan() }

// end returns the error that stopped the scanner, nil at the end of the text.
func (in *lines) end() error {
	err := in.scanner.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		return in.refuse("the line is too long")
	} else if err != nil {
		return fmt.Errorf("%s: %w", in.part, err)
	}
	return nil
}

// numbers appends the numbers of the line, each from 1 to most, to list.
func (in *lines) numbers(list []int, most int) ([]int, error) {
	for word := range strings.FieldsSeq(in.scanner.Text()) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > most {
			return nil, in.refuse("%.20q is no number from 1 to %d", word, most)
		}
		list = append(list, n-1)
	}
	return list, in.end()
}

func (in *lines) refuse(format string, args ...any) error {
	return &Refusal{in.part, fmt.Sprintf("line %d", in.line), fmt.Sprintf(format, args...)}
}

func (in *lines) permutation(n int) ([]int, error) {
	g, err := in.numbers(nil, n)
	seen := make([]bool, n)
	for _, k := range g {
		seen[k] = true
	}
	if err == nil && (len(g) != n || slices.Contains(seen, false)) {
		err = in.refuse("no permutation of 1 to %d", n)
	}
	return g, err
}
