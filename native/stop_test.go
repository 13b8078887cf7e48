package native

import (
	"context"
	"errors"
	"testing"
)

// A worker whose nodes take long looks at its context after as few of them as that
// asks for, from the first one on.
func TestWorkersStopAfterFewNodes(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := load(rectangle(10, 6, '.').model(pentominoes...))
	for _, engine := range []string{"sets", "words", "links"} {
		first := Searcher{engine: engine}.newEngine(p, walk{ctx: ctx, pauseAt: 1})
		e := first.clone(walk{ctx: ctx, pauseAt: pauseEvery})
		search(e, &trivialRoot[0])
		if w := e.base(); !errors.Is(w.err, context.Canceled) || w.nodes > pauseEvery/8 {
			t.Errorf("%s: %v after %d nodes", engine, w.err, w.nodes)
		}
	}
}

// A worker that merges states looks at its context for every few of them, since each
// takes as long as many nodes.
func TestMergingStopsAfterFewStates(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := load(dominoes(16, 16))
	e := Searcher{spacing: 1}.newEngine(p, walk{ctx: ctx, pauseAt: pauseEvery}).(*tableEngine)
	e.place(&trivialRoot[0])
	m := newMerger([]*tableEngine{e}, 0, nil)
	m.count(e.start, 1<<30, 0, 1)
	if w := m.workers[0]; !errors.Is(w.err, context.Canceled) || w.nodes > 0 {
		t.Errorf("%v after %d nodes", w.err, w.nodes)
	}
}
