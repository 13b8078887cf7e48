package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/lattice"
)

// A board without cells and without pieces is a puzzle with one solution, the empty one, for
// every verb.
func TestNothing(t *testing.T) {
	t.Parallel()
	commands := []string{"count", "count --up-to-symmetry", "show", "show -f boxes", "export -f dimacs", "convert -f json"}
	for _, format := range []string{"text", "json", "jsonl", "cells", "boxes", "svg", "png", "html"} {
		commands = append(commands, "solve -f "+format, "solve --all -f "+format, "solve --color always --unique -f "+format)
	}
	boards := []string{"", "##", "#\n#\n"}
	if testing.Short() {
		boards = boards[:1]
	}
	for _, l := range lattice.All() {
		for _, board := range boards {
			puzzle := fmt.Sprintf(`{"format":1,"lattice":%q,"board":%q,"pieces":[]}`, l.Name, board)
			for _, command := range commands {
				code, _, stderr := ran(t, strings.NewReader(puzzle), append(strings.Fields(command), "-")...)
				picture := slices.Contains([]string{"svg", "png", "html"}, command[strings.LastIndex(command, " ")+1:])
				if l.Sides() == 0 && picture { // it is refused by name
					stderr = strings.ReplaceAll(stderr, "exactile: the lattice "+l.Name+" has no picture yet; text draws its layers in letters\n", "")
					code--
				}
				if code != 0 || stderr != "" {
					t.Errorf("%s of %s: status %d, errors %.300q", command, puzzle, code, stderr)
				}
			}
		}
	}
}
