package registry_test

import "strings"

// A use is an option's cover of an item, with a colour or, without one, with a colour that
// no other option has.
type use struct {
	option, item int
	colour       string
}

// A counter looks for solutions as Knuth defines them: choosing an option drops all
// options that disagree with it in some item. It supports only the usual bounds.
type counter struct {
	primary int
	options [][]use // of each option
	users   [][]use // of each item
	dropped []int   // how many chosen options disagree with an option
	left    []int   // options of each item that are not dropped
	done    []bool  // primary items that are covered
}

// countByDefinition counts the solutions of a text, with nothing of the code that is tested.
func countByDefinition(text string) (solutions int64) {
	var c counter
	items := make(map[string]int)
	lines := strings.Split(strings.TrimSpace(text), "\n")[1:]
	for _, name := range strings.Fields(lines[0]) {
		if name == "|" {
			c.primary = len(items)
		} else {
			items[name] = len(items)
		}
	}
	c.users = make([][]use, len(items))
	c.left = make([]int, len(items))
	for o, line := range lines[1:] {
		var uses []use
		for _, word := range strings.Fields(line) {
			name, colour, _ := strings.Cut(word, ":")
			u := use{o, items[name], colour}
			uses = append(uses, u)
			c.users[u.item] = append(c.users[u.item], u)
			c.left[u.item]++
		}
		c.options = append(c.options, uses)
	}
	c.dropped = make([]int, len(c.options))
	c.done = make([]bool, c.primary)
	return c.search()
}

// search counts the solutions that contain the chosen options.
func (c *counter) search() (solutions int64) {
	best := -1
	for i, done := range c.done {
		if !done && (best < 0 || c.left[i] < c.left[best]) {
			best = i
		}
	}
	if best < 0 {
		return 1
	}
	for _, u := range c.users[best] {
		if c.dropped[u.option] == 0 {
			c.choose(u.option, 1)
			solutions += c.search()
			c.choose(u.option, -1)
		}
	}
	return solutions
}

// choose chooses an option, or takes the choice back where by is -1.
func (c *counter) choose(o, by int) {
	for _, u := range c.options[o] {
		if u.item < c.primary {
			c.done[u.item] = by > 0
		}
		for _, v := range c.users[u.item] {
			if v.colour != "" && v.colour == u.colour {
				continue
			}
			before := c.dropped[v.option]
			c.dropped[v.option] += by
			if before+by == 0 || before == 0 {
				for _, lost := range c.options[v.option] {
					c.left[lost.item] -= by
				}
			}
		}
	}
}
