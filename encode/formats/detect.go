package formats

import (
	"path/filepath"
	"slices"
	"strings"
)

// format returns the format to read the source as: the named one or, where the
// name is empty, the one that the content shows.
func (s *source) format(name string) (Format, error) {
	s.detected = name == ""
	if s.detected {
		name = s.detect()
		if name == "" {
			name = endings[strings.ToLower(filepath.Ext(s.name))]
		}
		if other := otherText(s.text); name == "" && other != "" {
			return Format{}, s.errorf(pos{1, 1}, "%s", other)
		}
		if name == "" {
			return Format{}, s.errorf(pos{1, 1}, "this is no puzzle file that can be told by its content; name its format (yaml, json, cap, grid, pegs or dlx)")
		}
	}
	f, err := byName(name)
	s.found = f.Name
	return f, err
}

// endings are those of the formats that are for puzzles alone: where the content
// shows nothing, they tell how the file was meant.
var endings = map[string]string{".cfg": "cap", ".grid": "grid", ".dlx": "dlx"}

// detect tells the format from the content, by what a file of the format shows
// even when there is a mistake in it, so that the mistake is explained by the
// right reader. It returns "" if nothing is like the content.
func (s *source) detect() string {
	trimmed := strings.TrimSpace(s.text)
	switch {
	case trimmed == "":
		return "yaml" // which will say that there is no puzzle
	case isJSON(trimmed):
		return "json" // or pegs, or a list of them, which the reader explains
	case trimmed[0] == '{':
		return "yaml"
	case trimmed[0] == '[':
		return "cap"
	case trimmed[0] == '|':
		return "dlx"
	}
	lines := strings.SplitN(trimmed, "\n", maxDetect)
	switch {
	case slices.ContainsFunc(lines, isYAMLKey), isYAMLMark(lines[0]):
		return "yaml" // or pegs
	case startsGrid(lines):
		return "grid"
	case startsItems(lines):
		return "dlx"
	}
	return ""
}

// startsGrid reports whether a text starts with a board of - and #. A comment
// that is a line of # is none.
func startsGrid(lines []string) bool {
	for _, line := range lines {
		if !isGridRow(line) {
			return false
		}
		if strings.Contains(line, "-") {
			return true
		}
	}
	return false
}

// maxDetect is how many lines are looked at.
const maxDetect = 1000

// startsItems reports whether a text starts like Knuth's: a line of items, some
// with bounds or after a lone '|', or followed by a line of some of them.
func startsItems(lines []string) bool {
	items := strings.Fields(lines[0])
	if strings.Contains(lines[0], "|") {
		return true
	}
	if len(lines) < 2 {
		return false
	}
	option := strings.Fields(lines[1])
	isItem := func(word string) bool {
		word, _, _ = strings.Cut(word, ":") // a colour, which is a mistake here
		return slices.Contains(items, word)
	}
	return len(option) > 0 && isItem(option[0]) && isItem(option[len(option)-1])
}
