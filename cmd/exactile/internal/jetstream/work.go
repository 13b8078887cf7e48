package jetstream

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
)

// Work is part of [network.Store].
func (s *Store) Work(asked context.Context, w network.Worker) error {
	ctx, cancel := context.WithCancelCause(asked)
	defer cancel(nil)
	worker := &worker{Worker: w, store: s, id: rand.Text(), busy: map[int]string{}, lastDid: time.Now()}
	if worker.Name == "" {
		host, _ := os.Hostname() // the name is only for people
		worker.Name = fmt.Sprintf("%s:%d", host, os.Getpid())
	}
	var group sync.WaitGroup
	beating, silence := context.WithCancel(context.WithoutCancel(ctx))
	group.Go(func() { worker.beat(beating) })
	var slots sync.WaitGroup
	for k := range max(1, w.Slots) {
		slots.Go(func() {
			one := &slot{worker: worker, number: k, monitor: new(backends.Monitor)}
			if err := one.work(ctx); err != nil {
				cancel(err) // the others end, too
			}
		})
	}
	slots.Wait()
	silence()
	group.Wait()
	return cmp.Or(asked.Err(), context.Cause(ctx))
}
