package native

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// layered names the search that counts by merging equal states cell by cell.
const layered = "layers"

// sums is the rule that a model whose numbers do not add up has no solution. It is
// checked once for the model, whatever the search.
const sums = "sums"

// tight is the rule that bounds are equal which a linear program shows to be tight, see
// [bounds.Tight]. By default only a long search is worth the program.
const tight = "tight"

// searches are the names of searches that a switch may fix.
var searches = []string{"fast", "wide", "words", "reduced", "links", "frontier", layered}

// rules are the rules that switches set, each with its highest level.
func rules() map[string]int {
	all := map[string]int{sums: 1, tight: 1, copies: 1}
	for _, r := range table.Rules {
		all[r.Name] = r.Levels
	}
	return all
}

// noMerging switches off that a count merges equal states.
const noMerging = "merge=off"

// Switches are the words that [Searcher.Forced] reads: the names of searches, then settings of
// rules and of merging.
func Switches() []string {
	words := []string{noMerging}
	for name, levels := range rules() {
		words = append(words, name+"=off", name+"=on")
		for n := range levels - 1 {
			words = append(words, fmt.Sprintf("%s=%d", name, n+1))
		}
	}
	slices.Sort(words)
	return slices.Concat(searches, words)
}

// Forced returns s with what a list of [Switches] fixes, such as "links",
// "fast,merge=off,components=on" or "stranded=off,enclosed=2". No result depends on it, and it
// never makes a search faster: it is for comparing searches with each other.
func (s Searcher) Forced(list string) (Searcher, error) {
	s.forced, s.merge, s.levels = "", 0, run.Levels{}
	if list == "" {
		return s, nil
	}
	for word := range strings.SplitSeq(list, ",") {
		if !s.force(word) {
			return s, fmt.Errorf("%q is none of %s", word, strings.Join(Switches(), ", "))
		}
	}
	return s, nil
}

// force obeys a word, and reports whether it is a switch.
func (s *Searcher) force(word string) bool {
	name, value, _ := strings.Cut(word, "=")
	levels, rule := rules()[name]
	n, err := strconv.Atoi(value)
	switch {
	case slices.Contains(searches, word):
		s.forced = word
	case word == noMerging:
		s.merge = -1
	case rule && value == "off":
		s.levels[name] = -1
	case rule && value == "on":
		s.levels[name] = levels
	case rule && err == nil && n > 0 && n <= levels:
		s.levels[name] = n
	default:
		return false
	}
	return true
}
