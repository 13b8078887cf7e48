package proof

import (
	"context"
	"io"
	"slices"
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
func forkDepth(ctx context.Context, m *cover.Model, vectors [][]int64) (int, error) {
	for depth := 1; ; depth++ {
		tasks := 0
		s, err := awaitSearch(ctx, m, vectors, &treeBuilder{found: func(cover.Solution) error {
			return nil
		}})
		if err != nil {
			return 0, err
		}
		s.fork = func(s *search) (bool, error) {
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

// writeTree writes the body of the proof.tree of m: the output of a single search, whatever the
// number of workers. The top of the tree is searched here, and the subtrees below it are tasks.
// Since the tree is in pre-order, the bytes of the tasks, inserted in order, are the bytes of the
// whole. found is called by several goroutines, with solutions in no order.
//
// A few tasks for each worker, done or under way, are held in memory until they are written.
func writeTree(ctx context.Context, w io.Writer, m *cover.Model, vectors [][]int64, workers int,
	found func(cover.Solution) error) (nodes int64, err error) {
	depth, err := forkDepth(ctx, m, vectors)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel(nil)

	tasks := make(chan *task)
	ordered := make(chan *task, 4*workers)
	for range workers {
		group.Go(func() {
			b := &treeBuilder{found: found}
			s, err := awaitSearch(ctx, m, vectors, b)
			if err != nil {
				return // ctx has ended, as all goroutines will see
			}
			for t := range tasks {
				b.tree, b.nodes = nil, 0
				err := s.follow(ctx, t.steps)
				t.tree, t.nodes = b.tree, b.nodes
				if err != nil {
					cancel(err) // before the writer takes the task as done
				}
				close(t.done)
				if err != nil {
					return
				}
			}
		})
	}
	group.Go(func() {
		defer close(ordered)
		defer close(tasks)
		f := &forker{ctx: ctx, depth: depth, tasks: tasks, ordered: ordered}
		f.found = found
		s, err := awaitSearch(ctx, m, vectors, f)
		if err != nil {
			return
		}
		s.fork = f.fork
		if err := s.run(ctx); err != nil {
			cancel(err)
			return
		}
		if err := f.flush(); err != nil {
			cancel(err)
		}
	})
	for t := range ordered {
		select {
		case <-t.done:
		case <-ctx.Done():
			return 0, context.Cause(ctx)
		}
		nodes += t.nodes
		if _, err := w.Write(t.tree); err != nil {
			return 0, err
		}
	}
	// A failed task ends the run only through its cause.
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	return nodes, nil
}

// A task is a piece of the body of a tree: known bytes, or a subtree to search.
type task struct {
	steps []step
	done  chan struct{} // closed when tree and nodes are filled in
	tree  []byte
	nodes int64
}

// A forker builds the top of a tree and sends the subtrees below it as tasks.
type forker struct {
	treeBuilder
	ctx     context.Context
	depth   int // of the cut
	steps   []step
	tasks   chan<- *task
	ordered chan<- *task
}

// fork is called by the search in every state that a chosen option has led to. If the state is deep
// enough and not refuted at once, fork makes it a task and returns true.
func (f *forker) fork(s *search) (bool, error) {
	f.steps = append(f.steps, step{s.path[len(s.path)-1], true})
	if len(s.path) < f.depth || s.short > 0 {
		return false, nil
	}
	if err := f.flush(); err != nil {
		return false, err
	}
	t := &task{steps: slices.Clone(f.steps), done: make(chan struct{})}
	// Sending to ordered first bounds the number of tasks ahead of the writer.
	if err := f.send(f.ordered, t); err != nil {
		return false, err
	}
	return true, f.send(f.tasks, t)
}

// flush sends the bytes of the top that come before the next task.
func (f *forker) flush() error {
	t := &task{tree: f.tree, nodes: f.nodes, done: make(chan struct{})}
	close(t.done)
	f.tree, f.nodes = nil, 0
	return f.send(f.ordered, t)
}

func (f *forker) send(to chan<- *task, t *task) error {
	select {
	case to <- t:
		return nil
	case <-f.ctx.Done():
		return f.ctx.Err()
	}
}

// done replaces the step that took the path's last option by its exclusion, and drops the steps
// after it.
func (f *forker) done(path []int, _ bool) error {
	last := path[len(path)-1]
	k := len(f.steps) - 1
	for f.steps[k] != (step{last, true}) {
		k--
	}
	f.steps = append(f.steps[:k], step{last, false})
	return nil
}
