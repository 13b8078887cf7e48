//go:build !js

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	browserproto "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/exactile/exactile/cmd/playground/internal/desk"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/internal/browser"
)

// What the page says.
const (
	left    = `document.getElementById("left").textContent`
	lead    = `document.getElementById("lead").textContent`
	where   = `document.getElementById("where").textContent`
	found   = `document.getElementById("found").textContent`
	message = `document.getElementById("message").textContent`
	laid    = `String(playground.puzzle().place?.length ?? 0)`
)

// opened is the page in a browser, with pentominoes:6x10 on it.
func opened(t *testing.T, width, height int64) *browser.Browser {
	t.Helper()
	file := built(t)
	b := browser.New(t)
	b.Open(file, width, height)
	b.Until(left, "9356 solutions")
	return b
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

// The 9356 solutions of 6x10 are all on the page within ten times the time that is promised
// for an idle machine.
func TestCountAndSolve(t *testing.T) {
	b := opened(t, 1366, 900)
	b.Shot("playground")
	b.Press("#count")
	b.Until(lead+`.replace(/ in .*/, "")`, "9356 solutions")
	t.Logf("counting: %s", b.Ask(lead))
	begin := time.Now()
	b.Press("#solve")
	b.Until(where, "solution 1 of 9356")
	t.Logf("listing: %s s in the worker, %v in all",
		b.Ask(`document.getElementById("lead").dataset.seconds`), time.Since(begin))
	b.Want(lead, "9356 solutions, all there are.")
	b.Want(`String(document.querySelectorAll("#big .piece").length)`, "12")
	b.Run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	b.Want(where, "solution 3 of 9356")
	b.Press("#previous")
	b.Want(where, "solution 2 of 9356")
	b.Shot("playground-solved")
	b.Press("#symmetry")
	b.Press("#solve")
	b.Until(where, "solution 1 of 2339")
}

// The chessboard without its centre, drawn by mouse and keys.
func TestDraw(t *testing.T) {
	b := opened(t, 1366, 900)
	b.Press("#mode-draw")
	fill(b, "#columns", "8")
	fill(b, "#rows", "8")
	b.Until(left, "no solution")
	b.Press(cell(3, 3, 0), cell(4, 3, 0), cell(4, 4, 0), cell(3, 4, 0))
	b.Until(left, "520 solutions")
	b.Shot("playground-draw")
	// By keys: a hole more, and away with it.
	b.Run(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.Enter))
	b.Until(left, "no solution")
	b.Run(chromedp.KeyEvent(" "))
	b.Until(left, "520 solutions")
	b.Press("#solve")
	b.Until(where, "solution 1 of 520")

	// The filter: X, which is piece 9, on the third cell of the second row.
	b.Press(`#pieces button[aria-label="X"]`)
	b.Press(`#map [data-site="10"]`)
	b.Want(found, fmt.Sprintf("%d of 520 solutions", covering(t, b, 9, 10)))
	b.Shot("playground-filter")
	b.Run(chromedp.KeyEvent(kb.Escape))
	b.Want(found, "")
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
	b.Until(left, "no solution")
	b.Run(chromedp.Evaluate[chromedp.Void](`document.getElementById("rows").dispatchEvent(new Event("change"))`))
	b.Until(left, "8 solutions")
	// Impossible values are corrected at once.
	fill(b, "#rows", "1000")
	b.Want(`document.getElementById("rows").value`, "64")
}

// covering is how many solutions have a piece on a site.
func covering(t *testing.T, b *browser.Browser, piece int, site float64) (n int) {
	t.Helper()
	var all struct {
		Data struct {
			Shapes    []struct{ Piece int }
			Options   [][]float64
			Solutions [][]int
		}
	}
	asked(t, b, map[string]any{"ask": "solve", "limit": 10000}, &all)
	for _, s := range all.Data.Solutions {
		if slices.ContainsFunc(s, func(o int) bool {
			option := all.Data.Options[o]
			return all.Data.Shapes[int(option[0])].Piece == piece && slices.Contains(option[3:], site)
		}) {
			n++
		}
	}
	if n == 0 {
		t.Fatalf("no solution has piece %d on site %v", piece, site)
	}
	return n
}

// Pieces of one's own: a chessboard for dominoes, whole and without two corners.
func TestDrawPieces(t *testing.T) {
	b := opened(t, 1366, 900)
	b.Press("#no-pieces")
	b.Until(left, "no solution") // the list is short now, and what is below it lies still
	b.Press("#add-piece")
	b.Until(`String(document.querySelectorAll("#shape .cell").length)`, "1")
	b.Press(`#shape [data-cell="3,2,0"]`)
	fill(b, "#piece-count", "any")
	b.Press("#mode-draw")
	fill(b, "#columns", "8")
	fill(b, "#rows", "8")
	b.Until(left, "12\u202f988\u202f816 solutions")
	b.Shot("playground-pieces")
	b.Press(cell(0, 0, 0))
	b.Press(cell(7, 7, 0))
	b.Until(left, "no solution")
	fill(b, "#piece-count", "0..x")
	b.Until(message+`.includes("is no count") + ""`, "true")
}

// Trying by hand: the page says how many solutions are left, as the engines do.
func TestPlace(t *testing.T) {
	b := opened(t, 1366, 900)
	b.Press(`#list [data-piece="X"]`)
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
	// Another, turned, by keys; then one that leaves no solution.
	b.Press(`#list [data-piece="I"]`)
	b.Run(chromedp.KeyEvent("r"))
	b.Hover(cell(0, 0, 0))
	before := b.Ask(`document.querySelector("#board .ghost path").getAttribute("d")`)
	b.Run(chromedp.KeyEvent("r"))
	if b.Ask(`document.querySelector("#board .ghost path").getAttribute("d")`) == before {
		t.Error("r does not turn the piece")
	}
	b.Run(chromedp.KeyEvent("r"))
	b.Press(cell(0, 2, 0))
	b.Until(laid, "2")
	if n = counted(t, b); n == 1 {
		b.Until(left, "1 solution left")
	} else if n == 0 {
		b.Until(left, "no solution left")
	} else {
		b.Until(left, fmt.Sprintf("%d solutions left", n))
	}
	// Tints are of the solutions that are left.
	b.Press("#take-all")
	b.Until(left, "9356 solutions")
	b.Press(`#list [data-piece="X"]`)
	b.Press("#tint")
	b.Until(`document.getElementById("tint").getAttribute("aria-pressed")`, "true")
	var cells struct{ Counts [][]string }
	asked(t, b, map[string]any{"ask": "cells"}, &cells)
	want := fmt.Sprintf("column 2, row 3: X in %s solutions", cells.Counts[9][6*2+1])
	b.Want(fmt.Sprintf(`document.querySelector('%s').getAttribute("aria-label")`, cell(1, 2, 0)), want)
	b.Shot("playground-tint")
	// A piece that lies is taken away by a press.
	b.Press(cell(2, 3, 0))
	b.Until(laid, "1")
	b.Press(cell(2, 3, 0))
	b.Until(laid, "0")
}

// An address holds the whole puzzle, also what lies on the board, and so it does when the
// page is loaded again.
func TestShare(t *testing.T) {
	b := opened(t, 1366, 900)
	b.Press(`#list [data-piece="X"]`)
	b.Press(cell(2, 3, 0))
	b.Until(laid, "1")
	n := fmt.Sprintf("%d solutions left", counted(t, b))
	b.Until(left, n)
	b.Press("#share")
	b.Until(`String(document.getElementById("address").value === location.href && location.hash.length > 9)`, "true")
	shared, puzzle := b.Ask(`location.href`), b.Ask(`JSON.stringify(playground.puzzle())`)
	t.Logf("the address has %d letters", len(shared))
	b.Run(chromedp.Reload())
	b.Until(left, n)
	b.Want(`JSON.stringify(playground.puzzle())`, puzzle)
	// Back to another puzzle, and to the address as if it were typed.
	fill(b, "#name", "soma")
	b.Until(left, "11\u202f520 solutions")
	b.Shot("playground-cube")
	b.Run(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`location.href = %q`, shared)))
	b.Until(left, n)
	// A text that is no puzzle gives a message.
	b.Run(chromedp.Evaluate[chromedp.Void](`location.hash = "#AAAA"`))
	b.Until(message, "The address holds no puzzle that can be read.")
	b.Want(left, n)
}

// Boards and sets of pieces of the other lattices; a piece of each lies by hand.
func TestLattices(t *testing.T) {
	b := opened(t, 1366, 900)
	for _, l := range []struct{ name, key, set, at string }{
		{"hex", "h", "tetrahexes", cell(3, 1, 0)},
		{"triangle", "t", "hexiamonds", cell(5, 2, 0)},
		{"cube", "c", "tetracubes", cell(1, 1, 0)},
	} {
		b.Press("#mode-draw")
		b.Run(chromedp.Focus(chromedp.CSS("#lattice")), chromedp.KeyEvent(l.key))
		b.Until(`playground.puzzle().lattice + ""`, l.name)
		b.Until(`document.getElementById("set").value`, l.set)
		b.Press("#add button")
		b.Until(`String(document.querySelectorAll("#list button").length > 5)`, "true")
		b.Press("#mode-play")
		b.Press("#list button")
		b.Press(l.at)
		b.Until(laid, "1")
		switch n := counted(t, b); n {
		case 0:
			b.Until(left, "no solution left")
		case 1:
			b.Until(left, "1 solution left")
		default:
			b.Until(left+`.replaceAll("\u202f", "")`, fmt.Sprintf("%d solutions left", n))
		}
		b.Shot("playground-" + l.name)
	}
}

// Two engines that share no search check each other, in the browser, too.
func TestCrossCheck(t *testing.T) {
	b := opened(t, 1366, 900)
	fill(b, "#name", "pentominoes:3x20")
	b.Until(left, "8 solutions")
	b.Press("#check")
	b.Until(lead+`.replace(/ in [0-9.]+ s/g, "")`, "8 solutions: a search of the board and one of the clauses find the same set.")
}

// Designs of puzzles with one solution, one after another.
func TestDesign(t *testing.T) {
	b := opened(t, 1366, 900)
	fill(b, "#name", "pentominoes:3x20")
	b.Until(left, "8 solutions")
	b.Press("#design")
	b.Until(left, "1 solution left")
	first := b.Ask(`JSON.stringify(playground.puzzle().place)`)
	if n := counted(t, b); n != 1 {
		t.Errorf("the design has %d solutions", n)
	}
	b.Want(lead+`.includes("one solution") + ""`, "true")
	b.Press("#design")
	b.Until(lead, "There is one solution already.")
	b.Press("#take-all")
	b.Until(left, "8 solutions")
	for range 20 { // by another seed another, sooner or later
		b.Press("#design")
		b.Until(left, "1 solution left")
		if b.Ask(`JSON.stringify(playground.puzzle().place)`) != first {
			return
		}
		b.Press("#take-all")
		b.Until(left, "8 solutions")
	}
	t.Error("all designs are the same")
}

// A long search is stopped, and the page continues to work.
func TestStop(t *testing.T) {
	b := opened(t, 1366, 900)
	// The 35 hexominoes fill no rectangle, as colours show and a search does not.
	b.Press("#no-pieces")
	b.Until(left, "no solution")
	fill(b, "#set", "hexominoes")
	b.Until(`String(document.querySelectorAll("#list button").length)`, "35")
	b.Press("#mode-draw")
	fill(b, "#columns", "15")
	fill(b, "#rows", "14")
	b.Until(left, "not counted")
	b.Press("#count")
	b.Until(`String(document.getElementById("busy").hidden)`, "false")
	b.Press("#stop")
	b.Until(lead, "Stopped.")
	b.Until(`String(document.getElementById("busy").hidden)`, "true")
	fill(b, "#name", "pentominoes:3x20")
	b.Until(left, "8 solutions")
	fill(b, "#name", "nonsense")
	b.Until(message+`.includes("nonsense") + ""`, "true")
}

// The sheet is as large as its paper, in the browser and in the file that it prints.
func TestPrint(t *testing.T) {
	b := opened(t, 1366, 900)
	b.Run(chromedp.Evaluate[chromedp.Void](`window.print = () => { window.printed = true; }`))
	b.Press("#solve")
	b.Until(where, "solution 1 of 9356")
	b.Press("#with-solution")
	b.Press("#print")
	b.Until(`String(window.printed)`, "true")
	b.Run(browser.Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
	size := func(width float64) string { return fmt.Sprintf("%.1f", width/25.4*96) }
	b.Want(`document.querySelector("#paper svg").getBoundingClientRect().width.toFixed(1)`, size(210))
	b.Want(`document.querySelector("#paper svg").getBoundingClientRect().height.toFixed(1)`, size(297))
	pages := b.Ask(`String(document.querySelectorAll("#paper svg").length)`)
	b.Shot("playground-sheet")
	yes := true
	pdf := browser.Result(b, func(ctx context.Context, target *chromedp.Target) ([]byte, error) {
		r, err := chromedp.Call(ctx, page.PrintToPDF, page.PrintToPDFParams{PreferCSSPageSize: &yes, PrintBackground: &yes})
		return r.Data, err
	})
	boxes := strings.Count(string(pdf), "/MediaBox [0 0 ")
	if fmt.Sprint(boxes) != pages || boxes < 2 {
		t.Errorf("the file has %d pages, the sheet %s", boxes, pages)
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
	b.Press(`#list [data-piece="X"]`)
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
	fill(b, "#name", "cilada:7")
	b.Until(left, "25 solutions")
	b.Shot("playground-symbols")
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
	b := opened(t, 1366, 900)
	const check = `axe.run(document, { resultTypes: ["violations"] }).then(r => r.violations.map(
		v => v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map(n => n.target + " " + n.html).join("; ")).join("\n"))`
	b.Run(chromedp.Evaluate[chromedp.Void](string(axe)))
	b.Press(cell(2, 3, 0))
	b.Until(laid, "1")
	b.Press("#solve")
	b.Until(`String(document.getElementById("gallery").hidden)`, "false")
	for _, scheme := range []string{"light", "dark"} {
		b.Run(browser.Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}))
		for _, width := range []int64{1366, 390} {
			b.Resize(width, 900)
			for _, mode := range []string{"play", "draw"} {
				b.Press("#mode-" + mode)
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

// The program in the browser finds the same solutions as this one.
func TestDigests(t *testing.T) {
	b := opened(t, 1366, 900)
	files, err := filepath.Glob("../../testdata/small/*/*")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	puzzles := 0
	for _, file := range files {
		f, err := formats.ReadFile(file, formats.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range f.Puzzles() {
			var text bytes.Buffer
			if err := formats.Write(&text, "json", p); err != nil {
				t.Logf("left out: %v", err)
				continue
			}
			puzzles++
			q := map[string]any{"ask": "digest", "puzzle": json.RawMessage(text.Bytes())}
			var want struct {
				Count  int
				Digest string
			}
			answered(t, q, &want)
			question, err := json.Marshal(q)
			if err != nil {
				t.Fatal(err)
			}
			b.Want(fmt.Sprintf("playground.ask(%s).then(a => a.count + ' ' + a.digest)", question),
				fmt.Sprintf("%d %s", want.Count, want.Digest))
		}
	}
	t.Logf("%d puzzles of %d files", puzzles, len(files))
}
