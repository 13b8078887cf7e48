package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// exported are the placeholders for files, and the formats they are in.
var exported = map[string]string{"cnf": "dimacs", "dlx": "dlx", "opb": "opb"}

// placeholders are all that a command may contain.
var placeholders = []string{"cnf", "dlx", "exactile", "opb", "out", "puzzle"}

var placeholder = regexp.MustCompile(`\{([a-z]*)\}`)

// template reports a command that cannot be run.
func (p *peer) template() error {
	if len(strings.Fields(p.Command)) == 0 {
		return fmt.Errorf("no command")
	}
	for _, m := range placeholder.FindAllStringSubmatch(p.Command, -1) {
		if !slices.Contains(placeholders, m[1]) {
			return fmt.Errorf("unknown placeholder {%s}: want one of %s", m[1], strings.Join(placeholders, ", "))
		}
	}
	return nil
}

// uses reports whether the command contains a placeholder.
func (p *peer) uses(name string) bool { return strings.Contains(p.Command, "{"+name+"}") }

// fill returns the words of the command with its placeholders filled in. A word
// stays one argument whatever is put into it: no shell is involved.
func (p *peer) fill(value func(placeholder string) (string, error)) ([]string, error) {
	words := strings.Fields(p.Command)
	for n, word := range words {
		var failed error
		words[n] = placeholder.ReplaceAllStringFunc(word, func(s string) string {
			v, err := value(strings.Trim(s, "{}"))
			if err != nil {
				failed = err
			}
			return v
		})
		if failed != nil {
			return nil, failed
		}
	}
	return words, nil
}
