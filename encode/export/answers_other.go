package export

import (
	"bytes"
	"errors"
)

// otherOutputs are outputs that are not read, with the option that makes the program print what is
// read: they begin with start, and have text near there.
var otherOutputs = []struct{ start, text, advice string }{
	{"{", "clingo version", "this is the JSON of clingo: run it without --outf=2"},
	{"{", "clasp version", "this is the JSON of clasp: run it without --outf=2"},
	{"{", `"type":`, "this is the JSON of minizinc: run it without --json-stream"},
	{
		"{", "",
		"this is JSON: run the program without its option for JSON, minizinc without --output-mode",
	},
	{"x = [", "", "these are values of minizinc: run it without --output-mode"},
	{"% cl", "", "these are facts of clingo: run it without --outf=1"},
	{"ANSWER", "", "these are facts of clingo: run it without --outf=1"},
	{"x(", "", "these are atoms without a heading: run clingo without --verbose=0"},
	{"Problem:", "", "this is a report of glpsol: run it with --write FILE in place of -o FILE"},
	{"GLPSOL", "", "this is what glpsol prints beside its answer: run it with --write FILE"},
	{
		"Welcome to the CBC", "",
		"this is what cbc prints beside its answer: run it with solve solution FILE",
	},
}

// otherOutput returns the error for an output that begins with a text; nil if it is not known.
func otherOutput(text []byte) error {
	for _, o := range otherOutputs {
		if bytes.HasPrefix(text, []byte(o.start)) && bytes.Contains(text, []byte(o.text)) {
			return errors.New(o.advice)
		}
	}
	return nil
}
