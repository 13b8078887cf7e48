package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/native"
)

// parseSwitches reads the value of --switch, a list such as "links",
// "fast,merge=4,islands=on" or "dead=off,pockets=off": the name of an engine, rules
// that are on or off, and numbers where a rule has one. The flag is not shown in the
// help: it takes choices from the native search, which makes nothing faster but lets
// anybody see that no result depends on them.
func parseSwitches(list string) (native.Choice, error) {
	var c native.Choice
	if list == "" {
		return c, nil
	}
	rules := map[string]*int{
		"merge": &c.Spacing, "islands": &c.Components, "endings": &c.Completions, "pockets": &c.Enclosed, "dead": &c.Stranded, "sums": &c.Sums,
	}
	for word := range strings.SplitSeq(list, ",") {
		name, value, given := strings.Cut(word, "=")
		rule := rules[name]
		n, err := strconv.Atoi(value)
		switch {
		case !given && slices.Contains(native.Engines(), word):
			c.Engine = word
		case rule != nil && value == "off":
			*rule = -1
		case name == "islands" && value == "on":
			*rule = 1
		case slices.Contains([]string{"merge", "endings", "pockets"}, name) && err == nil && n > 0:
			*rule = n
		default:
			return c, usage("--switch: %q is neither an engine (%s) nor one of merge, islands, endings, pockets, dead and sums with =off, islands=on, or merge=N, endings=N or pockets=N",
				word, strings.Join(native.Engines(), ", "))
		}
	}
	return c, nil
}
