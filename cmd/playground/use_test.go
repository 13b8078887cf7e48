//go:build !js

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	browserproto "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/exactile/exactile/cmd/playground/internal/desk"
	"github.com/exactile/exactile/internal/testkit/browser"
)

// What the page says.
const (
	left    = `document.getElementById("left").textContent`
	more    = `document.getElementById("left-more").textContent`
	lead    = `document.getElementById("lead").textContent`
	where   = `document.getElementById("where").textContent`
	pieces  = `String(document.querySelectorAll("#board .pin").length)`
	message = `document.getElementById("message").textContent`
	laid    = `String(playground.laid().length)`
)

// opened is the page in a browser, with pentominoes:6x10 on it.
func opened(t *testing.T, width, height int64) *browser.Browser {
	t.Helper()
	b := arrived(t, width, height)
	open(b, "pentominoes:6x10")
	b.Until(left, "9356 solutions")
	return b
}

// arrived is the page as it opens.
func arrived(t *testing.T, width, height int64) *browser.Browser {
	t.Helper()
	file := built(t)
	b := browser.New(t)
	b.Open(file, width, height)
	b.Until(`document.documentElement.dataset.ready + ""`, "yes")
	return b
}

// open opens a built-in puzzle by its name.
func open(b *browser.Browser, name string) {
	if b.Ask(`String(document.getElementById("home").hidden)`) == "true" {
		b.Press("#back")
	}
	fill(b, "#name", name)
}

func cell(x, y, z int) string { return fmt.Sprintf(`#board [data-cell="%d,%d,%d"]`, x, y, z) }

// fill types a text into a field, in the place of what is there, and Enter.
func fill(b *browser.Browser, selector, text string) {
	b.Press(selector)
	b.Run(chromedp.KeyEvent("a", chromedp.KeyModifiers(2)), chromedp.KeyEvent(text+"\r"))
}

// asked is what a desk of this program answers about the puzzle on the page.
func asked(t *testing.T, b *browser.Browser, q map[string]any, answer any) {
	t.Helper()
	q["puzzle"] = json.RawMessage(b.Ask(`JSON.stringify(playground.puzzle())`))
	answered(t, q, answer)
}

func answered(t *testing.T, q map[string]any, answer any) {
	t.Helper()
	text, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Error  string
		Answer json.RawMessage
	}
	if err := json.Unmarshal((&desk.Desk{}).Handle(context.Background(), text), &got); err != nil {
		t.Fatal(err)
	}
	if got.Error != "" {
		t.Fatalf("%v: %s", q["ask"], got.Error)
	}
	if err := json.Unmarshal(got.Answer, answer); err != nil {
		t.Fatal(err)
	}
}

// counted is how many solutions the puzzle on the page has.
func counted(t *testing.T, b *browser.Browser) int {
	t.Helper()
	var n struct{ Count string }
	asked(t, b, map[string]any{"ask": "count"}, &n)
	count, err := strconv.Atoi(n.Count)
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// unfold shows what is below "more".
func unfold(b *browser.Browser) {
	b.Run(chromedp.Evaluate[chromedp.Void](`document.getElementById("more").open = true`))
}

// The 9356 solutions of 6x10 come onto the board itself.
func TestCountAndSolve(t *testing.T) {
	b := opened(t, 1366, 768)
	unfold(b)
	begin := time.Now()
	b.Press("#solve")
	b.Until(where, "solution 1 of 9356")
	t.Logf("listing: %s s in the worker, %v in all",
		b.Ask(`document.getElementById("lead").dataset.seconds`), time.Since(begin))
	b.Want(lead+`.replace(/ in [0-9.]+ s/, "")`, "9356 solutions, all there are. Press a piece to see only solutions with it there.")
	b.Want(pieces, "12")
	b.Run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	b.Want(where, "solution 3 of 9356")
	b.Press("#previous")
	b.Want(where, "solution 2 of 9356")
	b.Run(chromedp.KeyEvent(kb.End))
	b.Want(where, "solution 9356 of 9356")
	b.Press(`#thumbs button[aria-label="solution 9350"]`)
	b.Want(where, "solution 9350 of 9356")
	// A piece that is pressed stays, and the engine is asked again.
	b.Press(cell(2, 3, 0))
	b.Until(laid, "1")
	n := counted(t, b)
	b.Until(where, fmt.Sprintf("solution 1 of %d", n))
	b.Until(left, fmt.Sprintf("%d solutions left", n))
	if n == 0 || n >= 9356 {
		t.Errorf("%d solutions have it there", n)
	}
	b.Shot("playground-kept")
	b.Press("#close")
	b.Want(pieces, "1")
	b.Press("#take-all")
	b.Press("#symmetry")
	b.Press("#solve")
	b.Until(where, "solution 1 of 2339")
}

// Solve is seen where it happens, without scrolling, on a large and on a small screen.
func TestSolveIsSeen(t *testing.T) {
	for _, size := range [][2]int64{{1366, 768}, {390, 844}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			b := arrived(t, size[0], size[1])
			b.Press(`.card[data-open="pentominoes:10x6"]`)
			b.Until(left, "9356 solutions")
			b.Press("#solve")
			b.Until(where, "solution 1 of 9356")
			b.Want(`(() => { const r = document.querySelector("#board svg").getBoundingClientRect(), w = document.getElementById("where").getBoundingClientRect();
			return String(scrollY === 0 && r.top >= 0 && r.bottom < w.bottom && w.bottom < document.getElementById("dock").getBoundingClientRect().top + (innerWidth > 700 ? 1000 : 0) && w.bottom < innerHeight); })()`, "true")
			b.Want(`String(document.documentElement.scrollWidth <= innerWidth)`, "true")
			time.Sleep(time.Second) // until the last piece has landed, for the picture alone
			b.Shot(fmt.Sprintf("playground-solved-%d", size[0]))
		})
	}
}

// Of more solutions than are listed the page says how many there are, and where the list ends.
func TestListEnds(t *testing.T) {
	b := arrived(t, 1366, 900)
	open(b, "soma")
	b.Until(left, "11\u202f520 solutions")
	b.Press("#solve")
	b.Until(where, "solution 1 of 11\u202f520")
	b.Want(lead+`.replace(/ in [0-9.]+ s/, "")`, "The first 10\u202f000 of 11\u202f520 solutions. Press a piece to see only solutions with it there.")
	b.Run(chromedp.KeyEvent(kb.End))
	b.Want(where, "solution 10\u202f000 of 11\u202f520")
	b.Want(`String(document.getElementById("next").disabled)`, "true")
	b.Shot("playground-list-ends")
}

// The chessboard without its centre, drawn by mouse and keys.
func TestDraw(t *testing.T) {
	b := opened(t, 1366, 900)
	b.Press("#mode-draw")
	fill(b, "#columns", "8")
	fill(b, "#rows", "8")
	b.Until(left, "No solution yet")
	b.Until(more, "64 cells must be covered, and the pieces cover 60 at most.")
	quiet := `getComputedStyle(document.getElementById("status")).color === getComputedStyle(document.body).color ? "quiet" : "loud"`
	b.Want(quiet, "quiet") // a board that is being drawn is not wrong yet
	b.Press("#mode-draw")
	b.Until(left, "No solution")
	b.Want(quiet, "loud")
	b.Press("#mode-draw")
	b.Until(left, "No solution yet")
	b.Press(cell(3, 3, 0), cell(4, 3, 0), cell(4, 4, 0), cell(3, 4, 0))
	b.Until(left, "520 solutions")
	b.Shot("playground-draw")
	// By keys: a hole more, and away with it.
	b.Run(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.Enter))
	b.Until(left, "No solution yet")
	b.Run(chromedp.KeyEvent(" "))
	b.Until(left, "520 solutions")
	b.Press("#mode-draw")
	b.Press("#solve")
	b.Until(where, "solution 1 of 520")
	b.Want(pieces, "12")
}

// Input typed while the page still checks the puzzle is not overwritten.
func TestTypeAhead(t *testing.T) {
	b := opened(t, 1366, 900)
	b.Press("#mode-draw")
	b.Run(chromedp.Evaluate[chromedp.Void](`{
		const [columns, rows] = ["columns", "rows"].map(id => document.getElementById(id));
		columns.value = "20";
		columns.dispatchEvent(new Event("change"));
		rows.value = "3"; // typed, without Enter yet
	}`))
	b.Until(left, "No solution yet")
	b.Run(chromedp.Evaluate[chromedp.Void](`document.getElementById("rows").dispatchEvent(new Event("change"))`))
	b.Until(left, "8 solutions")
	// Impossible values are corrected at once.
	fill(b, "#rows", "1000")
	b.Want(`document.getElementById("rows").value`, "64")
}

// Pieces of one's own: a chessboard for dominoes, whole and without two corners.
func TestDrawPieces(t *testing.T) {
	b := arrived(t, 1366, 900)
	b.Press(`.card[data-open=""]`)
	b.Until(left, "No pieces yet")
	b.Press("#add-piece")
	b.Until(`String(document.querySelectorAll("#shape .cell").length)`, "1")
	b.Press(`#shape [data-cell="3,2,0"]`)
	fill(b, "#piece-count", "any")
	fill(b, "#columns", "8")
	fill(b, "#rows", "8")
	b.Until(left, "12\u202f988\u202f816 solutions")
	b.Shot("playground-pieces")
	b.Press(cell(0, 0, 0))
	b.Press(cell(7, 7, 0))
	b.Until(left, "No solution yet")
	b.Until(more+`.includes("coloured like a chessboard") + ""`, "true")
	fill(b, "#piece-count", "0..x")
	b.Until(message+`.includes("is no count") + ""`, "true")
	// The reason is drawn on the board that is played on.
	fill(b, "#piece-count", "any")
	b.Press("#mode-draw")
	b.Until(`String(document.querySelectorAll("#board .why").length)`, "30")
	b.Shot("playground-why")
	// Pieces of which none is used are none.
	b.Press("#mode-draw")
	b.Press("#tray button")
	fill(b, "#piece-count", "0")
	b.Until(left, "No pieces yet")
}

// The impossible 5x4 says why, and shows it.
func TestImpossible(t *testing.T) {
	b := arrived(t, 390, 844)
	open(b, "tetrominoes:5x4")
	b.Until(left, "No solution")
	b.Until(more+`.includes("coloured like a chessboard") + ""`, "true")
	b.Want(`String(document.querySelectorAll("#board .why").length)`, "10")
	b.Want(`String(getComputedStyle(document.getElementById("status")).color !== "rgb(180, 35, 24)")`, "true")
	b.Shot("playground-impossible")
	open(b, "pentominoes:6x11")
	b.Until(more, "66 cells must be covered, and the pieces cover 60 at most.")
	// By hand, too: what no piece can cover any more is marked.
	open(b, "pentominoes:6x10")
	b.Until(left, "9356 solutions")
	b.Press(`#tray [data-piece="X"]`)
	b.Press(cell(1, 1, 0))
	b.Until(left, "No solution from here")
	b.Until(more, "No piece that is left fits on the marked cells.")
	b.Want(`String(document.querySelectorAll("#board .dead").length)`, "1")
}

// Trying by hand: the page says how many solutions are left, as the engines do.
func TestPlace(t *testing.T) {
	b := opened(t, 1366, 900)
	b.Press(`#tray [data-piece="X"]`)
	b.Hover(cell(2, 3, 0))
	b.Until(`String(document.querySelectorAll("#board .ghost").length)`, "1")
	b.Shot("playground-ghost")
	b.Press(cell(2, 3, 0))
	b.Until(laid, "1")
	n := counted(t, b)
	b.Until(left, fmt.Sprintf("%d solutions left", n))
	if n == 0 || n >= 9356 {
		t.Errorf("%d solutions are left", n)
	}
	// Another, turned by a key, the wheel, and a second press; then laid.
	b.Press(`#tray [data-piece="I"]`)
	b.Hover(cell(0, 0, 0))
	ghost := `document.querySelector("#board .ghost path, #board .misfit path").getAttribute("d")`
	before := b.Ask(ghost)
	b.Run(chromedp.KeyEvent("r"))
	if b.Ask(ghost) == before {
		t.Error("r does not turn the piece")
	}
	b.Wheel(cell(0, 0, 0), 100)
	b.Until(ghost, before)
	b.Press(`#tray [data-piece="I"]`)
	b.Hover(cell(0, 2, 0))
	if b.Ask(ghost) == before {
		t.Error("a second press does not turn the piece")
	}
	if b.Ask(`String(playground.view().pieces[1].ways[playground.way(1)].cells[4][1])`) != "4" {
		b.Run(chromedp.KeyEvent("r"))
	}
	b.Press(cell(0, 2, 0))
	b.Until(laid, "2")
	n = counted(t, b)
	b.Until(left, map[bool]string{true: "No solution from here", false: fmt.Sprintf("%d solutions left", n)}[n == 0])
	b.Press("#take-all")
	b.Until(left, "9356 solutions")
	// A piece that lies is taken up by a press.
	b.Press(cell(2, 3, 0))
	b.Until(laid, "1")
	b.Press(cell(2, 3, 0))
	b.Until(laid, "0")
}

// What the page shows belongs together at each moment, and is true unless it is grey: the title, the board,
// and the number, which is that of the board from its first to its last sight.
func TestStale(t *testing.T) {
	b := arrived(t, 1366, 900)
	b.Press(`.card[data-open="pentominoes:10x6"]`)
	b.Until(left, "9356 solutions")
	b.Run(chromedp.Evaluate[chromedp.Void](`{
		const $ = id => document.getElementById(id), grey = getComputedStyle($("stars")).color;
		window.seen = new Set();
		new MutationObserver(() => {
			if ($("play").hidden) return;
			const pale = getComputedStyle($("left")).color === grey, board = document.querySelectorAll("#board .site").length;
			seen.add([$("title").textContent, document.title, board, pale ? "grey" : $("left").textContent].join(", "));
		}).observe(document.documentElement, { subtree: true, childList: true, characterData: true, attributes: true });
	}`))
	b.Press(`#tray [data-piece="X"]`)
	b.Press(cell(3, 2, 0))
	b.Until(laid, "1")
	n := counted(t, b)
	b.Until(left, fmt.Sprintf("%d solutions left", n))
	b.Press("#back")
	fill(b, "#name", "soma")
	b.Until(left, "11\u202f520 solutions")
	// From one board to the other, without the cards between them.
	b.Run(chromedp.Evaluate[chromedp.Void](`history.go(-2)`))
	b.Until(left, fmt.Sprintf("%d solutions left", n))
	seen := map[string]int{}
	for _, state := range strings.Split(b.Ask(`[...seen].join("\n")`), "\n") {
		seen[state]++
	}
	classic, soma := "Classic 6×10, Classic 6×10 — exactile, 60, ", "soma, soma — exactile, 27, "
	for _, state := range []string{classic + "9356 solutions", classic + "grey",
		classic + fmt.Sprintf("%d solutions left", n), soma + "grey", soma + "11\u202f520 solutions"} {
		if seen[state]--; seen[state] < 0 {
			t.Errorf("%q was not seen", state)
		}
	}
	for state, times := range seen {
		if times > 0 {
			t.Errorf("%q was seen", state)
		}
	}
}

// An address holds the puzzle, its name and what is laid, and the page is the same when it is loaded again;
// the browser's way back leads to the puzzle before.
func TestShare(t *testing.T) {
	b := arrived(t, 1366, 900)
	b.Press(`.card[data-open="pentominoes:10x6"]`)
	b.Until(left, "9356 solutions")
	b.Press(`#tray [data-piece="X"]`)
	b.Press(cell(3, 2, 0))
	b.Until(laid, "1")
	n := fmt.Sprintf("%d solutions left", counted(t, b))
	b.Until(left, n)
	b.Press("#share")
	b.Until(`String(document.getElementById("address").value === location.href && location.hash.length > 9)`, "true")
	b.Want(`document.title`, "Classic 6×10 — exactile")
	shared, puzzle := b.Ask(`location.href`), b.Ask(`JSON.stringify(playground.table())`)
	t.Logf("the address has %d letters", len(shared))
	b.Run(chromedp.Reload())
	b.Until(left, n)
	b.Want(`JSON.stringify(playground.table())`, puzzle)
	b.Want(pieces, "1")
	// Another puzzle, and back by the browser's button; and to the address as if it were typed.
	open(b, "soma")
	b.Until(left, "11\u202f520 solutions")
	b.Shot("playground-cube")
	b.Run(chromedp.Evaluate[chromedp.Void](`history.back()`))
	b.Until(`String(document.getElementById("home").hidden)`, "false")
	b.Run(chromedp.Evaluate[chromedp.Void](`history.forward()`))
	b.Until(left, "11\u202f520 solutions")
	b.Want(`String(document.getElementById("play").hidden)`, "false")
	b.Run(chromedp.Evaluate[chromedp.Void](`history.go(-2)`))
	b.Until(left, n)
	open(b, "cilada:7")
	b.Until(left, "25 solutions")
	b.Run(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`location.href = %q`, shared)))
	b.Until(left, n)
	// A text that is no puzzle gives a message.
	b.Run(chromedp.Evaluate[chromedp.Void](`location.hash = "#AAAA"`))
	b.Until(message, "This address holds no puzzle that can be read.")
	b.Want(`String(document.getElementById("message").classList.contains("bad"))`, "true")
	b.Want(left, n)
	// What is no placement in it is left out.
	b.Run(chromedp.Evaluate[chromedp.Void](`(async () => {
		const held = { puzzle: { format: 1, name: "odd", board: ["...."], pieces: [{ name: "I", shape: ["XX"], count: 2 }] }, title: 3, seed: "x", laid: [7, { piece: "I" }, { piece: "Q", cells: [[0, 0]] }, { piece: "I", cells: [[0, 0], [2, 0]] }, { piece: "I", cells: [[2, 0], [3, 0]] }] };
		const stream = new Blob([JSON.stringify(held)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
		location.hash = "#p=" + btoa(String.fromCharCode(...new Uint8Array(await new Response(stream).arrayBuffer())));
	})()`))
	b.Until(left, "1 solution left")
	b.Want(laid, "1")
}

// Boards and sets of pieces of the other lattices; a piece of each lies by hand.
func TestLattices(t *testing.T) {
	b := opened(t, 1366, 900)
	for _, l := range []struct{ name, key, set, at string }{
		{"hex", "h", "tetrahexes", cell(3, 1, 0)},
		{"triangle", "t", "hexiamonds", cell(5, 2, 0)},
		{"cube", "cu", "tetracubes", cell(1, 1, 0)},
		{"balls", "b", "triballs", cell(1, 1, 0)},
	} {
		if b.Ask(`String(document.getElementById("edit").hidden)`) == "true" {
			b.Press("#mode-draw")
		}
		b.Run(chromedp.Focus(chromedp.CSS("#lattice")), chromedp.KeyEvent(l.key))
		b.Until(`playground.puzzle().lattice + ""`, l.name)
		b.Until(`document.getElementById("set").value`, l.set)
		b.Press("#add button")
		b.Until(`String(document.querySelectorAll("#tray button").length > 3)`, "true")
		b.Press("#mode-draw")
		b.Until(`document.getElementById("left").textContent.endsWith("solutions") + ""`, "true")
		b.Press("#tray button")
		b.Press(l.at)
		b.Until(laid, "1")
		switch n := counted(t, b); n {
		case 0:
			b.Until(left, "No solution from here")
		case 1:
			b.Until(left, "1 solution left")
		default:
			b.Until(left+`.replaceAll("\u202f", "")`, fmt.Sprintf("%d solutions left", n))
		}
		b.Shot("playground-" + l.name)
	}
}

// Designs of puzzles with one solution, one after another: what is given does not move, and the puzzle is
// solved by hand.
func TestDesign(t *testing.T) {
	b := arrived(t, 1366, 900)
	open(b, "pentominoes:3x20")
	b.Until(left, "8 solutions")
	unfold(b)
	b.Press("#design")
	b.Until(left, "1 solution")
	given := `JSON.stringify(playground.table().puzzle.place)`
	first := b.Ask(given)
	if n := counted(t, b); n != 1 {
		t.Errorf("the design has %d solutions", n)
	}
	b.Until(`document.getElementById("stars").textContent.includes("★") + ""`, "true")
	b.Want(laid, "0")
	b.Shot("playground-design")
	// By mouse, what is given stays.
	at := b.Ask(`playground.table().puzzle.place[0].cells[0].concat([0]).join(",")`)
	b.Press(`#board [data-cell="` + at + `"]`)
	b.Want(message+`.includes("is given: it stays") + ""`, "true")
	b.Press(`#board [data-cell="`+at+`"]`, "#tray")
	b.Want(given, first)
	layAll(t, b, byMouse)
	b.Until(left, "Solved: the only solution.")
	b.Want(given, first)
	b.Shot("playground-design-solved")
	b.Press("#take-all")
	b.Until(more, "Can you find it?")
	b.Press("#solve")
	b.Until(where, "solution 1 of 1")
	b.Want(more, "")
	for range 20 { // by another seed another, sooner or later
		b.Press("#next-puzzle")
		b.Until(laid, "0")
		b.Until(left, "1 solution")
		if b.Ask(given) != first {
			return
		}
	}
	t.Error("all designs are the same")
}

// The page shows the command's puzzle of the day. It has one solution. Once it is solved, the result can be
// shared.
func TestToday(t *testing.T) {
	b := arrived(t, 1366, 768)
	const day = "daily:2026-11-23"
	var want json.RawMessage
	answered(t, map[string]any{"ask": "open", "name": day}, &want)
	b.Want(`playground.ask({ ask: "open", name: "`+day+`" }).then(a => JSON.stringify(a))`, string(want))
	b.Press(`.card[data-open="today"]`)
	b.Until(left, "1 solution")
	b.Want(`playground.table().day`, time.Now().Format(time.DateOnly))
	b.Shot("playground-today")
	b.Run(chromedp.Evaluate[chromedp.Void](`playground.open({ name: "` + day + `" }, { title: "a Monday", about: { day: "2026-11-23" } })`))
	b.Until(`document.getElementById("title").textContent`, "a Monday")
	b.Until(left, "1 solution")
	b.Press("#hint")
	b.Until(laid, "1")
	b.Until(left, "1 solution left")
	layAll(t, b, byMouse)
	b.Until(left, "Solved: the only solution.")
	b.Want(lead+`.replace(/[0-9]+:[0-9]{2}/, "0:00").replace(/★+☆*/, "★")`, "exactile 2026-11-23 ★ 0:00, 1 hint\n⬜⬜⬜⬜⬜⬜⬜⬜🟨🟩🟩🟩 copy this")
	b.Shot("playground-today-solved")
}

// Dice are thrown, and block their cells.
func TestDice(t *testing.T) {
	b := arrived(t, 390, 844)
	b.Press(`.card[data-open="genius"]`)
	b.Until(`String(document.querySelectorAll("#board .given").length)`, "7")
	b.Until(left+`.includes("solution") + ""`, "true")
	b.Shot("playground-dice")
	first := b.Ask(`JSON.stringify(playground.table().puzzle.place)`)
	for range 20 {
		b.Press("#next-puzzle")
		b.Until(left+`.includes("solution") + ""`, "true")
		b.Want(`String(document.querySelectorAll("#board .given").length)`, "7")
		if b.Ask(`JSON.stringify(playground.table().puzzle.place)`) != first {
			return
		}
	}
	t.Error("all rolls are the same")
}

// A long search is stopped, and the page says so and continues to work.
func TestStop(t *testing.T) {
	b := arrived(t, 1366, 900)
	open(b, "one-sided-pentominoes:9x10")
	b.Until(left, "Not counted")
	b.Press("#solve")
	b.Until(`String(document.getElementById("busy").hidden)`, "false")
	b.Press("#stop")
	b.Until(lead, "Stopped.")
	b.Until(`String(document.getElementById("busy").hidden)`, "true")
	open(b, "pentominoes:3x20")
	b.Until(left, "8 solutions")
	open(b, "nonsense")
	b.Until(message+`.includes("nonsense") + ""`, "true")
}

// How pieces are laid.
const (
	byMouse  = "mouse"
	byFinger = "finger"
	byKeys   = "keys"
)

// layAll lays every piece that is left where a solution has it, by real input: from the tray, turned and
// flipped until it is right; or as long as more, which gets the cell where a piece was let go, wants that.
func layAll(t *testing.T, b *browser.Browser, how string, more ...func(at [3]int) bool) {
	t.Helper()
	// The solution, as the page draws it: for each piece its index, orientation, the turns to there, and the
	// cell that its middle covers.
	var all []struct {
		K    int
		Keys string
		At   [3]int
		X    int // the column of the drawing, with all layers side by side
	}
	text := b.Ask(`playground.ask({ ask: "solve", limit: 1, puzzle: playground.puzzle() }).then(a => JSON.stringify(a.solutions[0].map(o => a.options[o]).map(([k, way, ...by]) => {
		const view = playground.view(), ways = view.pieces[k].ways, seen = new Map([[playground.way(k), ""]]);
		for (const [n, keys] of seen) for (const [key, to] of [["r", ways[n].right], ["f", ways[n].flip], ["R", "` + how + `" === "finger" ? n : ways[n].left]]) if (!seen.has(to)) seen.set(to, keys + key);
		const cells = ways[way].cells, middle = [0, 1, 2].map(d => cells.reduce((sum, c) => sum + c[d], 0) / cells.length);
		const nearest = cells.map((c, n) => [Math.hypot(...c.map((x, d) => x - middle[d])), n]).sort((a, b) => a[0] - b[0] || a[1] - b[1])[0][1];
		const at = cells[nearest].map((x, d) => x + by[d]), width = Math.max(...view.at.map(c => c[0])) + 1;
		return { k, keys: seen.get(way), at, x: at[0] + width * at[2], lies: by };
	}).filter(p => !playground.table().puzzle.place?.some(l => l.piece === playground.view().pieces[p.k].name) && !playground.laid().some(l => l.piece === playground.view().pieces[p.k].name))))`)
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("nothing is left to lay")
	}
	press := map[rune]string{'r': "#turn", 'f': "#flip"}
	x, y := 0, 0
	for n, p := range all {
		before, err := strconv.Atoi(b.Ask(laid))
		if err != nil {
			t.Fatal(err)
		}
		tray := fmt.Sprintf(`#tray [data-k="%d"]`, p.K)
		choose := func(act func()) {
			if b.Ask(fmt.Sprintf(`document.querySelector('%s').getAttribute("aria-pressed")`, tray)) != "true" {
				act()
			}
		}
		switch how {
		case byMouse:
			choose(func() { b.Press(tray) })
			for _, key := range p.Keys {
				switch {
				case key == 'f' || n%2 == 0:
					b.Run(chromedp.KeyEvent(string(key)))
				case key == 'r':
					b.Wheel("#board", 100)
				default:
					b.Wheel("#board", -100)
				}
			}
			b.Press(tray, cell(p.At[0], p.At[1], p.At[2]))
		case byFinger:
			choose(func() { b.Touch(tray) })
			for _, key := range p.Keys {
				if key == 'r' && n%2 == 0 {
					b.Touch(tray)
				} else {
					b.Touch(press[key])
				}
			}
			b.TouchAbove(56, tray, cell(p.At[0], p.At[1], p.At[2]))
		case byKeys:
			choose(func() { b.Run(chromedp.Focus(chromedp.CSS(tray)), chromedp.KeyEvent(kb.Enter)) })
			for _, key := range p.Keys {
				b.Run(chromedp.KeyEvent(string(key)))
			}
			if n == 0 {
				b.Run(chromedp.Focus(chromedp.CSS(cell(0, 0, 0))))
			} else {
				b.Run(chromedp.Focus(chromedp.CSS(`#board .site[tabindex="0"]`)))
			}
			for ; x != p.X; x += sign(p.X - x) {
				b.Run(chromedp.KeyEvent(map[int]string{1: kb.ArrowRight, -1: kb.ArrowLeft}[sign(p.X-x)]))
			}
			for ; y != p.At[1]; y += sign(p.At[1] - y) {
				b.Run(chromedp.KeyEvent(map[int]string{1: kb.ArrowDown, -1: kb.ArrowUp}[sign(p.At[1]-y)]))
			}
			b.Run(chromedp.KeyEvent(kb.Enter))
		}
		b.Until(laid, strconv.Itoa(before+1))
		if len(more) > 0 && !more[0](p.At) {
			return
		}
	}
}

func sign(n int) int {
	if n < 0 {
		return -1
	}
	return 1
}

// A second finger turns what the first one drags.
func TestTwoFingers(t *testing.T) {
	b := arrived(t, 390, 844)
	open(b, "pentominoes:6x10")
	b.Until(left, "9356 solutions")
	x, y := b.Middle(`#tray [data-piece="I"]`)
	before := b.Ask(`String(playground.way(1))`)
	touch := func(kind input.DispatchTouchEventType, at ...[2]float64) {
		points := []*input.TouchPoint{}
		for n, p := range at {
			id := float64(n)
			points = append(points, &input.TouchPoint{X: p[0], Y: p[1], ID: &id})
		}
		b.Run(browser.Command(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points}))
	}
	touch("touchStart", [2]float64{x, y})
	touch("touchMove", [2]float64{x, y - 60})
	touch("touchMove", [2]float64{200, 400})
	b.Until(`String(!!document.getElementById("float"))`, "true")
	touch("touchStart", [2]float64{200, 400}, [2]float64{300, 300})
	b.Until(`String(playground.way(1) !== `+before+`)`, "true")
	touch("touchEnd", [2]float64{200, 400})
	touch("touchEnd")
	b.Until(laid, "1")
	b.Shot("playground-fingers")
}

// Every piece of the classic rectangle and of the Soma cube is laid by mouse, by finger and by keys.
func TestLayAll(t *testing.T) {
	for _, puzzle := range []struct{ name, count, solved string }{
		{"pentominoes:6x10", "9356 solutions", "Solved: number N of 9356."},
		{"soma", "11\u202f520 solutions", "Solved: one of 11\u202f520."},
	} {
		for _, how := range []string{byMouse, byFinger, byKeys} {
			t.Run(puzzle.name+" by "+how, func(t *testing.T) {
				width := map[string]int64{byMouse: 1366, byFinger: 390, byKeys: 1366}[how]
				b := arrived(t, width, 844)
				open(b, puzzle.name)
				b.Until(left, puzzle.count)
				layAll(t, b, how)
				b.Until(left+`.replace(/number \d+ /, "number N ")`, puzzle.solved)
				b.Shot("playground-" + strings.ReplaceAll(puzzle.name, ":", "-") + "-" + how)
			})
		}
	}
}

// Each of twelve actions is undone, and done again.
func TestUndo(t *testing.T) {
	b := opened(t, 1366, 900)
	unfold(b)
	now := `JSON.stringify(playground.table())`
	for n, action := range []struct {
		name string
		do   func()
	}{
		{"lay by drag", func() { b.Press(`#tray [data-piece="X"]`, cell(2, 3, 0)) }},
		{"lay by press", func() { b.Press(`#tray [data-piece="I"]`); b.Run(chromedp.KeyEvent("r")); b.Press(cell(5, 7, 0)) }},
		{"move", func() { b.Press(cell(2, 3, 0), cell(3, 3, 0)) }},
		{"drag off the board", func() { b.Press(cell(3, 3, 0), "#lead") }},
		{"hint", func() { b.Press("#hint") }},
		{"clear", func() { b.Press("#take-all") }},
		{"keep a piece of a solution", func() { b.Press("#solve"); b.Until(where, "solution 1 of 9356"); b.Press(cell(0, 0, 0)) }},
		{"design", func() { b.Press("#design") }},
		{"draw a hole", func() { b.Press("#mode-draw"); b.Press(cell(0, 0, 0)) }},
		{"resize", func() { fill(b, "#columns", "7") }},
		{"rename a piece", func() { b.Press(`#tray [data-k="0"]`); fill(b, "#piece-name", "first") }},
		{"remove all pieces", func() { b.Press("#no-pieces") }},
	} {
		before := b.Ask(now)
		action.do()
		b.Until(now+` === `+strconv.Quote(before)+` ? "as before" : "changed"`, "changed")
		time.Sleep(50 * time.Millisecond)
		after := b.Ask(now)
		b.Run(chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`))
		b.Run(chromedp.KeyEvent("u"))
		b.Until(now, before)
		if n%2 == 0 {
			b.Run(chromedp.KeyEvent("U"))
		} else {
			b.Run(chromedp.KeyEvent("y", chromedp.KeyModifiers(2)))
		}
		b.Until(now, after)
		b.Until(`String(document.getElementById("play").classList.contains("stale"))`, "false") // buttons move
		t.Log(action.name)
	}
}

// Each puzzle has a history of its own: undo does not lead from one to another, but the browser's way back
// does, and there what was laid is undone.
func TestUndoEach(t *testing.T) {
	b := arrived(t, 1366, 900)
	b.Press(`.card[data-open="pentominoes:10x6"]`)
	b.Until(left, "9356 solutions")
	b.Press(`#tray [data-piece="X"]`, cell(3, 2, 0))
	b.Until(laid, "1")
	n := fmt.Sprintf("%d solutions left", counted(t, b))
	open(b, "soma")
	b.Until(left, "11\u202f520 solutions")
	b.Want(`String(document.getElementById("undo").disabled)`, "true")
	b.Run(chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`), chromedp.KeyEvent("u"))
	b.Until(message, "Nothing to undo.")
	b.Want(`document.title + " " + playground.puzzle().name`, "soma — exactile soma")
	b.Press(`#tray [data-piece="V"]`, cell(1, 1, 0))
	b.Until(laid, "1")
	b.Run(chromedp.Evaluate[chromedp.Void](`history.go(-2)`)) // over the cards
	b.Until(left, n)
	b.Want(laid, "1")
	for _, step := range [][2]string{{"u", "0"}, {"u", "0"}, {"U", "1"}} {
		b.Run(chromedp.KeyEvent(step[0]))
		b.Until(laid, step[1])
		b.Want(`document.title`, "Classic 6×10 — exactile")
	}
	b.Run(chromedp.KeyEvent("u"), chromedp.Evaluate[chromedp.Void](`history.go(2)`))
	b.Until(`document.title`, "soma — exactile")
	b.Want(laid, "1")
	b.Run(chromedp.KeyEvent("u"))
	b.Until(left, "11\u202f520 solutions")
	b.Run(chromedp.Evaluate[chromedp.Void](`history.go(-2)`))
	b.Until(left, "9356 solutions")
	// A board on another lattice is another puzzle.
	b.Press("#mode-draw")
	b.Run(chromedp.Focus(chromedp.CSS("#lattice")), chromedp.KeyEvent("h"))
	b.Until(`playground.puzzle().lattice + ""`, "hex")
	b.Until(left, "No pieces yet")
	b.Run(chromedp.Evaluate[chromedp.Void](`history.back()`))
	b.Until(left, "9356 solutions")
	b.Run(chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`), chromedp.KeyEvent("U"))
	b.Until(left, n)
	b.Want(message, "")
	b.Shot("playground-undo-each")
}

// Two searches are watched, and saved as one picture that moves.
func TestWatch(t *testing.T) {
	b := arrived(t, 1366, 900)
	open(b, "pentominoes:3x20")
	b.Until(left, "8 solutions")
	b.Press("#watch")
	b.Until(`String(document.getElementById("thinking").hidden)`, "false")
	b.Run(chromedp.Evaluate[chromedp.Void](`{ const s = document.getElementById("speed"); s.value = 10; }`))
	b.Until(`document.querySelectorAll("#films figcaption")[1].textContent.includes("gini, which learns, takes") + ""`, "true")
	b.Until(`String(document.querySelectorAll("#films .failed").length > 0)`, "true")
	b.Shot("playground-watch")
	b.Until(`[...document.querySelectorAll("#films figcaption")].map(c => c.textContent.endsWith("Solved.")).join()`, "true,true")
	film := b.Ask(`playground.film()`)
	if !strings.HasPrefix(film, "<svg xmlns=") || strings.Count(film, "<animate ") < 100 || strings.Contains(film, "script") {
		t.Errorf("the film is %.300s", film)
	}
	if dir := os.Getenv("EXACTILE_SCREENSHOTS"); dir != "" {
		os.WriteFile(filepath.Join(dir, "playground-film.svg"), []byte(film), 0o644)
	}
	b.Press("#enough")
	b.Want(`String(document.getElementById("thinking").hidden)`, "true")
}

// The sheet is as large as its paper, in the browser and in the file that it prints: also a page for a
// board that is wider than high.
func TestPrint(t *testing.T) {
	b := opened(t, 1366, 900)
	open(b, "pentominoes:20x3")
	b.Until(left, "8 solutions")
	b.Run(chromedp.Evaluate[chromedp.Void](`window.print = () => { window.printed = true; }`))
	unfold(b)
	b.Press("#solve")
	b.Until(where, "solution 1 of 8")
	b.Press("#with-solution")
	b.Run(chromedp.Evaluate[chromedp.Void](`document.getElementById("cell").value = "13"`))
	b.Press("#print")
	b.Until(`String(window.printed)`, "true")
	b.Run(browser.Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
	size := func(width float64) string { return fmt.Sprintf("%.1f", width/25.4*96) }
	b.Want(`document.querySelector("#paper .wide").getBoundingClientRect().width.toFixed(1)`, size(297))
	b.Want(`document.querySelector("#paper .wide").getBoundingClientRect().height.toFixed(1)`, size(210))
	b.Want(`document.querySelector("#paper svg:not(.wide)").getBoundingClientRect().width.toFixed(1)`, size(210))
	b.Want(`document.querySelector("#paper svg:not(.wide)").getBoundingClientRect().height.toFixed(1)`, size(297))
	pages := b.Ask(`String(document.querySelectorAll("#paper svg").length)`)
	b.Shot("playground-sheet")
	yes := true
	pdf := browser.Result(b, func(ctx context.Context, target *chromedp.Target) ([]byte, error) {
		r, err := chromedp.Call(ctx, page.PrintToPDF, page.PrintToPDFParams{PreferCSSPageSize: &yes, PrintBackground: &yes})
		return r.Data, err
	})
	boxes := regexp.MustCompile(`/MediaBox \[0 0 (\d+)\S* (\d+)`).FindAllStringSubmatch(string(pdf), -1)
	if fmt.Sprint(len(boxes)) != pages || len(boxes) < 2 {
		t.Errorf("the file has %d pages, the sheet %s", len(boxes), pages)
	}
	wide := 0
	for _, box := range boxes { // in points, a browser's pixels rounded
		switch box[1] + "x" + box[2] {
		case "841x594", "841x595", "842x595":
			wide++
		case "594x841", "595x841", "595x842":
		default:
			t.Errorf("a page of %sx%s points", box[1], box[2])
		}
	}
	if want := b.Ask(`String(document.querySelectorAll("#paper .wide").length)`); fmt.Sprint(wide) != want {
		t.Errorf("%d wide pages; want %s", wide, want)
	}
	if dir := os.Getenv("EXACTILE_SCREENSHOTS"); dir != "" {
		os.WriteFile(filepath.Join(dir, "playground-sheet.pdf"), pdf, 0o644)
	}
}

// What is saved is what the desk of this program writes, and what the page opens again.
func TestSave(t *testing.T) {
	b := opened(t, 1366, 900)
	dir := t.TempDir()
	b.Run(func(ctx context.Context, _ *chromedp.Target) (v chromedp.Void, err error) {
		_, err = chromedp.CallBrowser(ctx, browserproto.SetDownloadBehavior,
			browserproto.SetDownloadBehaviorParams{Behavior: "allow", DownloadPath: dir})
		return v, err
	})
	unfold(b)
	b.Press(`#tray [data-piece="X"]`)
	b.Press(cell(2, 3, 0))
	b.Until(laid, "1")
	for button, kind := range map[string]string{"#save-yaml": "yaml", "#save-svg": "svg"} {
		var want struct{ Text string }
		asked(t, b, map[string]any{"ask": kind}, &want)
		b.Press(button)
		file := filepath.Join(dir, "pentominoes-6x10."+kind)
		text, err := os.ReadFile(file)
		for range 1000 {
			if err == nil && len(text) == len(want.Text) {
				break
			}
			time.Sleep(10 * time.Millisecond)
			text, err = os.ReadFile(file)
		}
		if err != nil || string(text) != want.Text {
			t.Errorf("%s: %v: saved is\n%s\nwant\n%s", file, err, text, want.Text)
		}
	}
	// The file comes back as it was.
	puzzle := b.Ask(`JSON.stringify(playground.puzzle())`)
	open(b, "cilada:7")
	b.Until(left, "25 solutions")
	b.Shot("playground-symbols")
	b.Press("#back")
	b.Run(chromedp.SendKeys(chromedp.CSS("#file"), filepath.Join(dir, "pentominoes-6x10.yaml")))
	b.Until(`JSON.stringify(playground.puzzle())`, puzzle)
}

// From a web server the page is one request, and nothing after it.
func TestServed(t *testing.T) {
	file := built(t)
	b := browser.New(t)
	var mu sync.Mutex
	var requests []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		requests = append(requests, r.URL.String())
		http.ServeFile(w, r, filepath.Join(filepath.Dir(file), r.URL.Path))
	}))
	t.Cleanup(server.Close)
	b.Visit(server.URL+"/", 390, 844)
	b.Until(`document.documentElement.dataset.ready + ""`, "yes")
	t.Logf("the first picture after %s ms", b.Ask(`performance.getEntriesByName("first-contentful-paint").map(e => Math.round(e.startTime)).join()`))
	open(b, "pentominoes:6x10")
	b.Until(left, "9356 solutions")
	b.Press("#solve")
	b.Until(where, "solution 1 of 9356")
	// A finger draws, and the page does not scroll under it.
	b.Press("#mode-draw")
	b.Touch(cell(0, 0, 0), cell(1, 0, 0), cell(2, 0, 0), cell(3, 0, 0), cell(4, 0, 0))
	b.Until(`playground.puzzle().board[0]`, "#####.")
	b.Want(`String(document.documentElement.scrollWidth <= innerWidth)`, "true")
	b.Shot("playground-narrow")
	mu.Lock()
	defer mu.Unlock()
	if len(requests) != 1 {
		t.Errorf("the page asked for %q", requests)
	}
}

// axe-core finds no barrier for users of screen readers or with weak colour vision: wide and
// narrow, light and dark, with solutions and while drawing.
func TestAccessible(t *testing.T) {
	name := os.Getenv("EXACTILE_AXE")
	if name == "" {
		t.Skip("SKIPPED: EXACTILE_AXE names no axe.min.js (npm pack axe-core has one)")
	}
	axe, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	b := arrived(t, 1366, 900)
	const check = `axe.run(document, { resultTypes: ["violations"] }).then(r => r.violations.map(
		v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(n => n.target + " " + n.html).join("; ")).join("\n"))`
	b.Run(chromedp.Evaluate[chromedp.Void](string(axe)))
	if found := b.Ask(check); found != "" {
		t.Errorf("the first screen:\n%s", found)
	}
	open(b, "pentominoes:6x10")
	b.Until(left, "9356 solutions")
	b.Press(`#tray [data-piece="X"]`, cell(2, 3, 0))
	b.Until(laid, "1")
	unfold(b)
	b.Press("#solve")
	b.Until(`String(document.getElementById("strip").hidden)`, "false")
	for _, scheme := range []string{"light", "dark"} {
		b.Run(browser.Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}))
		for _, width := range []int64{1366, 390} {
			b.Resize(width, 900)
			for _, mode := range []string{"play", "draw"} {
				if (b.Ask(`document.getElementById("mode-draw").getAttribute("aria-pressed")`) == "true") != (mode == "draw") {
					b.Press("#mode-draw")
				}
				if found := b.Ask(check); found != "" {
					t.Errorf("%s, %d pixels, %s:\n%s", scheme, width, mode, found)
				}
				b.Run(chromedp.Evaluate[chromedp.Void](`scrollTo(0, 0)`))
				b.Shot(fmt.Sprintf("playground-%s-%d-%s", scheme, width, mode))
				b.Want(`String(document.documentElement.scrollWidth <= innerWidth)`, "true")
			}
		}
	}
}
