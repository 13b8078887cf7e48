package catalogue

import (
	"fmt"
	"strconv"
	"strings"
)

// mostNames bounds the names that one text with braces stands for.
const mostNames = 1000

// Expand returns the names that a text with braces stands for, in order, the last braces changing
// first: "dominoes:{4..12}x{4..12}" for 81 boards, "pentominoes:{6x10,5x12}" for two. In braces
// stand parts with commas between them, each a text, which may have braces of its own, or a range
// of numbers from the lesser to the greater. Numbers of a range are as wide as its last one if
// the first begins with 0: {01..12}. A text without braces is one name. More than 1000 names are an
// error.
func Expand(text string) ([]string, error) {
	names, err := expand(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", text, err)
	}
	return names, nil
}

func expand(text string) ([]string, error) {
	open := strings.IndexAny(text, "{}")
	if open < 0 {
		return []string{text}, nil
	}
	parts, after, ok := cutBraces(text[open:])
	if !ok {
		return nil, fmt.Errorf("column %d: a brace without its other one", open+1)
	}
	rest, err := expand(after)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, part := range parts {
		expansion := numbers
		if !strings.Contains(part, "..") || strings.Contains(part, "{") {
			expansion = expand
		}
		all, err := expansion(part)
		if err != nil {
			return nil, err
		}
		for _, one := range all {
			if len(names)+len(rest) > mostNames {
				return nil, fmt.Errorf("these are more than %d puzzles: name fewer", mostNames)
			}
			for _, end := range rest {
				names = append(names, text[:open]+one+end)
			}
		}
	}
	return names, nil
}

// cutBraces returns the parts in the braces with which a text begins, and the text after them.
func cutBraces(text string) (parts []string, after string, ok bool) {
	depth, start := 0, 1
	for k := range len(text) {
		switch text[k] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth < 0 {
			return nil, "", false
		}
		if depth == 0 || depth == 1 && text[k] == ',' {
			parts, start = append(parts, text[start:k]), k+1
		}
		if depth == 0 {
			return parts, text[k+1:], true
		}
	}
	return nil, "", false
}

// numbers returns the numbers of a range M..N.
func numbers(text string) ([]string, error) {
	first, last, _ := strings.Cut(text, "..")
	from, err := strconv.ParseUint(first, 10, 31)
	to, errTo := strconv.ParseUint(last, 10, 31)
	switch {
	case err != nil || errTo != nil:
		return nil, fmt.Errorf("%q is no range: want numbers, such as 4..12", text)
	case from > to:
		return nil, fmt.Errorf("%q: the range ends before it starts", text)
	case to-from >= mostNames:
		return nil, fmt.Errorf("%q: these are more than %d puzzles: name fewer", text, mostNames)
	}
	width := 0
	if first[0] == '0' && len(first) > 1 {
		width = len(last)
	}
	var all []string
	for n := from; n <= to; n++ {
		all = append(all, fmt.Sprintf("%0*d", width, n))
	}
	return all, nil
}
