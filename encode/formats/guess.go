package formats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/internal/dlx"
)

// The formats without a mark of their own: items and options, matrices and grids. Lists, tables and
// logs look like them. So a text is one of them only if it has enough of what they have, and even
// then its format is a guess, unless its items have bounds or colours.

func always(sniff) bool { return true }

// A table is the options of a text, as far as it is sniffed, each a list of items.
type table [][]string

// enough reports whether a table may be the options of a puzzle: four of them, not all alike, and
// two items that lie in two of them each. Shorter ones are too often something else.
func (t table) enough() bool {
	const options, items = 4, 2
	if len(t) < options || !slices.ContainsFunc(t,
		func(o []string) bool { return !slices.Equal(o, t[0]) }) {
		return false
	}
	covers, twice := make(map[string]int), 0
	for _, option := range t {
		for _, item := range option {
			if covers[item]++; covers[item] == 2 {
				twice++
			}
		}
	}
	return twice >= items
}

// alike reports whether all options have the same items, in any order.
func (t table) alike() bool {
	sorted := func(option []string) []string { return slices.Sorted(slices.Values(option)) }
	return !slices.ContainsFunc(t, func(option []string) bool {
		return len(option) != len(t[0]) || !slices.Equal(sorted(option), sorted(t[0]))
	})
}

// beginsDLX: the comment that exactile writes.
func beginsDLX(l sniff) bool { return strings.HasPrefix(l.text, dlx.Mark) }

// itemsOf returns the words of the line of items and of the options, without comments.
func itemsOf(l sniff) (items []string, options table) {
	seen := false
	for _, line := range l.lines[:min(len(l.lines), maxDetect-1)] {
		switch words := strings.Fields(line); {
		case len(words) == 0 || commentDLX(line) >= 0:
		case seen:
			options = append(options, words)
		default:
			items, seen = words, true
		}
	}
	return items, options
}

// boundedItem matches an item with bounds.
var boundedItem = pattern(`^[0-9]+(:[0-9]+)?\|[^|:]+$`)

// marksDLX: the items have bounds, or the options give secondary items colours. An option begins
// and ends with items: else the text is another table.
func marksDLX(l sniff) bool {
	items, options := itemsOf(l)
	names := make(map[string]bool) // of the items; true for secondary ones
	bounded, secondary := false, false
	for _, item := range items {
		switch {
		case item == "|":
			secondary = true
			continue
		case boundedItem().MatchString(item):
			bounded = true
			_, item, _ = strings.Cut(item, "|")
		}
		names[item] = secondary
	}
	coloured, known := false, false
	for _, option := range options {
		is := func(word string) bool {
			name, _, colour := strings.Cut(word, ":")
			second, item := names[name]
			coloured = coloured || second && colour
			return item && (second || !colour)
		}
		known = is(option[0]) && is(option[len(option)-1]) || known
	}
	return known && (bounded || coloured)
}

// showsDLX: the text has a mark of the format; or it has enough options, not all of the same items,
// all their words are items, none is there twice, and no item has a bracket or a comma in its name,
// as coordinates, code and records have.
func showsDLX(l sniff) bool {
	if marksDLX(l) {
		return true
	}
	items, options := itemsOf(l)
	last := make(map[string]int) // the option that had the item last, from 1
	for _, item := range items {
		if _, twice := last[item]; twice || strings.ContainsAny(item, "()[]{}<>,;") {
			return false
		}
		last[item] = 0
	}
	delete(last, "|")
	for k, option := range options {
		for _, word := range option {
			if option, known := last[word]; !known || option == k+1 {
				return false
			}
			last[word] = k + 1
		}
	}
	// Rows of 0 and 1 are no less a matrix, so that neither is guessed.
	return options.enough() && (isRow(l.lines[0]) || !options.alike())
}

// guessedDLX: no mark shows that the text is items and options.
func guessedDLX(l sniff) bool { return !beginsDLX(l) && !marksDLX(l) }

// beginsMatrix: names with commas between them, and enough rows of as many columns. A name may be
// what another format begins with.
func beginsMatrix(l sniff) bool {
	rows, columns := rowsBelow(l)
	return columns > 1 && columns <= strings.Count(l.lines[0], ",")+1 && !isRow(l.lines[0]) &&
		rows.enough()
}

// showsMatrix: enough rows of 0 and 1, alone or below a line with room for a name of each column;
// or below a line with their size, which is a mistake that the reader explains.
func showsMatrix(l sniff) bool {
	head, rest, _ := strings.Cut(l.text, "\n")
	if sizeLine(head, rest) {
		return true
	}
	rows, columns := rowsBelow(l)
	switch {
	case columns == 0:
		return false
	case isRow(head):
		rows = append(rows, onesOf(head))
	case columns > len(strings.Fields(head)) && columns > strings.Count(head, ",")+1 &&
		columns != utf8.RuneCountInString(head):
		return false
	}
	return rows.enough()
}

// rowsBelow returns the rows below the first line and the number of their columns, 0 if another
// line is among them.
func rowsBelow(l sniff) (rows table, columns int) {
	for _, line := range l.lines[1:min(len(l.lines), maxDetect-1)] {
		switch {
		case isRow(line):
			rows, columns = append(rows, onesOf(line)), max(columns, len(strings.Map(binary, line)))
		case strings.Trim(line, " \t") != "":
			return nil, 0
		}
	}
	return rows, columns
}

// onesOf returns the columns of the ones of a row.
func onesOf(row string) (columns []string) {
	for k, mark := range strings.Map(binary, row) {
		if mark == '1' {
			columns = append(columns, columnName(k))
		}
	}
	return columns
}

// binary keeps the digits 0 and 1 of a row.
func binary(r rune) rune {
	if r == '0' || r == '1' {
		return r
	}
	return -1
}

// sizeLine reports whether a line has the numbers of rows and columns, in any order, of the matrix
// below it, as other programs write them.
func sizeLine(line, below string) bool {
	words := strings.FieldsFunc(line, func(r rune) bool { return isBlank(r) || r == ',' })
	if len(words) != 2 || !wholeNumber(words[0]) || !wholeNumber(words[1]) {
		return false
	}
	rows, columns := 0, -1
	for row := range strings.Lines(below) {
		switch row = strings.TrimSpace(row); {
		case row == "":
			continue
		case !isRow(row):
			return false
		}
		n := len(strings.Map(binary, row))
		if columns >= 0 && n != columns {
			return false
		}
		rows, columns = rows+1, n
	}
	is := func(word string, n int) bool { return strings.TrimLeft(word, "0") == strconv.Itoa(n) }
	return is(words[0], rows) && is(words[1], columns) || is(words[1], rows) &&
		is(words[0], columns)
}

// showsGrid: a board of - and #, an empty line, and a tile with a cell. A rule below a heading, or
// between paragraphs, is no board.
func showsGrid(l sniff) bool {
	board, rest, _ := strings.Cut(l.text, "\n")
	isRow := func(row string) bool { return row != "" && strings.Trim(row, "-#") == "" }
	trim := func(row string) string { return strings.TrimRight(row, " \t") }
	cells := false
	for isRow(trim(board)) {
		cells = cells || strings.Contains(board, "-")
		board, rest, _ = strings.Cut(rest, "\n")
	}
	if !cells || trim(board) != "" && board[0] != '@' {
		return false
	}
	for tile := range strings.Lines(board + "\n" + rest) {
		switch tile = trim(strings.TrimSuffix(tile, "\n")); {
		case tile == "" || tile[0] == '@':
		default:
			return isRow(tile)
		}
	}
	return false
}

// columnName is the name of column n, from 0, without a line of names.
func columnName(n int) string { return fmt.Sprintf("c%d", n+1) }

// commentDLX: the whole line, if its first character is '|'.
func commentDLX(line string) int {
	if start := strings.TrimLeft(line, " \t"); strings.HasPrefix(start, "|") {
		return len(line) - len(start)
	}
	return -1
}

// isRow reports whether a line has the characters of a row and no others.
func isRow(line string) bool {
	return strings.ContainsAny(line, "01") && strings.Trim(line, "01, \t") == ""
}
