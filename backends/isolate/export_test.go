package isolate

import (
	"bufio"
	"io"
	"time"
)

// Started says how many processes the pool has started.
func (p *Pool) Started() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.started)
}

// OnAnswer has f called when something of the next answer is there.
func (e *Engine) OnAnswer(f func()) { e.worker.out = bufio.NewReader(&tapped{e.worker.child, f}) }

type tapped struct {
	io.Reader
	f func()
}

func (t *tapped) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	t.f()
	return n, err
}

// Kept says how many processes the pool has started and not told to end.
func (p *Pool) Kept() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range p.started {
		if w.ctx.Err() == nil {
			n++
		}
	}
	return n
}

// Hurry has processes that closed their input or output be waited for a moment.
func (p *Pool) Hurry() { p.patience = 100 * time.Millisecond }
