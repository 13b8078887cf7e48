package main

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/internal/testkit/browser"
)

// made runs the command and returns the file that -o names.
func made(t *testing.T, name string, args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	exactile(t, cli.Done, "", append(args, "-o", file)...)
	return file
}

// Pages are seen in one browser, one after the other: a start of it takes longer than most of
// them. The gallery is last, since it leaves the system dark.
func TestPagesInBrowser(t *testing.T) {
	testkit.OnlyThorough(t)
	b := browser.New(t)
	for _, see := range []func(*testing.T, *browser.Browser){pictureInBrowser, nothingInBrowser, cubeInBrowser, studyInBrowser, galleryInBrowser} {
		see(t, b)
	}
}

// All solutions of a puzzle: steps, searches for what covers a cell, light and dark.
func galleryInBrowser(t *testing.T, b *browser.Browser) {
	t.Helper()
	b.Open(made(t, "gallery.html", "solve", "--all", "pentominoes:8x8-center"), 1200, 900)
	const (
		where  = `document.getElementById("where").textContent`
		found  = `document.getElementById("found").textContent`
		thumbs = `String(document.querySelectorAll("#thumbs button").length)`
		ground = `getComputedStyle(document.body).backgroundColor`
		white  = "rgb(255, 255, 255)"
	)
	b.Want(`document.querySelector(".lead").textContent`, "520 solutions, all there are.")
	b.Want(where, "solution 1 of 520")
	b.Want(`String(document.querySelectorAll("#big .piece").length)`, "12")
	b.Want(thumbs, "60")

	// Steps, by keys and by buttons.
	b.Run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	b.Want(where, "solution 3 of 520")
	b.Run(chromedp.Click(chromedp.CSS("#previous")))
	b.Want(where, "solution 2 of 520")
	b.Run(chromedp.KeyEvent(kb.End))
	b.Want(where, "solution 520 of 520")
	b.Want(thumbs, "520")
	b.Run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Home))
	b.Want(where, "solution 1 of 520")

	// The X in the third cell of the second row: the engines count how often.
	b.Run(chromedp.Click(chromedp.CSS(`#pieces button[aria-label="X"]`)), chromedp.Click(chromedp.CSS(`#map [data-site="10"]`)))
	b.Want(found, fmt.Sprintf("%d of 520 solutions", covering(t, "X", "2,1")))
	b.Run(chromedp.Click(chromedp.CSS("#next")))
	if got := b.Ask(where); !strings.HasPrefix(got, "2 of ") {
		t.Errorf("a step among those that were found leads to %q", got)
	}
	b.Shot("gallery-filter")
	// Paper gets all that are found, in small, and what they were chosen by.
	media := func(name string) {
		b.Run(browser.Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name}))
	}
	b.Run(chromedp.Evaluate[chromedp.Void](`dispatchEvent(new Event("beforeprint"))`))
	media("print")
	b.Want(thumbs, fmt.Sprint(covering(t, "X", "2,1")))
	b.Want(`document.getElementById("printed").innerText`, fmt.Sprintf("%d of 520 solutions, with X as chosen", covering(t, "X", "2,1")))
	b.Want(`getComputedStyle(document.getElementById("stage")).display + getComputedStyle(document.getElementById("filter")).display`, "nonenone")
	b.Shot("gallery-printed")
	media("")
	// The same by keys alone: remove it, go one cell to the right, put it there.
	b.Run(chromedp.Focus(chromedp.CSS(`#map [data-site="10"]`)), chromedp.KeyEvent(kb.Enter))
	b.Want(found, "")
	b.Run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
	b.Want(found, fmt.Sprintf("%d of 520 solutions", covering(t, "X", "3,1")))
	b.Run(chromedp.KeyEvent(kb.Escape))
	b.Want(found, "")
	// Keeping a piece of the solution where it lies.
	b.Run(chromedp.KeyEvent(kb.Home), chromedp.Evaluate[chromedp.Void](`document.querySelector("#big .piece").dispatchEvent(new MouseEvent("click", {bubbles: true}))`))
	if got := b.Ask(found); got == "" || strings.HasPrefix(got, "0 ") {
		t.Errorf("with a piece kept, %q are found", got)
	}

	// Dark by button, by key and by the system.
	b.Want(ground, white)
	b.Run(chromedp.Click(chromedp.CSS("#theme")))
	if got := b.Ask(ground); got == white {
		t.Error("the button does not make the page dark")
	}
	b.Shot("gallery-dark")
	b.Run(chromedp.KeyEvent("t"))
	b.Want(ground, white)
	b.Open(made(t, "dark.html", "solve", "--all", "cilada:7"), 400, 700)
	b.Run(browser.Command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}))
	if got := b.Ask(ground); got == white {
		t.Error("a dark system does not make the page dark")
	}
	b.Shot("gallery-narrow")
	b.Want(`String(document.documentElement.scrollWidth <= innerWidth)`, "true")
}

// A study can be read on a telephone and on a screen, light and dark.
func studyInBrowser(t *testing.T, b *browser.Browser) {
	t.Helper()
	file := studied(t)
	const (
		dots = `document.querySelectorAll(".square .dots path").length + ""`
		fits = `String(document.documentElement.scrollWidth <= innerWidth)`
	)
	for _, width := range []int64{390, 1366} {
		b.Open(file, width, 900)
		b.Want(fits, "true")
		b.Want(dots, "7")
		b.Shot(fmt.Sprintf("study-%d", width))
		b.Run(chromedp.Click(chromedp.CSS("#theme")))
		b.Shot(fmt.Sprintf("study-%d-dark", width))
	}
}

// studied returns a page of a study.
func studied(t *testing.T) string {
	t.Helper()
	return compared(t, "study.html", "cilada:1..7", "-b", "native,gini,gophersat,native/plain",
		"--encodings", "product,pairwise")
}

// compared returns a page of compare, whose runs are processes of their own.
func compared(t *testing.T, name string, args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	program, err := exec.LookPath("exactile")
	if err != nil {
		t.Fatal(err) // TestMain puts it on the path
	}
	args = append([]string{"compare", "-o", file}, args...)
	if said, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return file
}

// A puzzle in space can be turned: by drag, by keys and by buttons. Each solution has an
// address, and each choice a key.
func cubeInBrowser(t *testing.T, b *browser.Browser) {
	t.Helper()
	b.Open(made(t, "soma.html", "solve", "-n", "20", "--view", "iso", "soma"), 1366, 900)
	const (
		figure = `document.querySelector("#big svg").innerHTML`
		where  = `document.getElementById("where").textContent`
	)
	b.Want(`document.querySelector("#view [aria-pressed=true]").dataset.view`, "iso")
	start := b.Ask(figure)
	b.Run(chromedp.Click(chromedp.CSS(`#view [data-turn="1"]`)))
	turned := b.Ask(figure)
	b.Run(chromedp.Click(chromedp.CSS(`#view [data-turn="-1"]`)))
	if back := b.Ask(figure); turned == start || back != start {
		t.Error("the buttons do not turn the figure there and back")
	}
	b.Run(chromedp.Focus(chromedp.CSS("#big svg")), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowDown))
	if b.Ask(figure) == start {
		t.Error("the arrow keys do not turn the figure")
	}
	b.Want(where, "solution 1 of 20")
	b.Shot("cube-turned")
	const drag = `(() => {
		const old = document.querySelector("#big svg").innerHTML;
		const send = (type, x) => document.querySelector("#big svg").dispatchEvent(
			new PointerEvent(type, {bubbles: true, isPrimary: true, clientX: x, clientY: 300}));
		send("pointerdown", 300); send("pointermove", 360); send("pointerup", 360);
		return String(document.querySelector("#big svg").innerHTML !== old);
	})()`
	b.Want(drag, "true")
	b.Run(chromedp.Click(chromedp.CSS(`#view [data-view="exploded"]`)))
	b.Shot("cube-lifted")
	// All seven pieces are seen where the layers are apart.
	b.Want(`String(new Set([...document.querySelectorAll("#big .piece")].map(p => p.dataset.option)).size)`, "7")
	b.Run(chromedp.Click(chromedp.CSS("#next")), chromedp.Click(chromedp.CSS("#next")))
	b.Want(`location.hash`, "#solution=3")
	b.Run(chromedp.Evaluate[chromedp.Void](`void (location.hash = "#solution=7")`))
	b.Until(where, "solution 7 of 20")
	b.Want(`String(document.getElementById("key").hidden)`, "true")
	b.Run(chromedp.Click(chromedp.CSS(`#pieces button[aria-label="V"]`)))
	b.Want(`String(document.getElementById("key").hidden)`, "false")
	b.Run(chromedp.Click(chromedp.CSS(`#view [data-view="layers"]`)))
	b.Want(`String(document.querySelectorAll("#big use[href='#g-board']").length)`, "1")
}

// A page without solutions shows the board, and why there are none.
func nothingInBrowser(t *testing.T, b *browser.Browser) {
	t.Helper()
	b.Open(empty(t), 390, 844)
	b.Want(`document.querySelector(".lead").textContent`, "There is no solution.")
	b.Want(`String(document.querySelector("#nothing p").textContent.includes("the board has 9 cells, and the pieces cover an even number"))`, "true")
	b.Want(`String(document.querySelectorAll("#nothing svg").length)`, "1")
	b.Shot("nothing")
}

// empty returns a page of the nine cells that no dominoes cover.
func empty(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "nothing.html")
	exactile(t, cli.NoSolution, "", "solve", "dominoes:3x3", "-o", file)
	return file
}

// axe-core, a program of others, checks the pages. It is not downloaded: EXACTILE_AXE names
// its script.
func TestPagesByAxe(t *testing.T) {
	script, err := os.ReadFile(os.Getenv("EXACTILE_AXE"))
	if err != nil {
		t.Skip("SKIPPED: EXACTILE_AXE does not name axe.min.js")
	}
	b := browser.New(t)
	pages := map[string]string{
		"gallery": made(t, "gallery.html", "solve", "-n", "30", "pentominoes:8x8-center"),
		"cube":    made(t, "cube.html", "solve", "-n", "9", "--view", "exploded", "soma"),
		"nothing": empty(t),
		"heat":    made(t, "heat.html", "count", "--cells", "tetrahexes:7x4"),
		"study":   studied(t),
		"groups":  made(t, "groups.html", "count", "--by", "month,day", "-f", "html", "calendar"),
		"compare": compared(t, "compare.html", "pegs:1,0 3,2 4,4"),
	}
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		for _, width := range []int64{390, 1366} {
			for _, theme := range []string{"light", "dark"} {
				b.Open(pages[name], width, 900)
				b.Run(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`void (document.documentElement.dataset.theme = %q)`, theme)),
					chromedp.Evaluate[chromedp.Void](string(script)+";0"),
					chromedp.Evaluate[chromedp.Void](`void axe.run().then(r => { window.found = r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html.slice(0, 90) + " " + n.failureSummary).join(" | ")).join("\n"); })`))
				b.Until(`String(window.found !== undefined)`, "true")
				if found := b.Ask(`window.found`); found != "" {
					t.Errorf("%s, %d pixels, %s: %s", name, width, theme, found)
				}
				b.Want(`String(document.documentElement.scrollWidth <= innerWidth)`, "true")
				b.Shot(fmt.Sprintf("%s-%d-%s", name, width, theme))
			}
		}
	}
}

// Without scripts the page shows its first solutions.
func TestGalleryWithoutScripts(t *testing.T) {
	testkit.OnlyThorough(t)
	b := browser.New(t)
	b.Run(browser.Command(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
	b.Open(made(t, "gallery.html", "solve", "--all", "cilada:7"), 800, 900)
	b.Want(`String(document.querySelectorAll("noscript svg use[href='#board']").length)`, "6")
	b.Want(`String(document.getElementById("gallery").hidden)`, "true")
	b.Shot("gallery-no-scripts")
}

// covering counts the solutions of the 8x8 board without its centre in which a
// piece covers a cell.
func covering(t *testing.T, piece, cell string) int {
	t.Helper()
	text, err := os.ReadFile(made(t, "all.txt", "solve", "--all", "-f", "cells", "pentominoes:8x8-center"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		if name, cells, _ := strings.Cut(strings.TrimSpace(line), " "); name == piece && strings.Contains(" "+cells+" ", " "+cell+" ") {
			n++
		}
	}
	if n == 0 {
		t.Fatalf("no solution has %s at %s", piece, cell)
	}
	return n
}

// A browser's picture of the SVG equals the PNG, except for the smoothing of edges.
func pictureInBrowser(t *testing.T, b *browser.Browser) {
	t.Helper()
	for _, puzzle := range []string{"pentominoes:8x8-center", "cilada:7"} {
		file, err := os.ReadFile(made(t, "picture.png", "solve", "--scale", "1", "--theme", "dark", puzzle))
		if err != nil {
			t.Fatal(err)
		}
		want, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		size := want.Bounds().Size()
		b.Open(made(t, "picture.svg", "solve", "--theme", "dark", puzzle), int64(size.X), int64(size.Y))
		shot := browser.Result(b, chromedp.CaptureScreenshot())
		got, err := png.Decode(bytes.NewReader(shot))
		if err != nil {
			t.Fatal(err)
		}
		if got.Bounds() != want.Bounds() {
			t.Fatalf("the browser's picture is %v, the PNG %v", got.Bounds(), want.Bounds())
		}
		mean, worst := difference(want, got)
		t.Logf("%s: mean difference %.5f, worst %.3f", puzzle, mean, worst)
		if mean > 0.004 || worst > 0.3 {
			t.Errorf("%s: the PNG and the browser's picture of the SVG differ by %.5f in the mean, by %.3f at the worst", puzzle, mean, worst)
		}
	}
}

// difference returns the difference of two pictures by channel, from 0 to 1.
func difference(a, b image.Image) (mean, worst float64) {
	size := a.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			r, g, blue, _ := a.At(x, y).RGBA()
			R, G, Blue, _ := b.At(x, y).RGBA()
			for _, d := range []float64{float64(r) - float64(R), float64(g) - float64(G), float64(blue) - float64(Blue)} {
				d = max(d, -d) / 0xffff
				mean += d / float64(3*size.X*size.Y)
				worst = max(worst, d)
			}
		}
	}
	return mean, worst
}
