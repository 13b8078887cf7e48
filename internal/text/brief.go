package text

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// MostListed is how many elements of a list a message shows.
const MostListed = 10

// mostLines has room for MostListed lines, one before them, and one after them.
const mostLines, longWord, longLine = MostListed + 2, 500, 2000

// Brief returns a message without the middle of long words and lines, where its beginning and end
// say most, and without what follows the first lines.
func Brief(s string) string {
	if len(s) <= longWord {
		return s
	}
	var b strings.Builder
	lines := 0
	for line := range strings.Lines(s) {
		if lines++; lines > mostLines {
			fmt.Fprintf(&b, "and %d more lines", strings.Count(s, "\n")+1-mostLines)
			break
		}
		text, end := strings.CutSuffix(line, "\n")
		if len(text) > longWord {
			var words []string
			for word := range strings.SplitSeq(text, " ") {
				words = append(words, middle(word, longWord))
			}
			text = middle(strings.Join(words, " "), longLine)
		}
		if b.WriteString(text); end {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// middle cuts the middle out of a text that is longer than most bytes.
func middle(s string, most int) string {
	if len(s) <= most {
		return s
	}
	head, tail := most*2/3, len(s)-most/4
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return fmt.Sprintf("%s...(%d bytes)...%s", s[:head], tail-head, s[tail:])
}

// List joins the first words of a list and appends how many more there are.
func List(words []string, separator string) string {
	if more := len(words) - MostListed; more > 0 {
		return fmt.Sprintf("%s%sand %d more", strings.Join(words[:MostListed], separator),
			separator, more)
	}
	return strings.Join(words, separator)
}

// And joins words for a sentence: "A", "A and B", "A, B and C". Of many it has the first, as [List]
// has.
func And(words []string) string {
	last := len(words) - 1
	if last < 1 || last >= MostListed {
		return List(words, ", ")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
