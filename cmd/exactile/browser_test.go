package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/exactile/exactile/cmd/exactile/internal/status"
)

// A browser shows pages as a reader sees them. What a page complains of, and
// what it asks the network for, fails the test.
type browser struct {
	t    *testing.T
	ctx  context.Context
	mu   sync.Mutex
	bad  []string
	from string // the page that may be loaded
}

// newBrowser starts Chromium without a window, or skips the test.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	if testing.Short() {
		t.Skip("SKIPPED: tests in a browser, which takes seconds to start and is no code of ours to look for races in")
	}
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skip("SKIPPED: neither chromium nor google-chrome is on the PATH")
	}
	if err := exec.CommandContext(t.Context(), program, "--version").Run(); err != nil {
		t.Skipf("SKIPPED: %s, which may be installed by half, does not run: %v", program, err)
	}
	t.Parallel()
	// What Chromium puts into its home and the folder for temporary files, and does not
	// clear away when it is killed, goes where the test does. Its profile is removed
	// by chromedp, once no process uses it.
	home, err := os.MkdirTemp("", "exactile-browser-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(home); err != nil {
			t.Logf("left behind: %v", err)
		}
	})
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Env("HOME="+home, "TMPDIR="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home),
		chromedp.Flag("force-device-scale-factor", "1"), chromedp.Flag("hide-scrollbars", true))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &browser{t: t, ctx: ctx}
	if err = chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *browser) listen(event any) {
	complain := func(format string, args ...any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.bad = append(b.bad, fmt.Sprintf(format, args...))
	}
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		complain("exception: %s", e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		complain("console: %v", e.Args)
	case *network.EventRequestWillBeSent:
		b.mu.Lock()
		from := b.from
		b.mu.Unlock()
		if e.Request.URL != from {
			complain("the page asks for %s", e.Request.URL)
		}
	}
}

// run runs actions and fails if the page complained.
func (b *browser) run(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	result(b, chromedp.Steps(actions...))
}

// result is run for an action that returns something.
func result[T any](b *browser, action chromedp.Action[T]) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, 5*time.Minute)
	defer cancel()
	answer, err := chromedp.Run(ctx, action)
	if err != nil {
		b.t.Fatal(err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, bad := range b.bad {
		b.t.Error(bad)
	}
	b.bad = nil
	return answer
}

// command makes an action of a command of the browser's protocol.
func command[P, R any](c cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

// open shows a file in a window of the given size.
func (b *browser) open(file string, width, height int64) {
	b.t.Helper()
	path, err := filepath.Abs(file)
	if err != nil {
		b.t.Fatal(err)
	}
	address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
	b.mu.Lock()
	b.from = address
	b.mu.Unlock()
	b.run(
		command(network.Enable, network.EnableParams{}),
		command(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 1}),
		chromedp.Navigate(address),
	)
}

// ask evaluates JavaScript that gives a string.
func (b *browser) ask(script string) string {
	b.t.Helper()
	return result(b, chromedp.Evaluate[string](script))
}

// want is ask with the answer that is wanted.
func (b *browser) want(script, want string) {
	b.t.Helper()
	if got := b.ask(script); got != want {
		b.t.Errorf("%s is %q, want %q", script, got, want)
	}
}

// shot keeps a picture of the page in the folder that EXACTILE_SCREENSHOTS names,
// if it names one, for whoever changes how pages look.
func (b *browser) shot(name string) {
	b.t.Helper()
	dir := os.Getenv("EXACTILE_SCREENSHOTS")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), result(b, chromedp.CaptureScreenshot()), 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// made runs the command and returns the file that -o names.
func made(t *testing.T, name string, args ...string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	var stdout, stderr bytes.Buffer
	if code := run(t.Context(), append(args, "-o", file), strings.NewReader(""), &stdout, &stderr); code != status.Done {
		t.Fatalf("%v: exit status %d: %s", args, code, stderr.String())
	}
	return file
}

func TestGalleryInBrowser(t *testing.T) {
	b := newBrowser(t)
	b.open(made(t, "gallery.html", "solve", "--all", "pentominoes:8x8-center"), 1200, 900)
	const (
		where  = `document.getElementById("where").textContent`
		found  = `document.getElementById("found").textContent`
		thumbs = `String(document.querySelectorAll("#thumbs button").length)`
		ground = `getComputedStyle(document.body).backgroundColor`
		white  = "rgb(255, 255, 255)"
	)
	b.want(`document.querySelector(".lead").textContent`, "520 solutions, all there are.")
	b.want(where, "solution 1 of 520")
	b.want(`String(document.querySelectorAll("#big .piece").length)`, "12")
	b.want(thumbs, "60")

	// Steps, by keys and by buttons.
	b.run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	b.want(where, "solution 3 of 520")
	b.run(chromedp.Click(chromedp.CSS("#previous")))
	b.want(where, "solution 2 of 520")
	b.run(chromedp.KeyEvent(kb.End))
	b.want(where, "solution 520 of 520")
	b.want(thumbs, "520")
	b.run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Home))
	b.want(where, "solution 1 of 520")

	// The X in the third cell of the second row: the engines say how often.
	b.run(chromedp.Click(chromedp.CSS(`#pieces button[aria-label="X"]`)), chromedp.Click(chromedp.CSS(`#map [data-site="10"]`)))
	b.want(found, fmt.Sprintf("%d of 520 solutions", covering(t, "X", "2,1")))
	b.run(chromedp.Click(chromedp.CSS("#next")))
	if got := b.ask(where); !strings.HasPrefix(got, "2 of ") {
		t.Errorf("a step among those that were found leads to %q", got)
	}
	b.shot("gallery-filter")
	// The same by keys alone: away with it, one cell to the right, there again.
	b.run(chromedp.Focus(chromedp.CSS(`#map [data-site="10"]`)), chromedp.KeyEvent(kb.Enter))
	b.want(found, "")
	b.run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
	b.want(found, fmt.Sprintf("%d of 520 solutions", covering(t, "X", "3,1")))
	b.run(chromedp.KeyEvent(kb.Escape))
	b.want(found, "")
	// Keeping a piece of the solution where it lies.
	b.run(chromedp.KeyEvent(kb.Home), chromedp.Evaluate[chromedp.Void](`document.querySelector("#big .piece").dispatchEvent(new MouseEvent("click", {bubbles: true}))`))
	if got := b.ask(found); got == "" || strings.HasPrefix(got, "0 ") {
		t.Errorf("with a piece kept, %q are found", got)
	}

	// Dark by button, by key and by the system.
	b.want(ground, white)
	b.run(chromedp.Click(chromedp.CSS("#theme")))
	if got := b.ask(ground); got == white {
		t.Error("the button does not make the page dark")
	}
	b.shot("gallery-dark")
	b.run(chromedp.KeyEvent("t"))
	b.want(ground, white)
	b.open(made(t, "dark.html", "solve", "--all", "cilada:7"), 400, 700)
	b.run(command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}))
	if got := b.ask(ground); got == white {
		t.Error("a dark system does not make the page dark")
	}
	b.shot("gallery-narrow")
	b.want(`String(document.documentElement.scrollWidth <= innerWidth)`, "true")
}

// Without scripts the page shows its first solutions.
func TestGalleryWithoutScripts(t *testing.T) {
	b := newBrowser(t)
	b.run(command(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
	b.open(made(t, "gallery.html", "solve", "--all", "cilada:7"), 800, 900)
	b.want(`String(document.querySelectorAll("noscript svg use[href='#board']").length)`, "6")
	b.want(`String(document.getElementById("gallery").hidden)`, "true")
	b.shot("gallery-no-scripts")
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

// A browser's picture of the SVG is the PNG, but for how edges are smoothed.
func TestPictureInBrowser(t *testing.T) {
	b := newBrowser(t)
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
		b.open(made(t, "picture.svg", "solve", "--theme", "dark", puzzle), int64(size.X), int64(size.Y))
		shot := result(b, chromedp.CaptureScreenshot())
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

// difference returns how far two pictures are apart, by channel, of 1.
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
