package native

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// layered is the engine that counts by merging equal states cell by cell.
const layered = "layers"

// sums is the rule that a model whose numbers do not add up has no solution. It is
// checked once for the model, whatever the engine.
const sums = "sums"

// tight is the rule that bounds are equal which a linear program shows to be tight, see
// [bounds.Tight]. By default only a long search is worth the program.
const tight = "tight"

// Engines lists the engines that a Choice may name. The results never depend on it.
func Engines() []string {
	return []string{"fast", "wide", "words", "reduced", "links", "frontier", layered}
}

// Rules lists the rules that a Choice may switch, each with its highest level. The results
// never depend on them either.
func Rules() map[string]int {
	rules := map[string]int{sums: 1, tight: 1, copies: 1}
	for _, r := range table.Rules {
		rules[r.Name] = r.Levels
	}
	return rules
}

// A Choice fixes what a searcher would otherwise choose by itself. The zero
// Choice fixes nothing.
type Choice struct {
	// Engine is one of Engines, for models that it can search; "" is any.
	Engine string
	// Merge is -1 never to merge equal states while counting.
	Merge int
	// Levels is how far some of Rules go: -1 is off.
	Levels map[string]int
}

// Forced returns s with the given choice. It is for programs that compare
// engines with each other; it never makes a search faster.
func (s Searcher) Forced(c Choice) Searcher {
	s.engine, s.merge, s.levels = c.Engine, c.Merge, run.Levels(c.Levels)
	return s
}

// ParseChoice reads a list such as "links", "fast,merge=off,components=on" or
// "stranded=off,enclosed=2": the name of an engine, and settings of rules and merging.
func ParseChoice(list string) (Choice, error) {
	c := Choice{Levels: map[string]int{}}
	if list == "" {
		return c, nil
	}
	for word := range strings.SplitSeq(list, ",") {
		if slices.Contains(Engines(), word) {
			c.Engine = word
		} else if !c.set(word) {
			return c, fmt.Errorf("%q is neither an engine (%s) nor one of %s", word, strings.Join(Engines(), ", "), strings.Join(choices(), ", "))
		}
	}
	return c, nil
}

// set obeys a word such as enclosed=2, and reports whether it is one.
func (c *Choice) set(word string) bool {
	name, value, _ := strings.Cut(word, "=")
	n, err := strconv.Atoi(value)
	levels, rule := Rules()[name]
	switch {
	case value == "off":
		n = -1
	case rule && value == "on":
		n = levels
	case err != nil || n < 1 || rule && n > levels:
		return false
	}
	switch {
	case rule:
		c.Levels[name] = n
	case name == "merge" && n < 0:
		c.Merge = n
	default:
		return false
	}
	return true
}

// choices spells the settings of each rule.
func choices() []string {
	words := []string{"merge=off"}
	for name, levels := range Rules() {
		word := name + "=off|on"
		if levels > 1 {
			word += fmt.Sprintf("|1-%d", levels)
		}
		words = append(words, word)
	}
	slices.Sort(words)
	return words
}
