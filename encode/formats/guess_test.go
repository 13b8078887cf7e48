package formats_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/formats"
)

// A writer writes texts of one kind at random.
type writer struct{ *rand.Rand }

func (w writer) of(words string) string {
	all := strings.Fields(words)
	return all[w.IntN(len(all))]
}

// lines returns from least to most lines.
func (w writer) lines(least, most int, line func(k int) string) string {
	var b strings.Builder
	for k := range least + w.IntN(most-least+1) {
		b.WriteString(line(k) + "\n")
	}
	return b.String()
}

// row returns n fields with a separator between them.
func (w writer) row(n int, separator string, field func() string) string {
	fields := make([]string, n)
	for k := range fields {
		fields[k] = field()
	}
	return strings.Join(fields, separator)
}

func (w writer) number(most int) string { return fmt.Sprint(w.IntN(most)) }

const commonWords = "the a list of red green blue go test build run item option box piece small one two is on in and or not"

// others are kinds of texts that are no puzzle.
var others = map[string]func(w writer) string{
	"prose": func(w writer) string {
		return w.lines(1, 6, func(int) string { return w.row(3+w.IntN(9), " ", func() string { return w.of(commonWords) }) + "." })
	},
	"words": func(w writer) string {
		return "red green blue\n" + w.lines(1, 2, func(int) string { return w.of("red green blue") })
	},
	"one word a line": func(w writer) string {
		return w.lines(1, 20, func(int) string { return w.of("ok fail ok ok") })
	},
	"commands": func(w writer) string {
		line := "go test " + w.of("./... -race -v")
		return w.lines(1, 8, func(int) string { return line })
	},
	"table of sizes": func(w writer) string {
		return "name | size\n" + w.lines(1, 8, func(int) string { return w.of("name size a b") + " | " + w.of("name size 1 2") })
	},
	"Markdown": func(w writer) string {
		return "# " + w.of(commonWords) + "\n\n| name | size |\n| --- | --- |\n" +
			w.lines(1, 4, func(int) string { return "| " + w.of(commonWords) + " | " + w.number(99) + " |" }) + "\n---\n\n- " + w.of(commonWords) + "\n"
	},
	"rules": func(w writer) string {
		return w.lines(1, 4, func(int) string { return strings.Repeat(w.of("- = # *"), 3+w.IntN(70)) })
	},
	"coordinates": func(w writer) string {
		return w.lines(2, 9, func(int) string {
			return w.row(2+w.IntN(4), " ", func() string { return "(" + w.number(3) + "," + w.number(2) + ")" })
		})
	},
	"intervals": func(w writer) string {
		return w.lines(2, 9, func(int) string { return "[" + w.number(3) + "," + w.number(3) + "]" })
	},
	"records": func(w writer) string {
		return "id,name,size\n" + w.lines(1, 9, func(int) string { return w.number(99) + "," + w.of(commonWords) + "," + w.number(9) })
	},
	"flags of one column": func(w writer) string {
		return w.of("spam\n 1\n") + "\n" + w.lines(1, 9, func(int) string { return w.of("0 1") })
	},
	"log": func(w writer) string {
		return w.lines(1, 9, func(k int) string {
			return fmt.Sprintf("2024-05-01 10:%02d:00 %s %s", k, w.of("INFO WARN"), w.of(commonWords))
		})
	},
	"times": func(w writer) string {
		return w.lines(2, 6, func(k int) string { return fmt.Sprintf("1%d:30|%s", k%3, w.of("start stop")) })
	},
	"Python": func(w writer) string {
		return "import " + w.of("sys os") + "\n\n\ndef " + w.of("f g") + "(x):\n    # " + w.of(commonWords) + "\n    return x[" + w.number(9) + "]\n"
	},
	"C": func(w writer) string {
		return "#include <stdio.h>\n\nint main(void) {\n  switch (" + w.number(9) + ") {\n  default: return " + w.number(9) + ";\n  }\n}\n"
	},
	"shell": func(w writer) string {
		return "#!/bin/sh\n# " + w.of(commonWords) + "\n" + w.lines(1, 5, func(int) string { return "echo " + w.of(commonWords) })
	},
	"configuration": func(w writer) string {
		return "name: " + w.of(commonWords) + "\nboard: " + w.of("uno esp32 4x2 on") + "\n" + w.lines(0, 2, func(int) string { return "  - " + w.of(commonWords) })
	},
	"JSON": func(w writer) string {
		return w.of(`{"version":1,"pieces":[1,2]} [1,2] [8,8] {"board":"uno"} {"board_size":5} [{"a":1}] "x" 12 null {} []`) + "\n"
	},
	"settings": func(w writer) string {
		return "[" + w.of("core user") + "]\n" + w.lines(1, 5, func(int) string { return w.of(commonWords) + " = " + w.number(9) })
	},
	"graph of indices": func(w writer) string {
		n := 3 + w.IntN(5)
		return fmt.Sprintf("%d %d\n", n, 2*n) + w.lines(2*n, 2*n, func(int) string { return w.number(n) + " " + fmt.Sprint(n) })
	},
	"integers": func(w writer) string {
		return w.lines(2, 8, func(int) string { return w.row(4, " ", func() string { return fmt.Sprint(2 + w.IntN(9)) }) })
	},
	"maze": func(w writer) string {
		return w.lines(3, 6, func(int) string { return w.row(7, "", func() string { return w.of("# -") }) })
	},
	"Makefile": func(w writer) string {
		return "all: " + w.of(commonWords) + "\n\tgo build\n\nclean:\n\trm " + w.of(commonWords) + "\n"
	},
	"size and rows": func(w writer) string {
		columns := 2 + w.IntN(4)
		rows := w.lines(2, 6, func(int) string {
			return "1" + w.of(", \t ,") + w.row(columns-1, " ", func() string { return w.of("0 1") })
		})
		return fmt.Sprintf("%d %d\n", strings.Count(rows, "\n"), columns) + rows
	},
	"Sudoku": func(w writer) string {
		return w.lines(9, 9, func(int) string { return w.row(9, w.of(", |"), func() string { return w.of(". 1 2 5 9 .") }) })
	},
	"letters": func(w writer) string {
		return w.lines(2, 5, func(int) string { return w.row(5, "", func() string { return w.of("A B C .") }) })
	},
	"answers": func(w writer) string {
		return "X\n" + w.lines(3, 9, func(int) string { return w.of("A B C D X") })
	},
	"maps": func(w writer) string {
		block := func(int) string { return w.row(6, "", func() string { return w.of("# . .") }) }
		return w.lines(4, 6, block) + "\n#..\n.#.\n\n" + w.lines(4, 6, block)
	},
	"polygons": func(w writer) string {
		return "[" + w.row(2, ", ", func() string {
			return "[" + w.row(4, ", ", func() string { return "[" + w.number(30) + ", " + w.number(30) + "]" }) + "]"
		}) + "]\n"
	},
	"drawings": func(w writer) string {
		return "XX" + w.of("X XX") + "\nXXXX\n" + w.lines(1, 3, func(k int) string { return strings.Repeat(string(rune('A'+k)), 1+w.IntN(2)) })
	},
	"graph": func(w writer) string {
		return "graph g {\n" + w.lines(1, 5, func(int) string { return "  " + w.of("a b") + " -- " + w.of("c d") + ";" }) + "}\n"
	},
	"numstat": func(w writer) string {
		return w.lines(1, 6, func(int) string { return w.number(2) + "\t" + w.number(2) + "\t" + w.of("a.go b.go") })
	},
	"formula": func(w writer) string {
		return "c x\np cnf 3 2\n" + w.lines(2, 2, func(int) string { return w.of("1 2 3") + " 0" })
	},
}

// guesses are kinds of texts that may be a model or a grid, as far as anyone can tell.
var guesses = map[string]func(w writer) string{
	"nodes and edges": func(w writer) string {
		return "a b c d\n" + w.lines(8, 12, func(int) string { return w.of("a b") + " " + w.of("c d") })
	},
	"flags": func(w writer) string {
		return "new,old,sold\n" + w.lines(9, 12, func(int) string { return "1," + w.of("0 1") + "," + w.of("0 1") })
	},
	"bits": func(w writer) string {
		return w.lines(9, 12, func(int) string { return w.row(8, "", func() string { return w.of("0 1") }) + "1" })
	},
	"drawings": func(w writer) string {
		return strings.ReplaceAll(w.of("XXXX/XXX/AAAA/BBB XXX/XX/AA/BBB XXX/X/A/BBB/"), "/", "\n") + "\n"
	},
	"mazes": func(w writer) string { return "--#\n-##\n\n" + w.of("#-# ###") + "\n###\n" },
}

// No puzzle is made of a text that is something else, and where a text may be something else, too,
// the file says so.
func TestNothingIsGuessedSilently(t *testing.T) {
	t.Parallel()
	w := writer{rand.New(rand.NewPCG(5, 3))}
	read := func(name, text string) (*formats.File, error) {
		file, err := formats.Read(name, strings.NewReader(text), formats.Options{})
		if err != nil {
			return nil, err
		}
		for _, d := range file.Documents {
			if _, err := d.Compile(); err != nil {
				return nil, err
			}
		}
		return file, nil
	}
	for range 15 {
		for _, kind := range slices.Sorted(maps.Keys(others)) {
			text := others[kind](w)
			for _, name := range []string{"-", "x.txt"} {
				if file, err := read(name, text); err == nil {
					t.Errorf("%s is read as %s:\n%s", kind, file.Format, text)
				}
			}
		}
		for _, kind := range slices.Sorted(maps.Keys(guesses)) {
			text := guesses[kind](w)
			file, err := read("-", text)
			if err != nil {
				t.Errorf("%s: %v:\n%s", kind, err, text)
			} else if !file.Guessed {
				t.Errorf("%s is read as %s without a word:\n%s", kind, file.Format, text)
			}
		}
	}
	// The ending of tables decides, and is a guess.
	file, err := formats.Read("x.csv", strings.NewReader("a,b\n1,0\n"), formats.Options{})
	if err != nil || file.Format != "matrix" || !file.Guessed {
		t.Errorf("%+v, %v", file, err)
	}
	// A format that is named is no guess.
	for format, text := range map[string]string{"dlx": "a b\na b\n", "matrix": "1 0\n0 1\n", "grid": "--\n\n##\n", "letters": "XX\nAA\n", "cells": "(0,0) (1,0)\n(0,0) (0,1)\n"} {
		file, err := formats.Read("-", strings.NewReader(text), formats.Options{Format: format})
		if err != nil || file.Guessed {
			t.Errorf("%s: %+v, %v", format, file, err)
		}
	}
}

// The error for an unknown text names the formats that are near.
func TestNearestFormats(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"(0,0) (0,1)\n(0,0)\n(0,1)\n":    "cells and",
		"A B C D\nA B\nA\n":              "dlx and",
		"1 0\n0 1\n1 0\n0 1\n1 0\n":      "matrix and dlx",
		"1,0\n0,1\n":                     "matrix and",
		"---\n":                          "yaml and grid",
		"10110\n01101\n":                 "matrix and",
		"a b c\na b\nc\nd\n":             "dlx and",
		"XX\nXX\nAA\nA\n":                "letters and",
		"##.\n.#.\n\n##\n#\n":            "blocks and",
		"[[[0,0],[1,0]],[[0,0]]]\n":      "cells and",
		strings.Repeat("go test\n", 1e5): "dlx and",
	} {
		_, err := formats.Read("-", strings.NewReader(text), formats.Options{})
		var near *formats.UnknownFormatError
		if err == nil || !strings.Contains(err.Error(), want) || !errors.As(err, &near) ||
			!strings.HasPrefix(want, near[0]) {
			t.Errorf("%.40q: %v; want %s", text, err, want)
		}
	}
}
