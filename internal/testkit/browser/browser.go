// Package browser shows pages to tests as a reader sees them, in a Chromium without a window.
// Only tests import it.
package browser

import (
	"context"
	"fmt"
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
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/exactile/exactile/internal/testkit"
)

// A Browser shows pages as a reader sees them. The test fails if a page throws
// an exception, logs to the console, or requests another address.
type Browser struct {
	t    *testing.T
	ctx  context.Context
	mu   sync.Mutex
	bad  []string
	from string // the page that may be loaded
}

// New starts Chromium without a window, or skips the test.
func New(t *testing.T) *Browser {
	t.Helper()
	if testing.Short() {
		t.Skip(
			"SKIPPED: tests in a browser, which takes seconds to start and is no code of ours " +
				"to look for races in",
		)
	}
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome",
		"google-chrome-stable", "headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		testkit.Skip(t, "neither chromium nor google-chrome is on the PATH")
	}
	if err := exec.CommandContext(t.Context(), program, "--version").Run(); err != nil {
		t.Skipf("SKIPPED: %s, which may be installed by half, does not run: %v", program, err)
	}
	t.Parallel()
	// Files that Chromium writes into its home and the folder for temporary files, and
	// leaves behind when it is killed, go into a folder of the test. chromedp removes
	// the profile, once no process uses it.
	home, err := os.MkdirTemp("", "exactile-browser-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(home); err != nil {
			t.Logf("left behind: %v", err)
		}
	})
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program),
		chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Env("HOME="+home, "TMPDIR="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home),
		chromedp.Flag("force-device-scale-factor", "1"), chromedp.Flag("hide-scrollbars", true))
	const most = 3 // Chromium itself crashes at the start about once in some hundred times
	for try := 1; ; try++ {
		b := &Browser{t: t}
		if err = b.start(options); err == nil {
			return b
		}
		if try == most || t.Context().Err() != nil {
			t.Fatal(err)
		}
		t.Logf("the browser is started again: %v", err)
	}
}

// start starts the program, which ends with the test.
func (b *Browser) start(options []chromedp.ExecAllocatorOption) error {
	outer, release := chromedp.NewExecAllocator(b.t.Context(), options...)
	ctx, cancel := chromedp.NewContext(outer)
	end := func() {
		cancel()
		release()
	}
	b.ctx = ctx
	err := chromedp.Listen(ctx, b.listen)
	if err == nil {
		_, err = chromedp.Run(ctx, Command(network.Enable, network.EnableParams{}))
	}
	if err != nil {
		end()
		return err
	}
	b.t.Cleanup(end)
	return nil
}

func (b *Browser) listen(event any) {
	complain := func(format string, args ...any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.bad = append(b.bad, fmt.Sprintf(format, args...))
	}
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			text += ": " + x.Description
		}
		complain("exception: %s", text)
	case *runtime.EventConsoleAPICalled:
		complain("console: %v", e.Args)
	case *network.EventRequestWillBeSent:
		b.mu.Lock()
		from := b.from
		b.mu.Unlock()
		// of the page itself
		if e.Request.URL != from && !strings.HasPrefix(e.Request.URL, "blob:") &&
			!strings.HasPrefix(e.Request.URL, "data:") {
			complain("the page asks for %s", e.Request.URL)
		}
	}
}

// Run runs actions and fails if the page did anything that a Browser forbids.
func (b *Browser) Run(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	Result(b, chromedp.Steps(actions...))
}

// Result is Run for an action that returns something.
func Result[T any](b *Browser, action chromedp.Action[T]) T {
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

// Command makes an action of a command of the browser's protocol.
func Command[P, R any](c cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

// Open shows a file in a window of the given size.
func (b *Browser) Open(file string, width, height int64) {
	b.t.Helper()
	path, err := filepath.Abs(file)
	if err != nil {
		b.t.Fatal(err)
	}
	b.Visit((&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String(), width, height)
}

// Visit is Open for an address.
func (b *Browser) Visit(address string, width, height int64) {
	b.t.Helper()
	b.mu.Lock()
	b.from, _, _ = strings.Cut(address, "#") // requests have no fragment
	b.mu.Unlock()
	b.Run(Command(network.Enable, network.EnableParams{}))
	b.Resize(width, height)
	b.Run(chromedp.Navigate(address))
}

// Resize changes the size of the window.
func (b *Browser) Resize(width, height int64) {
	b.t.Helper()
	b.Run(Command(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: height, DeviceScaleFactor: 1}))
}

// Ask evaluates JavaScript that returns a string, or a promise of one.
func (b *Browser) Ask(script string) string {
	b.t.Helper()
	return Result(b, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
}

// Middle returns the middle of the first element that a CSS selector finds. The element
// is scrolled into view, and must be at rest for two frames: a click would miss an
// element that moves while the page is redrawn.
func (b *Browser) Middle(selector string) (x, y float64) {
	b.t.Helper()
	text := b.Ask(fmt.Sprintf(`(async () => {
		for (let was = "", tries = 0; ; tries++) {
			const e = document.querySelector(%q);
			if (!e) return "nothing";
			e.scrollIntoView({ block: "nearest", behavior: "instant" });
			const r = e.getBoundingClientRect();
			const now = (r.left + r.right) / 2 + " " + (r.top + r.bottom) / 2;
			if (now === was || tries === 100) return now;
			was = now;
			await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
		} })()`, selector))
	if _, err := fmt.Sscan(text, &x, &y); err != nil {
		b.t.Fatalf("%s: %s", selector, text)
	}
	return x, y
}

// Hover moves the mouse to the middle of an element.
func (b *Browser) Hover(selector string) {
	b.t.Helper()
	b.mouse("mouseMoved", selector, 0)
}

// Press clicks the middle of an element with the left button. With several elements
// the button stays down on the way from one to the next.
func (b *Browser) Press(selectors ...string) {
	b.t.Helper()
	kind := input.DispatchMouseEventType("mousePressed")
	b.mouse("mouseMoved", selectors[0], 0)
	for _, selector := range selectors {
		b.mouse(kind, selector, 1)
		kind = "mouseMoved"
	}
	b.mouse("mouseReleased", selectors[len(selectors)-1], 0)
}

func (b *Browser) mouse(kind input.DispatchMouseEventType, selector string, buttons int64) {
	b.t.Helper()
	x, y := b.Middle(selector)
	e := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Buttons: buttons}
	if kind != "mouseMoved" {
		e.Button, e.ClickCount = "left", 1
	}
	b.Run(Command(input.DispatchMouseEvent, e))
}

// Wheel turns the wheel over the middle of an element, down if by is positive.
func (b *Browser) Wheel(selector string, by float64) {
	b.t.Helper()
	x, y := b.Middle(selector)
	b.Run(Command(input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: "mouseWheel", X: x,
		Y:      y,
		DeltaX: 1e-6, DeltaY: by})) // a zero would be left out, which is an error
}

// Touch is Press with a finger.
func (b *Browser) Touch(selectors ...string) {
	b.t.Helper()
	b.TouchAbove(0, selectors...)
}

// TouchAbove is Touch with a finger that is so many pixels below all elements but the first, as one
// is that does not want to hide what it drags.
func (b *Browser) TouchAbove(pixels float64, selectors ...string) {
	b.t.Helper()
	kind := input.DispatchTouchEventType("touchStart")
	move := func(x, y float64) {
		b.Run(Command(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind,
			TouchPoints: []*input.TouchPoint{{X: x, Y: y}}}))
		kind = "touchMove"
	}
	for n, selector := range selectors {
		x, y := b.Middle(selector)
		if n > 0 {
			y += pixels
		}
		move(x, y)
		if n == 0 && pixels > 0 && len(selectors) > 1 {
			move(x, y-pixels) // lifted straight up: a way aside may scroll
		}
	}
	b.Run(Command(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: "touchEnd",
		TouchPoints: []*input.TouchPoint{}}))
}

// Want fails unless Ask returns the wanted answer.
func (b *Browser) Want(script, want string) {
	b.t.Helper()
	if got := b.Ask(script); got != want {
		b.t.Errorf("%s is %q, want %q", script, got, want)
	}
}

// Until waits until script, an expression of a string, has the wanted value. While the page is
// loading, what the script asks for may not be there yet.
func (b *Browser) Until(script, want string) {
	b.t.Helper()
	ready := fmt.Sprintf(`document.readyState === "loading" ? "loading" : (%s)`, script)
	got := ""
	for range 3000 {
		if got = b.Ask(ready); got == want {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Logf("the page says:\n%.2000s", b.Ask(`document.body.innerText`))
	b.Shot("failed-" + b.t.Name())
	b.t.Fatalf("%s is still %q, want %q", script, got, want)
}

// Shot saves a picture of the page in the folder that EXACTILE_SCREENSHOTS names,
// if it is set, for those who change how pages look.
func (b *Browser) Shot(name string) {
	b.t.Helper()
	dir := os.Getenv("EXACTILE_SCREENSHOTS")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, strings.ReplaceAll(name, "/", "-")+".png"),
		Result(b, chromedp.CaptureScreenshot()), 0o644); err != nil {
		b.t.Fatal(err)
	}
}
