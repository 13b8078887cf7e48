package proof

import (
	"context"
	"io"
	"sync"

	"github.com/exactile/exactile/encode/cover"
)

// enoughTasks is about the number of tasks that a tree is split into: enough to keep workers busy
// to the end, and to keep each task small.
const enoughTasks = 256

// maxForkDepth bounds the depth of the split, in chosen options, for trees that hardly branch.
const maxForkDepth = 16

// forkDepth returns the least number of chosen options at which splitting the tree gives enough
// tasks.
func forkDepth(ctx context.Context, root *search) (int, error) {
	s := root.clone(&treeBuilder{found: func(cover.Solution) error { return nil }})
	for depth := 1; ; depth++ {
		tasks := 0
		s.fork = func() (bool, error) {
			if len(s.path) == depth && s.short == 0 {
				tasks++
			}
			return len(s.path) == depth, nil
		}
		if err := s.run(ctx); err != nil {
			return 0, err
		}
		if tasks == 0 || tasks >= enoughTasks || depth == maxForkDepth {
			return depth, nil
		}
	}
}

// writeTree writes the body of a proof.tree: the output of a single search from the root, whatever
// the number of workers. The top of the tree is searched here, and the subtrees below it are tasks.
// Since the tree is in pre-order, the bytes of the tasks, inserted in order, are the bytes of the
// whole. found is called by several goroutines, with solutions in no order.
//
// A few tasks for each worker, done or under way, are held in memory until they are written.
func writeTree(ctx context.Context, w io.Writer, root *search, workers int,
	found func(cover.Solution) error) (nodes int64, err error) {
	depth, err := forkDepth(ctx, root)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	f := &forker{
		ctx: ctx, cancel: cancel, depth: depth,
		ordered: make(chan *task, 4*workers), running: make(chan struct{}, workers),
	}
	defer f.group.Wait()
	defer cancel(nil)
	f.found = found
	f.top = root.clone(f)
	f.top.fork = f.fork
	f.group.Go(f.run)
	for t := range f.ordered {
		select {
		case <-t.ended:
		case <-ctx.Done():
			return 0, context.Cause(ctx)
		}
		nodes += t.nodes
		if _, err := w.Write(t.tree); err != nil {
			return 0, err
		}
	}
	// A failed search ends the run only through its cause.
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	return nodes, nil
}

// A task is a piece of the body of a tree: bytes of the top, or a subtree.
type task struct {
	treeBuilder
	ended chan struct{} // closed when the tree is whole
}

// A forker builds the top of a tree and makes the subtrees below it tasks.
type forker struct {
	treeBuilder // what was built of the top since the last task
	ctx         context.Context
	cancel      context.CancelCauseFunc
	top         *search
	depth       int // of the cut
	ordered     chan *task
	running     chan struct{} // as full as there are tasks under way
	group       sync.WaitGroup
}

func (f *forker) run() {
	defer close(f.ordered)
	err := f.top.run(f.ctx)
	if err == nil {
		err = f.flush()
	}
	if err != nil {
		f.cancel(err)
	}
}

// fork is called by the search in every state that a chosen option has led to. If the state is deep
// enough and not refuted at once, fork makes it a task and returns true.
func (f *forker) fork() (bool, error) {
	if len(f.top.path) < f.depth || f.top.short > 0 {
		return false, nil
	}
	if err := f.flush(); err != nil {
		return false, err
	}
	t := &task{treeBuilder: treeBuilder{found: f.found}, ended: make(chan struct{})}
	s := f.top.clone(t)
	// The budget in ordered bounds the number of tasks ahead of the writer.
	if err := send(f.ctx, f.ordered, t); err != nil {
		return false, err
	}
	f.group.Go(func() {
		err := send(f.ctx, f.running, struct{}{})
		if err == nil {
			err = s.run(f.ctx)
			<-f.running
		}
		if err != nil {
			f.cancel(err)
			return
		}
		close(t.ended)
	})
	return true, nil
}

// flush sends the bytes of the top that come before the next task.
func (f *forker) flush() error {
	t := &task{treeBuilder: f.treeBuilder, ended: make(chan struct{})}
	close(t.ended)
	f.tree, f.nodes = nil, 0
	return send(f.ctx, f.ordered, t)
}

// send sends a value, or returns the error of ctx if that ends before.
func send[T any](ctx context.Context, to chan<- T, value T) error {
	select {
	case to <- value:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
