package desk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/formats"
)

// ask asks a desk and returns the answer, or the error in words.
func ask(t *testing.T, d *Desk, q map[string]any) (answer map[string]any, complaint string) {
	t.Helper()
	text, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Answer map[string]any
		Error  string
	}
	if err := json.Unmarshal(d.Handle(t.Context(), text), &got); err != nil {
		t.Fatal(err)
	}
	if (got.Answer == nil) == (got.Error == "") {
		t.Fatalf("%v: an answer and an error, or neither", q)
	}
	return got.Answer, got.Error
}

// built is a built-in puzzle as a page has it, with hints as JSON.
func built(t *testing.T, name, hints string) json.RawMessage {
	t.Helper()
	all, err := catalogue.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := formats.Write(&b, "json", all[0]); err != nil {
		t.Fatal(err)
	}
	var puzzle map[string]json.RawMessage
	if err := json.Unmarshal(b.Bytes(), &puzzle); err != nil {
		t.Fatal(err)
	}
	if hints != "" {
		puzzle["place"] = json.RawMessage(hints)
	}
	text, err := json.Marshal(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// oneX is X in the second and third row of a board of three columns.
const oneX = `[{"piece": "X", "cells": [[1,1],[0,2],[1,2],[2,2],[1,3]]}]`

// Every question about solutions is about those that contain what lies on the board, and
// all answers agree: the number, the list, its digest, and what the cells add up to.
func TestAnswersAgree(t *testing.T) {
	t.Parallel()
	var d Desk // the same for all: a puzzle takes the place of the one before
	for _, test := range []struct {
		name, hints string
		want        string
	}{
		{"pentominoes:3x20", "", "8"},
		{"pentominoes:3x20", oneX, "4"},
		{"cilada:7", "", "25"},
		{"pegs:1,0 3,2 4,4", "", "40"},
		{"dominoes:5x5", "", "0"},
	} {
		p := built(t, test.name, test.hints)
		if count, _ := ask(t, &d, map[string]any{"ask": "count", "puzzle": p}); count["count"] != test.want {
			t.Errorf("%s: %v solutions, want %s", test.name, count["count"], test.want)
		}
		list, _ := ask(t, &d, map[string]any{"ask": "solve", "puzzle": p, "limit": 1000})
		if fmt.Sprint(list["count"]) != test.want || list["complete"] != true {
			t.Errorf("%s: solve %v, want %s", test.name, list["count"], test.want)
		}
		clauses, _ := ask(t, &d, map[string]any{"ask": "solve", "puzzle": p, "limit": 1000, "engine": "allsat"})
		list["seconds"], clauses["seconds"] = nil, nil
		if fmt.Sprint(clauses) != fmt.Sprint(list) { // sorted lists, and their digests
			t.Errorf("%s: native %v, allsat %v", test.name, list, clauses)
		}
		cells, _ := ask(t, &d, map[string]any{"ask": "cells", "puzzle": p})
		if cells["count"] != test.want {
			t.Errorf("%s: %v solutions by cells, want %s", test.name, cells["count"], test.want)
		}
	}
}

// A list that is cut short says so, and names no set.
func TestLimit(t *testing.T) {
	t.Parallel()
	var d Desk
	p := built(t, "pentominoes:4x15", "")
	list, _ := ask(t, &d, map[string]any{"ask": "solve", "puzzle": p, "limit": 10})
	if list["count"] != 10.0 || list["complete"] != false || list["digest"] != nil {
		t.Errorf("%v, %v, %v", list["count"], list["complete"], list["digest"])
	}
	if all := list["solutions"].([]any); len(all) != 10 || len(all[0].([]any)) != 12 {
		t.Errorf("%d solutions", len(all))
	}
	orbits, _ := ask(t, &d, map[string]any{"ask": "solve", "puzzle": built(t, "pentominoes:3x20", ""), "limit": 10, "up_to_symmetry": true})
	if orbits["count"] != 2.0 {
		t.Errorf("%v solutions up to symmetry, want 2", orbits["count"])
	}
}

// A question without an answer gives an error text, with the place of the mistake.
func TestComplaints(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		q    map[string]any
		want string
	}{
		{map[string]any{"ask": "nothing"}, `nobody can answer "nothing"`},
		{map[string]any{"ask": "open", "name": "nonsense"}, "nonsense"},
		{map[string]any{"ask": "open", "text": "board: ....\npieces: 3"}, "puzzle:2:9"},
		{map[string]any{"ask": "open", "text": "1|a b\na\nb\n"}, "nothing to draw"},
		{map[string]any{"ask": "open", "text": "board: [" + strings.Repeat(`"`+strings.Repeat(".", 500)+`",`, 20) + "]"}, "4096 characters"},
		{map[string]any{"ask": "set", "name": "polyominoes:12"}, "pieces"},
		{map[string]any{"ask": "board", "lattice": "round", "name": "3x3"}, `"round"`},
		{map[string]any{"ask": "count", "puzzle": 3}, "puzzle:1:1"},
		{map[string]any{"ask": "count", "puzzle": built(t, "pentominoes:3x20", `[{"piece": "X", "cells": [[0,0]]}]`)}, "X"},
		{map[string]any{"ask": "sheet", "puzzle": built(t, "cilada:7", ""), "paper": "a3", "cell": 20}, `"a3"`},
		{map[string]any{"ask": "sheet", "puzzle": built(t, "cilada:7", ""), "paper": "a4", "cell": 0.1}, "mm"},
		{map[string]any{"ask": "svg", "puzzle": built(t, "cilada:7", ""), "solution": []Place{{"A", [][]int{{0, 0, 0, 0}}}}}, "coordinates"},
		{map[string]any{"ask": "svg", "puzzle": built(t, "cilada:7", ""), "solution": []Place{{"A", [][]int{{9, 9}}}}}, "A does not fit"},
	} {
		if _, got := ask(t, &Desk{}, test.q); !strings.Contains(got, test.want) {
			t.Errorf("%.200v: %q, want %q in it", test.q, got, test.want)
		}
	}
	if got := string((&Desk{}).Handle(t.Context(), []byte("{"))); !strings.HasPrefix(got, `{"error":`) {
		t.Errorf("half a question is answered by %s", got)
	}
}

// look says what is misplaced, and what of a puzzle a page draws.
func TestLook(t *testing.T) {
	t.Parallel()
	hints := `[{"piece": "X", "cells": [[1,0],[0,1],[1,1],[2,1],[1,2]]}, {"piece": "I", "cells": [[0,0],[1,1],[2,2],[0,3],[0,4]]}]`
	got, complaint := ask(t, &Desk{}, map[string]any{"ask": "look", "puzzle": built(t, "pentominoes:3x20", hints)})
	if complaint != "" {
		t.Fatal(complaint)
	}
	if fmt.Sprint(got["misplaced"]) != "[1]" || got["must"] != 60.0 || got["symmetries"] != 4.0 || len(got["pieces"].([]any)) != 12 {
		t.Errorf("%v", got)
	}
	f := got["pieces"].([]any)[0].(map[string]any)
	ways := f["ways"].([]any)
	if f["name"] != "F" || len(ways) != 8 || len(f["tints"].([]any)) != 5 {
		t.Errorf("%v", f)
	}
	// Four turns lead back, and so do two flips, and all orientations are reached.
	next := func(way int, by string) int { return int(ways[way].(map[string]any)[by].(float64)) }
	seen := map[int]bool{}
	for way := range ways {
		if n := next(next(next(next(way, "right"), "right"), "right"), "right"); n != way {
			t.Errorf("four turns lead from %d to %d", way, n)
		}
		if next(next(way, "right"), "left") != way || next(next(way, "flip"), "flip") != way {
			t.Errorf("what is done to %d cannot be undone", way)
		}
		seen[next(way, "right")], seen[next(way, "flip")] = true, true
	}
	if len(seen) != 8 {
		t.Errorf("%d of 8 orientations can be reached", len(seen))
	}
}

// A hint is a placement of a solution, of the piece that is asked for; none where there is no solution.
func TestHint(t *testing.T) {
	t.Parallel()
	var d Desk
	for name, hints := range map[string]string{"F": "", "I": oneX} {
		var a struct{ Answer []Place }
		q := map[string]any{"ask": "hint", "puzzle": built(t, "pentominoes:3x20", hints), "name": name}
		text, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(d.Handle(t.Context(), text), &a); err != nil || len(a.Answer) != 1 || a.Answer[0].Piece != name {
			t.Fatalf("%+v, %v", a, err)
		}
		place, err := json.Marshal(append(a.Answer, placesIn(t, hints)...))
		if err != nil {
			t.Fatal(err)
		}
		count, complaint := ask(t, &d, map[string]any{"ask": "count", "puzzle": built(t, "pentominoes:3x20", string(place))})
		if complaint != "" || count["count"] == "0" {
			t.Errorf("the hint %+v leaves %v: %s", a.Answer, count, complaint)
		}
	}
	text, _ := json.Marshal(map[string]any{"ask": "hint", "puzzle": built(t, "dominoes:5x5", "")})
	if got := string(d.Handle(t.Context(), text)); got != `{"answer":[]}` {
		t.Errorf("where there is no solution: %s", got)
	}
}

func placesIn(t *testing.T, text string) (all []Place) {
	t.Helper()
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// What is said of the reason is drawn: the cells of a colouring, or those that nothing can cover.
func TestWhy(t *testing.T) {
	t.Parallel()
	var d Desk
	weights := func(got map[string]any) (n int) {
		all, _ := got["weights"].([]any)
		for _, w := range all {
			if w.(float64) > 0 {
				n++
			}
		}
		return n
	}
	got, _ := ask(t, &d, map[string]any{"ask": "why", "puzzle": built(t, "tetrominoes:5x4", "")})
	if !strings.Contains(fmt.Sprint(got["text"]), "like a chessboard") || weights(got) != 10 {
		t.Errorf("%v", got)
	}
	got, _ = ask(t, &d, map[string]any{"ask": "why", "puzzle": built(t, "pentominoes:6x9", "")})
	if !strings.Contains(fmt.Sprint(got["text"]), "cover 60 at least") || got["weights"] != nil {
		t.Errorf("%v", got)
	}
	corner := `[{"piece": "X", "cells": [[1,0],[0,1],[1,1],[2,1],[1,2]]}]`
	got, _ = ask(t, &d, map[string]any{"ask": "why", "puzzle": built(t, "pentominoes:6x10", corner)})
	if fmt.Sprint(got["dead"]) != "[0]" {
		t.Errorf("%v", got)
	}
	got, _ = ask(t, &d, map[string]any{"ask": "why", "puzzle": built(t, "pentominoes:3x20", oneX)})
	if got["text"] != "" || got["dead"] != nil {
		t.Errorf("there are solutions, but: %v", got)
	}
}

// A puzzle is rated with what is given; two searches of it can be watched; a card shows it.
func TestRateAndWatch(t *testing.T) {
	t.Parallel()
	var d Desk
	easy, _ := ask(t, &d, map[string]any{"ask": "rate", "puzzle": built(t, "pentominoes:3x20", oneX)})
	hard, _ := ask(t, &d, map[string]any{"ask": "rate", "puzzle": built(t, "pentominoes:3x20", "")})
	if easy["nodes"].(float64) >= hard["nodes"].(float64) || hard["stars"] != 5.0 {
		t.Errorf("%v, %v", easy, hard)
	}
	watched, _ := ask(t, &d, map[string]any{"ask": "watch", "puzzle": built(t, "pentominoes:3x20", "")})
	for _, side := range []string{"cells", "clauses"} {
		if r := watched[side].(map[string]any); r["solved"] != true || len(r["steps"].([]any)) < 24 {
			t.Errorf("%s: %v", side, r)
		}
	}
	for name, want := range map[string]string{"pentominoes:6x10": "<svg ", "daily:2026-11-27": "<svg ", "soma": "<svg "} {
		if got, complaint := ask(t, &d, map[string]any{"ask": "card", "name": name}); !strings.HasPrefix(fmt.Sprint(got["text"]), want) {
			t.Errorf("%s: %v, %s", name, got, complaint)
		}
	}
}

// A design leaves one solution, which the engines count, and keeps what lay there before.
func TestDesign(t *testing.T) {
	t.Parallel()
	var d Desk
	for seed, hints := range []string{"", oneX} {
		p := built(t, "pentominoes:3x20", hints)
		got, complaint := ask(t, &d, map[string]any{"ask": "design", "puzzle": p, "hints": 3, "seed": seed})
		if complaint != "" {
			t.Fatal(complaint)
		}
		place, err := json.Marshal(got["place"])
		if err != nil {
			t.Fatal(err)
		}
		count, complaint := ask(t, &d, map[string]any{"ask": "count", "puzzle": built(t, "pentominoes:3x20", string(place))})
		if count["count"] != "1" || got["added"] == 0.0 || len(got["solution"].([]any)) != 12 {
			t.Errorf("%v leaves %v solutions: %s", got, count["count"], complaint)
		}
		if hints != "" && !strings.HasPrefix(fmt.Sprint(got["place"]), "[map[cells:[[1 1] [0 2]") {
			t.Errorf("X does not lie where it lay: %v", got["place"])
		}
	}
	_, none := ask(t, &d, map[string]any{"ask": "design", "puzzle": built(t, "pentominoes:3x20", ""), "hints": 0})
	_, empty := ask(t, &d, map[string]any{"ask": "design", "puzzle": built(t, "dominoes:5x5", ""), "hints": 9})
	if !strings.Contains(none, "at least") || !strings.HasPrefix(empty, "There is no solution") {
		t.Errorf("%q, %q", none, empty)
	}
}

// Drawings and files of a puzzle have the placements on the board.
func TestWritten(t *testing.T) {
	t.Parallel()
	p := built(t, "pentominoes:3x20", `[{"piece": "X", "cells": [[1,0],[0,1],[1,1],[2,1],[1,2]]}]`)
	text := func(q map[string]any) string {
		t.Helper()
		q["puzzle"] = p
		got, complaint := ask(t, &Desk{}, q)
		if complaint != "" {
			t.Fatal(complaint)
		}
		return got["text"].(string)
	}
	if yaml := text(map[string]any{"ask": "yaml"}); !strings.Contains(yaml, "place:\n  - {piece: X,") {
		t.Errorf("YAML without its hint:\n%s", yaml)
	}
	if svg := text(map[string]any{"ask": "svg"}); !strings.HasPrefix(svg, "<svg ") {
		t.Errorf("this is no SVG: %.60s", svg)
	}
	pages := text(map[string]any{"ask": "sheet", "paper": "letter", "cell": 12})
	if n := strings.Count(pages, `width="215.9mm" height="279.4mm"`); n < 2 {
		t.Errorf("%d pages, want the board's and the pieces'", n)
	}
}
