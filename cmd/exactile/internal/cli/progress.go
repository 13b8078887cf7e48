package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"sync"
	"time"

	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/internal/text"
	"golang.org/x/term"
)

const (
	// progressAfter is how long a run must take before its progress is worth a line:
	// most puzzles are done by then.
	progressAfter = 500 * time.Millisecond
	// progressEvery is the time between two drawings of the line.
	progressEvery = 100 * time.Millisecond
	// progressLog is the time between two lines where there is no terminal to
	// draw them over each other, with --progress always.
	progressLog = 5 * time.Second
	// progressSeldom is that time for a long task where nobody has asked for progress.
	progressSeldom = 30 * time.Second
)

// A ProgressLine is the line on standard error that shows how far a run has come. On a terminal it
// is drawn in place and erased at the end; a signal prints it anywhere.
//
// No library draws it: progress bars have a known length, and this line of text has parts that
// may be unknown and makes room for notes and solutions on the same terminal.
type ProgressLine struct {
	monitor *adapter.Monitor
	err     io.Writer
	columns func() int // of the terminal; nil: there is none
	drawn   bool       // the line is drawn without a signal
	seldom  bool       // it is printed seldom for a long task: there is no terminal
	signals chan os.Signal

	mu      sync.Mutex
	now     func() time.Time
	present *stage // the present stage, nil: none
	visible bool   // the line stands on the terminal
}

// A stage is one puzzle and backend, or another task whose progress is shown.
type stage struct {
	name   string
	start  time.Time
	before snapshot // of the monitor at the start
	// deadline is zero if there is none.
	deadline time.Time
	search   time.Time     // when the present search began
	done     float64       // the fraction done at the last look
	status   func() string // its progress as text; nil: from the monitor alone
	long     bool          // it may run for hours
}

// Watched returns the monitor for a backend whose progress is shown. whole is set for a search
// for all solutions, whose fraction done can be measured.
func (p *ProgressLine) Watched(whole bool) *adapter.Monitor {
	p.monitor.Fraction = whole && p.drawn
	return p.monitor
}

// Begin shows the progress of the stage name until the returned function is called or ctx
// ends.
func (p *ProgressLine) Begin(ctx context.Context, name string) (end func()) {
	return p.begin(ctx, &stage{name: name})
}

// BeginWithStatus is [ProgressLine.Begin] for a stage that is more than one search, or none: say
// returns its progress, "" while that is not known. What is done and found by one search is not
// shown.
func (p *ProgressLine) BeginWithStatus(
	ctx context.Context, name string, say func() string,
) (end func()) {
	return p.begin(ctx, &stage{name: name, status: say})
}

// BeginLong is [ProgressLine.BeginWithStatus] for a stage that may run for hours: without a
// terminal its line is printed every half minute, unless --quiet or --progress never.
func (p *ProgressLine) BeginLong(ctx context.Context, name string, say func() string) (end func()) {
	return p.begin(ctx, &stage{name: name, status: say, long: true})
}

func (p *ProgressLine) begin(ctx context.Context, s *stage) (end func()) {
	now := p.now()
	p.mu.Lock()
	deadline, _ := ctx.Deadline()
	s.name, s.start, s.deadline = text.Visible(s.name), now, deadline
	s.before, s.search = p.takeSnapshot(), now
	p.present = s
	p.mu.Unlock()
	ctx, stop := context.WithCancel(ctx)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		p.run(ctx, p.every(s))
	}()
	return func() {
		stop()
		<-stopped
		p.mu.Lock()
		defer p.mu.Unlock()
		p.present = nil
	}
}

// Found is how many solutions the present stage has found one by one.
func (p *ProgressLine) Found() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.present == nil {
		return 0
	}
	return p.monitor.Solutions() - p.present.before.found
}

// every is the time between two drawings of the line of a stage, 0 if only a signal draws it.
func (p *ProgressLine) every(s *stage) time.Duration {
	switch {
	case p.drawn && p.columns != nil:
		return progressEvery
	case p.drawn:
		return progressLog
	case p.seldom && s.long:
		return progressSeldom
	}
	return 0
}

// run draws the line at its times and when a signal requests it, until ctx ends.
func (p *ProgressLine) run(ctx context.Context, every time.Duration) {
	defer p.clear()
	var tick <-chan time.Time
	if every > 0 {
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		tick = ticker.C
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.signals:
			p.print()
		case <-tick:
			p.draw()
		}
	}
}

// draw draws the line in its place, or prints it where there is no terminal.
func (p *ProgressLine) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch now := p.now(); {
	case now.Sub(p.present.start) < progressAfter:
	case p.columns == nil:
		fmt.Fprintf(p.err, "exactile: %s\n", p.line(now))
	default:
		// One write, which overwrites the text and then erases the rest: so the line does not
		// flicker. There is room for the ^C that a terminal shows: if ^C went to the next
		// line, this line could not be erased.
		text := []rune(p.line(now))
		text = text[:min(len(text), max(p.columns()-len("^C")-1, 0))]
		io.WriteString(p.err, "\r"+string(text)+"\x1b[K")
		p.visible = true
	}
}

// print prints the line so that it stays.
func (p *ProgressLine) print() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
	fmt.Fprintf(p.err, "exactile: %s\n", p.line(p.now()))
}

// clear takes the line off the terminal.
func (p *ProgressLine) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
}

func (p *ProgressLine) erase() {
	if p.visible {
		io.WriteString(p.err, "\r\x1b[K")
		p.visible = false
	}
}

// A snapshot is what a monitor shows at one moment.
type snapshot struct {
	done                    float64
	found, nodes, conflicts int64
}

func (p *ProgressLine) takeSnapshot() snapshot {
	return snapshot{
		p.monitor.Done(), p.monitor.Solutions(), p.monitor.Nodes(), p.monitor.Conflicts(),
	}
}

// line is the text of the line for the present stage.
func (p *ProgressLine) line(now time.Time) string { return p.present.line(now, p.takeSnapshot()) }

// line is the text of the line for a stage and these figures of the monitor.
func (s *stage) line(now time.Time, f snapshot) string {
	if f.done < s.done {
		s.search = now // another search has begun
	}
	s.done = f.done
	elapsed := now.Sub(s.start)
	parts := []string{Clock(elapsed)}
	if s.status != nil {
		if said := s.status(); said != "" {
			parts = append(parts, said)
		}
	}
	one := s.status == nil // search
	if f.done > 0 && one {
		parts = append(parts, percent(f.done))
	}
	// The time left at the present rate. The first per cent is too short to tell.
	if searched := now.Sub(s.search); one && f.done >= 0.01 && f.done < 1 && searched > 0 {
		left := time.Duration(float64(searched) * (1 - f.done) / f.done)
		parts = append(parts, "about "+Clock(left)+" left")
		if allowed := s.deadline.Sub(now); left > allowed && !s.deadline.IsZero() {
			parts = append(parts, Clock(max(0, allowed))+" allowed")
		}
	}
	if found := f.found - s.before.found; one && found > 0 {
		parts = append(parts, text.Plural(int(found), "solution"))
	}
	for _, rate := range []struct {
		n    int64
		what string
	}{{f.nodes - s.before.nodes, " nodes/s"}, {f.conflicts - s.before.conflicts, " conflicts/s"}} {
		if rate.n > 0 && elapsed > 0 {
			parts = append(parts, abbreviated(float64(rate.n)/elapsed.Seconds())+rate.what)
		}
	}
	return s.name + ": " + strings.Join(parts, ", ")
}

// Clock formats a time: 7 s, 3:05 min, 2:03:04 h.
func Clock(d time.Duration) string {
	s := int64(d.Round(time.Second) / time.Second)
	switch {
	case s < 60:
		return fmt.Sprintf("%d s", s)
	case s < 3600:
		return fmt.Sprintf("%d:%02d min", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d h", s/3600, s/60%60, s%60)
}

// percent formats a fraction, with one more digit below 10 %, where it moves slowly.
func percent(part float64) string {
	if part < 0.1 {
		return fmt.Sprintf("%.1f %%", 100*part)
	}
	return fmt.Sprintf("%.0f %%", 100*part)
}

// abbreviated formats a number with two or three digits and a factor, such as 812 and 9.8 M.
func abbreviated(x float64) string {
	if x < 999.5 {
		return fmt.Sprintf("%.0f", x)
	}
	factors := []string{"k", "M", "G", "T"}
	for x /= 1000; x >= 999.5 && len(factors) > 1; x /= 1000 {
		factors = factors[1:]
	}
	if x < 99.5 {
		return fmt.Sprintf("%.1f %s", x, factors[0])
	}
	return fmt.Sprintf("%.0f %s", x, factors[0])
}

// aboveProgress writes to the same terminal as the progress: what it writes takes the
// line's place, and the line comes back below it.
type aboveProgress struct {
	p *ProgressLine
	w io.Writer
}

func (b *aboveProgress) Write(text []byte) (int, error) {
	b.p.mu.Lock()
	defer b.p.mu.Unlock()
	b.p.erase()
	return b.w.Write(text)
}

// DefaultColumns is the width of a screen of unknown size.
const DefaultColumns = 80

// StartProgress makes the line of a run whose standard error is stderr. --progress, --quiet and the
// terminal decide whether it is drawn.
func StartProgress(stderr io.Writer, mode string, quiet bool) *ProgressLine {
	p := &ProgressLine{
		monitor: new(adapter.Monitor), err: stderr, now: time.Now,
		signals: make(chan os.Signal, 1),
	}
	file, ok := stderr.(*os.File)
	if ok && term.IsTerminal(int(file.Fd())) && os.Getenv("TERM") != "dumb" {
		p.columns = func() int {
			width, _, err := term.GetSize(int(file.Fd()))
			if err != nil || width < 1 {
				return DefaultColumns
			}
			return width
		}
	}
	p.drawn = mode == "always" || mode == "auto" && p.columns != nil && !quiet
	p.seldom = mode == "auto" && p.columns == nil && !quiet
	notifyProgress(p.signals)
	return p
}

// End stops the signals that print the line.
func (p *ProgressLine) End() { signal.Stop(p.signals) }

// Above returns a writer to the same terminal: what it writes takes the line's place,
// and the line comes back below it.
func (p *ProgressLine) Above(w io.Writer) io.Writer { return &aboveProgress{p, w} }
