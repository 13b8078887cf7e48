package isolate

import (
	"strconv"
	"time"
)

// Started is how many processes the pool has started.
func (p *Pool) Started() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.started)
}

// OnAnswer has f called when an answer has come.
func (p *Pool) OnAnswer(f func()) { p.answered = f }

// Kept is how many processes the pool has started and not told to end.
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
func (p *Pool) Hurry() { p.killTimeout = 100 * time.Millisecond }

// AnswerWith is an answer with a model of this length.
func AnswerWith(length string) any {
	n, err := strconv.Atoi(length)
	if err != nil {
		panic(err)
	}
	return answer{Satisfiable: true, Model: make([]byte, n)}
}
