package puzzle

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/exactile/exactile/internal/text"
)

// goals are the goals with a Best.
var goals = []Goal{
	{Best: "fewest", Of: "pieces"}, {Best: "most", Of: "pieces"}, {Best: "fewest", Of: "holes"},
	{Best: "smallest", Of: "square"}, {Best: "smallest", Of: "box"},
}

// GoalNames are the spellings of the goals that ask for the best, and of none.
func GoalNames() []string {
	names := []string{"none"}
	for _, g := range goals {
		names = append(names, g.String())
	}
	return names
}

// Text returns a value of the goal with what it counts: "7 pieces" or "a square of 5x5".
func (g Goal) Text(value int) string {
	switch {
	case g.Of == "square":
		return fmt.Sprintf("a square of %dx%d", value, value)
	case g.Of == "box":
		return fmt.Sprintf("a box of %d cells", value)
	case value == 1:
		return "1 " + strings.TrimSuffix(g.Of, "s")
	}
	return fmt.Sprintf("%d %s", value, g.Of)
}

// ParseGoal returns the goal of that spelling; "none" is none.
func ParseGoal(written string) (Goal, error) {
	for _, g := range goals {
		if g.String() == written {
			return g, nil
		}
	}
	known := GoalNames()
	number, of, _ := strings.Cut(written, " ")
	low, high, ranged := strings.Cut(number, "..")
	if !ranged {
		high = low
	}
	if high == "any" {
		high = strconv.Itoa(Unbounded)
	}
	least, err := strconv.ParseInt(low, 10, 32)
	most, wrong := strconv.ParseInt(high, 10, 32)
	switch {
	case written == "none":
		return Goal{}, nil
	case err == nil && wrong == nil && (of == "pieces" || of == "holes") && least >= 0 &&
		least <= most:
		return Goal{Of: of, Bounds: Bounds{int(least), int(most)}}, nil
	}
	return Goal{}, fmt.Errorf("%q is no goal%s: want %s, or a bound such as 0..3 holes", written,
		text.Hint(written, known), text.List(known, ", "))
}
