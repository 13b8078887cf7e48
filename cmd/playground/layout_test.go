//go:build !js

package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/exactile/exactile/internal/testkit/browser"
)

// hidden lists which of the elements that the hand needs do not lie in the window, or have another above them.
const hidden = `["#left", "#solve", "#hint", "#watch", "#mode-draw", "#undo", "#turn", "#flip", "#back", "#share", "#board", "#tray button:not([hidden])"].filter(s => {
	const e = document.querySelector(s), r = e.getBoundingClientRect();
	return [[.5, .5], [.5, .1], [.5, .9]].some(([x, y]) => { const f = document.elementFromPoint(r.left + r.width * x, r.top + r.height * y); return !f || !e.contains(f); });
}).join()`

const (
	here  = `(document.querySelector("#board .here") || { textContent: "no number" }).textContent`
	said  = `document.getElementById("said").textContent`
	focus = `document.activeElement.id`
)

func media(b *browser.Browser, name, value string) {
	b.Run(browser.Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: name, Value: value}}}))
}

func label(c string) string { return `document.querySelector('` + c + `').getAttribute("aria-label")` }

// On small screens the board, the count and all actions are seen at once, on every board that a day may have,
// and the cells are large enough for fingers.
func TestSmall(t *testing.T) {
	for _, size := range [][2]int64{{390, 664}, {390, 844}, {360, 640}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			b := arrived(t, size[0], size[1])
			b.Press(`.card[data-open="today"]`)
			b.Until(`String(document.getElementById("play").hidden)`, "false")
			for n, day := range []string{"", "daily:2026-11-23", "daily:2026-11-24", "daily:2026-11-25", "daily:2026-11-26"} { // today's, and the four boards
				if n > 0 {
					b.Run(chromedp.Evaluate[chromedp.Void](`playground.open({ name: "` + day + `" }, { title: "` + day + `" })`))
					b.Until(`document.getElementById("title").textContent`, day)
				}
				b.Until(left, "1 solution")
				b.Want(hidden, "")
				b.Want(`String(document.documentElement.scrollWidth <= innerWidth)`, "true")
				least := 34.0
				if size[1] == 640 { // fifteen rows of 34 pixels, the line and the dock are higher than that
					least = 32.5
				}
				var wide float64
				if fmt.Sscan(b.Ask(`String(document.querySelector("#board svg").getScreenCTM().a * 36)`), &wide); wide < least {
					t.Errorf("%q: a cell is %.1f pixels wide", day, wide)
				}
				b.Shot(fmt.Sprintf("layout-%dx%d-%d", size[0], size[1], n))
			}
		})
	}
}

// On four screens, in light and dark, all kinds of puzzles are seen whole, and axe-core, if it is there, finds
// no barrier; the number in the hand is what the desk counts with the piece there.
func TestScreens(t *testing.T) {
	for _, size := range [][2]int64{{390, 664}, {390, 844}, {1366, 768}, {1920, 1080}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			b := arrived(t, size[0], size[1])
			if axe, err := os.ReadFile(os.Getenv("EXACTILE_AXE")); err == nil {
				b.Run(chromedp.Evaluate[chromedp.Void](string(axe)))
			}
			see := func(name string) {
				t.Helper()
				for _, scheme := range []string{"light", "dark"} {
					media(b, "prefers-color-scheme", scheme)
					b.Want(`!window.axe ? "" : axe.run(document, { resultTypes: ["violations"] }).then(r => r.violations.map(v => v.id + ": " + v.nodes.slice(0, 3).map(n => n.target + " " + n.html).join("; ")).join("\n"))`, "")
					b.Want(`String(document.documentElement.scrollWidth <= innerWidth)`, "true")
					b.Shot(fmt.Sprintf("screen-%dx%d-%s-%s", size[0], size[1], name, scheme))
				}
			}
			b.Until(`String(document.querySelectorAll(".card img:not([src])").length)`, "0")
			see("home")
			for _, p := range []struct{ name, at string }{{"pentominoes:6x10", cell(2, 3, 0)}, {"soma", cell(1, 1, 1)}, {"pyramid", cell(1, 1, 1)}, {"polysticks", cell(3, 2, 0)}} {
				open(b, p.name)
				b.Until(`document.title`, p.name+" — exactile")
				b.Until(left+`.endsWith("solutions") + ""`, "true")
				b.Want(hidden, "")
				b.Press("#tray button")
				b.Hover(p.at)
				b.Until(here+`.endsWith("with the piece here") + ""`, "true")
				shown := b.Ask(here)
				see(p.name)
				b.Press(p.at)
				b.Until(laid, "1")
				if n := counted(t, b); shown != fmt.Sprintf("%d with the piece here", n) {
					t.Errorf("%s: %q, and %d solutions have it there", p.name, shown, n)
				}
			}
			b.Press("#mode-draw")
			b.Press("#tray button")
			b.Press("#piece-shape")
			b.Until(`String(document.querySelectorAll("#shape .cell").length)`, "1")
			see("editing")
			open(b, "pentominoes:3x20")
			b.Until(left, "8 solutions")
			layAll(t, b, byKeys)
			b.Until(left+`.startsWith("Solved: number") + ""`, "true")
			time.Sleep(2 * time.Second) // until the seams are swept
			see("solved")
		})
	}
}

// The number of a solution is its place in the list that solve shows; its neighbours are a press away, and take
// nothing from the board. The seams are swept, unless the reader wants no motion.
func TestNumbered(t *testing.T) {
	b := arrived(t, 1366, 900)
	open(b, "pentominoes:3x20")
	b.Until(left, "8 solutions")
	b.Press("#solve")
	b.Until(where, "solution 1 of 8")
	drawn := `[...document.querySelectorAll("#board .pin")].map(p => p.parentNode.querySelector("title").textContent + p.parentNode.parentNode.getAttribute("transform") + p.getAttribute("d")).sort().join()`
	var list []string
	for n := range 8 {
		b.Until(where, fmt.Sprintf("solution %d of 8", n+1))
		list = append(list, b.Ask(drawn))
		b.Press("#next")
	}
	b.Press("#close")
	layAll(t, b, byMouse)
	b.Until(left+`.replace(/\d/, "N")`, "Solved: number N of 8.")
	var n int
	fmt.Sscanf(b.Ask(left), "Solved: number %d of", &n)
	if b.Ask(drawn) != list[n-1] {
		t.Errorf("what is laid is not solution %d", n)
	}
	moves := `getComputedStyle(document.querySelector("#board .pin")).animationName`
	b.Want(moves, "sweep")
	media(b, "prefers-reduced-motion", "reduce")
	b.Want(moves, "none")
	key, to := kb.ArrowRight, n+1
	if n == 8 {
		key, to = kb.ArrowLeft, n-1
	}
	b.Run(chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`), chromedp.KeyEvent(key))
	b.Until(where, fmt.Sprintf("solution %d of 8", to))
	b.Want(drawn, list[to-1])
	b.Want(laid, "12")
	b.Press("#close")
	b.Want(drawn, list[n-1])
	b.Press("#hint") // the solution is whole, also when another was looked at
	b.Until(message, "It is solved.")
}

// By ear: where the focus goes, how a piece lies in the hand, and whether it fits.
func TestHeard(t *testing.T) {
	b := arrived(t, 1366, 900)
	b.Run(chromedp.Focus(chromedp.CSS(`.card[data-open="soma"]`)), chromedp.KeyEvent(kb.Enter))
	b.Until(left, "11\u202f520 solutions")
	b.Want(focus, "title")
	b.Want(`String(document.querySelectorAll("#figure .glass .piece").length > 0)`, "true") // before a piece lies
	b.Want(`[...document.querySelectorAll("#tray svg")].map(s => s.querySelectorAll(".piece").length > 5).join()`, strings.TrimSuffix(strings.Repeat("true,", 7), ","))
	b.Press("#back")
	b.Want(focus, "home-title")
	open(b, "pentominoes:6x10")
	b.Until(left, "9356 solutions")
	b.Press(`#tray [data-piece="F"]`)
	for range 2 {
		b.Run(chromedp.KeyEvent("r"))
	}
	b.Want(said, "F, third of eight")
	b.Run(chromedp.KeyEvent("R"))
	b.Want(said, "F, second of eight")
	b.Until(label(cell(2, 3, 0))+`.replace(/\d+ with/, "N with")`, "column 3, row 4: F fits, N with the piece here")
	b.Press(`#tray [data-piece="X"]`, cell(2, 3, 0))
	b.Until(laid, "1")
	b.Press(`#tray [data-piece="F"]`)
	b.Want(label(cell(2, 3, 0)), "column 3, row 4: X lies here, take it up")
	b.Want(label(cell(0, 0, 0)), "column 1, row 1: F does not fit")
}

// The first picture of the day's card is that of the day.
func TestFirstPicture(t *testing.T) {
	b := arrived(t, 390, 844)
	text, err := made()
	if err != nil || !strings.Contains(string(text), `data-open="today"><img alt="">`) {
		t.Errorf("the card of the day has a picture before the day is known: %v", err)
	}
	var want struct{ Text string }
	answered(t, map[string]any{"ask": "card", "name": "daily:" + time.Now().UTC().Format(time.DateOnly)}, &want)
	b.Until(`new TextDecoder().decode(Uint8Array.from(atob(document.querySelector(".card[data-open=today] img").src.split(",")[1] || ""), c => c.charCodeAt(0)))`, want.Text)
	// Where one solution is left, neither a number nor a tint tells where a piece goes.
	b.Until(left, "1 solution")
	b.Press("#tray button:not([hidden])")
	b.Hover("#board .site:nth-of-type(4)")
	b.Want(`playground.ask({ ask: "count", puzzle: playground.puzzle() }).then(a => a.count + document.querySelectorAll("#board .here").length + document.querySelectorAll("#board .over > path").length, e => e.message)`, "100")
}

// Balls are laid on three layers of the pyramid by the mouse, and the count follows.
func TestPyramid(t *testing.T) {
	b := arrived(t, 1366, 768)
	b.Press(`.card[data-open="pyramid"]`)
	b.Until(left, "2448 solutions")
	pieces, layers := 0, map[int]bool{}
	layAll(t, b, byMouse, func(at [3]int) bool {
		n := counted(t, b)
		b.Until(left+`.replace(/ sol.*/, "")`, fmt.Sprint(n))
		pieces++
		layers[at[2]] = true
		t.Logf("piece %d on layer %d: %d left", pieces, at[2]+1, n)
		return pieces < 3 || len(layers) < 3
	})
	if len(layers) < 3 {
		t.Errorf("%d layers", len(layers))
	}
	b.Shot("layout-pyramid")
}
