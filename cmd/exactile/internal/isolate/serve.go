package isolate

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/native"
)

// A request is the whole input of a process, up to its end, which stops the search.
type request struct {
	Model   *cover.Model
	Most    int64  // solutions that are needed; 0: all
	Backend string // a name for registry.Lookup
	Budget  int64  // for Within; 0: none

	Workers                         int
	Enumerate                       sat.Enumeration
	NoReduce, NoSymmetry, LexLeader bool
	Proofs                          sat.Proofs
}

// A message is a part of the output of a process. It holds how far the search is, and may hold a
// solution. The last message holds the end.
type message struct {
	Done      float64
	Conflicts int64
	Solution  bool
	Options   cover.Solution
	End       *ending
}

// mark is the byte before each message. No UTF-8 text has such a byte, so what an engine prints is
// not taken for the length of a message that is yet to come.
const mark = 0xFF

// An ending is how a search has ended.
type ending struct {
	Solutions int64 // that were sent
	Budget    bool  // the error is native.ErrBudget
	Failed    string
	Stats     backends.Stats
}

// A sender sends messages, for several goroutines.
type sender struct {
	mu       sync.Mutex
	buffer   *bufio.Writer
	messages *gob.Encoder
	monitor  adapter.Monitor
	found    int64
}

// send sends a message. Solutions wait for others, except the first: a write for each would take
// as long as many searches.
func (s *sender) send(m message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	m.Done, m.Conflicts = s.monitor.Done(), s.monitor.Conflicts()
	if m.Solution {
		s.found++
	}
	err := errors.Join(s.buffer.WriteByte(mark), s.messages.Encode(&m))
	if !m.Solution || s.found == 1 {
		err = errors.Join(err, s.buffer.Flush())
	}
	return err
}

// flushEvery is how often solutions that wait are sent, and how far the search is.
const flushEvery = 20 * time.Millisecond

// flush sends what there is to send, until done is closed. An error of the output is one of send's.
func (s *sender) flush(done <-chan struct{}) {
	type progress struct {
		done             float64
		conflicts, found int64
	}
	tick := time.NewTicker(flushEvery)
	defer tick.Stop()
	for last := (progress{}); ; {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		s.mu.Lock()
		now := progress{s.monitor.Done(), s.monitor.Conflicts(), s.found}
		s.mu.Unlock()
		if now != last {
			_ = s.send(message{})
		}
		last = now
	}
}

// Serve makes the search that is requested on r, by a backend that lookup finds, and writes what it
// finds to w. It ends with ctx and with r. The error is that of r or w.
func Serve(
	ctx context.Context, lookup func(string, registry.Options) (backends.Backend, error),
	r io.Reader, w io.Writer,
) error {
	var q request
	switch err := gob.NewDecoder(r).Decode(&q); {
	case errors.Is(err, io.EOF):
		return nil
	case err == nil && q.Model == nil:
		err = errors.New("no model")
		fallthrough
	case err != nil:
		return fmt.Errorf("isolate: no request: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, r)
		cancel()
	}()
	out := &sender{buffer: bufio.NewWriterSize(w, 1<<15)}
	out.messages = gob.NewEncoder(out.buffer)
	quiet := make(chan struct{})
	go func() {
		defer close(quiet)
		out.flush(ctx.Done())
	}()
	end := &ending{}
	err := q.search(ctx, lookup, out, &end.Stats)
	cancel()
	<-quiet
	end.Solutions, end.Budget = out.found, errors.Is(err, native.ErrBudget)
	if err != nil {
		var text contain.Excerpt // one line, and not too long
		fmt.Fprint(&text, err)
		end.Failed = text.String()
	}
	if err := out.send(message{End: end}); err != nil {
		return fmt.Errorf("isolate: %w", err)
	}
	return nil
}

// search makes the search.
func (q *request) search(
	ctx context.Context, lookup func(string, registry.Options) (backends.Backend, error),
	out *sender, stats *backends.Stats,
) error {
	b, err := lookup(q.Backend, registry.Options{
		Workers: q.Workers, Enumerate: q.Enumerate, NoReduce: q.NoReduce, Monitor: &out.monitor,
		NoSymmetry: q.NoSymmetry, LexLeader: q.LexLeader, Proofs: q.Proofs,
	})
	if err != nil {
		return err
	}
	if within, ok := b.(interface{ Within(int64) backends.Backend }); ok && q.Budget > 0 {
		b = within.Within(q.Budget)
	}
	b = backends.Observed(b, stats.Add)
	for s, err := range backends.AtMostN(ctx, b, q.Model, q.Most) {
		if err == nil {
			err = out.send(message{Solution: true, Options: s})
		}
		if err != nil {
			return err
		}
	}
	return nil
}
