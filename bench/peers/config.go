package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
)

// A config is what the file says: the puzzles, and the programs to run on them.
type config struct {
	Puzzles []string      `yaml:"puzzles"` // as exactile names them
	Timeout time.Duration `yaml:"timeout"` // of one run; a minute where left out
	Peers   []*peer       `yaml:"peers"`
}

// The questions that programs are asked. Those that list and those that count all
// solutions are compared with each other.
const (
	first = "first"
	list  = "list"
	count = "count"
)

// A peer is a program and how to ask it.
type peer struct {
	// Name is on the chart and in the table. A program that answers both questions
	// is two peers of one name.
	Name string `yaml:"name"`
	Does string `yaml:"does"` // first, list or count
	// Command is split at spaces; then {puzzle} becomes the puzzle's name, {cnf},
	// {dlx} and {opb} the name of a file that exactile exported, {out} that of an
	// empty file, which is read in place of what the program prints, and {exactile}
	// the program itself.
	Command string `yaml:"command"`
	// Stdin is cnf, dlx or opb: the program reads that file from its standard input.
	Stdin string `yaml:"stdin"`
	// Answer is "errors" for a program that answers on its standard error, as Knuth's
	// do.
	Answer string `yaml:"answer"`
	// Count is how the number of solutions is found in the answer: the first group
	// of the last match, or the number of matches if there is no group. In it ^ and
	// $ stand for the ends of a line.
	Count pattern `yaml:"count"`
	// Solution says how a first solution is judged: "dimacs" for status and value
	// lines, "exactile" for what solve prints.
	Solution string `yaml:"solution"`
	// Exits are the statuses of success; 0 where left out.
	Exits   []int         `yaml:"exits"`
	Timeout time.Duration `yaml:"timeout"` // that of the file where left out
	// Puzzles are those it runs on; all where left out. What a program cannot do in
	// reasonable time need not be shown again and again.
	Puzzles []string `yaml:"puzzles"`
}

// A pattern is a regular expression, or nil.
type pattern struct{ *regexp.Regexp }

func (p *pattern) UnmarshalText(text []byte) (err error) {
	p.Regexp, err = regexp.Compile("(?m)" + string(text))
	return err
}

// maxConfig bounds the file, so that a wrong name ends soon.
const maxConfig = 1 << 20

// readConfig reads a file; the errors name it.
func readConfig(name string) (*config, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxConfig+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxConfig {
		return nil, fmt.Errorf("%s: larger than %d bytes", name, maxConfig)
	}
	c := new(config)
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(c); err != nil {
		return nil, fmt.Errorf("%s: %s", name, strings.TrimSpace(yaml.FormatError(err, false, true)))
	}
	if err := c.complete(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// complete fills in what was left out, and reports everything that is wrong.
func (c *config) complete() error {
	var problems []error
	bad := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	if c.Timeout == 0 {
		c.Timeout = time.Minute
	}
	if c.Timeout < 0 {
		bad("timeout %v is below zero", c.Timeout)
	}
	if len(c.Puzzles) == 0 {
		bad("no puzzles")
	}
	names := make(map[string]bool)
	for n, p := range c.Peers {
		switch {
		case p == nil || p.Name == "":
			bad("peer %d has no name", n+1)
			continue
		case names[p.task()+p.Name]:
			bad("two peers that answer the same question are called %s", p.Name)
		}
		names[p.task()+p.Name] = true
		p.complete(c, func(format string, args ...any) { bad("peer %s: "+format, append([]any{p.Name}, args...)...) })
	}
	if len(c.Peers) == 0 {
		bad("no peers")
	}
	return errors.Join(problems...)
}

func (p *peer) complete(c *config, bad func(string, ...any)) {
	if p.Timeout == 0 {
		p.Timeout = c.Timeout
	}
	if p.Timeout < 0 {
		bad("timeout %v is below zero", p.Timeout)
	}
	if len(p.Exits) == 0 {
		p.Exits = []int{0}
	}
	for _, name := range p.Puzzles {
		if !slices.Contains(c.Puzzles, name) {
			bad("runs on %q, which is not among the puzzles", name)
		}
	}
	if err := p.template(); err != nil {
		bad("%v", err)
	}
	if _, known := exported[p.Stdin]; p.Stdin != "" && !known {
		bad("stdin %q: want cnf, dlx or opb", p.Stdin)
	}
	if p.Answer != "" && p.Answer != "errors" {
		bad("answer %q: want errors, or nothing", p.Answer)
	}
	switch p.Does {
	case list, count:
		if p.Count.Regexp == nil {
			bad("does %s, but says nothing of how the count is read", p.Does)
		}
		if p.Solution != "" {
			bad("does %s: a solution is judged only for first", p.Does)
		}
	case first:
		if p.Solution != "dimacs" && p.Solution != "exactile" {
			bad("solution %q: want dimacs or exactile", p.Solution)
		}
		if p.Count.Regexp != nil {
			bad("does first, which counts nothing")
		}
	default:
		bad("does %q: want first, list or count", p.Does)
	}
}

// runsOn reports whether p is to be asked about a puzzle.
func (p *peer) runsOn(puzzle string) bool {
	return len(p.Puzzles) == 0 || slices.Contains(p.Puzzles, puzzle)
}

// task is the question that p answers; times are compared only within a task.
func (p *peer) task() string {
	if p.Does == first {
		return first
	}
	return count
}
