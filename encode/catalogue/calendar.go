package catalogue

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
)

// A calendarMonth is the name of a month and its greatest number of days.
type calendarMonth struct {
	name string
	days int
}

var months = []calendarMonth{
	{"January", 31}, {"February", 29}, {"March", 31}, {"April", 30}, {"May", 31}, {"June", 30},
	{"July", 31}, {"August", 31}, {"September", 30}, {"October", 31}, {"November", 30}, {
		"December", 31,
	},
}

// calendarClaims are of the dates with the fewest and the most solutions.
var calendarClaims = map[string]int64{"Oct-06": 7, "Jan-25": 216}

func calendarFamily() family {
	const name = "calendar"
	return family{
		name: name,
		entries: []Entry{
			{
				name,
				"A-Puzzle-A-Day: eight pieces that leave a month and a day, as pieces of their own",
				name,
			},
			{name + ":MMM-DD", "the same for a date", name + ":Oct-06"},
		},
		lookup: func(rest string, colon bool) ([]*puzzle.Puzzle, error) {
			p := fromFile(name)
			if !colon {
				return []*puzzle.Puzzle{p}, nil
			}
			month, day, err := parseDate(rest)
			if err != nil {
				return nil, fmt.Errorf("%s:%s: %w", name, rest, err)
			}
			label := months[month].name[:3]
			date := fmt.Sprintf("%s-%02d", label, day)
			p.Name, p.Claims = name+":"+date, nil
			p.PutOver("month", label)
			p.PutOver("day", strconv.Itoa(day))
			if n, ok := calendarClaims[date]; ok {
				p.Claims = []puzzle.Claim{{Kind: puzzle.Solutions, Count: big.NewInt(n),
					Source: "known to solvers of the puzzle; native and native/plain agree"}}
			}
			return []*puzzle.Puzzle{p}, nil
		},
	}
}

// parseDate reads "Oct-06", "oct-6" and "October-6": a month, from 0, and a day, from 1.
func parseDate(s string) (month, day int, err error) {
	word, digits, _ := strings.Cut(s, "-")
	names := make([]string, len(months))
	for k, m := range months {
		names[k] = m.name[:3]
	}
	// Sep and Sept, Oct and October: any beginning of the name.
	month = slices.IndexFunc(months, func(m calendarMonth) bool {
		return len(word) >= 3 && len(word) <= len(m.name) &&
			strings.EqualFold(m.name[:len(word)], word)
	})
	if month < 0 {
		return 0, 0, fmt.Errorf("%q is no month: want a date such as Oct-06%s", word,
			text.Hint(capital(word), names))
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return 0, 0, fmt.Errorf("%q is no day: want a date such as Oct-06", digits)
	}
	if m := months[month]; n < 1 || int(n) > m.days {
		return 0, 0, fmt.Errorf("%s has the days from 1 to %d", m.name, m.days)
	}
	return month, int(n), nil
}

// capital returns a word with its first letter capital and the others small.
func capital(word string) string {
	first, size := utf8.DecodeRuneInString(word)
	return string(unicode.ToUpper(first)) + strings.ToLower(word[size:])
}
