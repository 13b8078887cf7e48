package catalogue

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxCells bounds the boards that can be asked for by their size.
const MaxCells = 10000

// parseSize reads "WxH", the columns first: what stands after the name of a family
// and a colon.
func parseSize(family, text string) (columns, rows int, err error) {
	if text == "" {
		return 0, 0, fmt.Errorf("%s: the size is missing: want columns x rows, such as 6x10, each from 1 to %d", family, MaxCells)
	}
	w, h, _ := strings.Cut(text, "x")
	columns, err = parseSide(w)
	if err == nil {
		rows, err = parseSide(h)
	}
	switch {
	case err != nil:
		return 0, 0, fmt.Errorf("%s:%s: %q is no size: want columns x rows, such as 6x10, each from 1 to %d", family, text, text, MaxCells)
	case columns*rows > MaxCells:
		return 0, 0, fmt.Errorf("%s:%s: %d columns and %d rows are %d cells: a built-in board has at most %d", family, text, columns, rows, columns*rows, MaxCells)
	}
	return columns, rows, nil
}

func parseSide(digits string) (int, error) {
	n, err := strconv.ParseUint(digits, 10, 32)
	if err == nil && (n < 1 || n > MaxCells) {
		err = strconv.ErrRange
	}
	return int(n), err
}
