package plan

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/exactile/exactile/internal/file"
)

// temporaryPrefix begins the names of files that are being written.
const temporaryPrefix = ".new-"

// leases are the files that name the worker of each unit. A lease ends when its file is removed, or
// when nobody has touched the file for the time in it, by the clock of the worker that waits, since
// clocks of machines differ. The lease of a process of this machine that has exited ends at once.
type leases struct {
	dir  string
	mu   sync.Mutex // of seen
	seen map[string]leaseState
}

// A leaseState is a lease's time of modification, and when this worker first saw that time.
type leaseState struct {
	touched time.Time
	since   time.Time
}

// take takes the lease of that name, if it is free. A worker killed meanwhile leaves no lease
// without an owner.
func (l *leases) take(name string, me Owner) (bool, error) {
	path := filepath.Join(l.dir, name)
	text, err := json.Marshal(me)
	if err != nil {
		return false, fmt.Errorf("plan: %w", err)
	}
	for range 2 {
		if placed, err := file.Create(path, temporaryPrefix, text, false); err != nil || placed {
			return placed, err
		}
		if !l.ended(name, path, me) {
			return false, nil
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, fmt.Errorf("plan: %w", err)
		}
		l.mu.Lock()
		delete(l.seen, name)
		l.mu.Unlock()
	}
	return false, nil
}

// maxLease is more than the bytes of a lease.
const maxLease = 1 << 14

// ended reports whether the holder of a lease has exited.
func (l *leases) ended(name, path string, me Owner) bool {
	info, err := os.Stat(path)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	now := time.Now()
	l.mu.Lock()
	last, ok := l.seen[name]
	if !ok || !last.touched.Equal(info.ModTime()) {
		last = leaseState{info.ModTime(), now}
		l.seen[name] = last
	}
	l.mu.Unlock()
	if now.Sub(last.since) > me.Life {
		return true
	}
	var who Owner
	if !info.Mode().IsRegular() || info.Size() > maxLease {
		return false // not one of ours: it ends by its age
	}
	text, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(text, &who) != nil {
		return false // it is being written
	}
	return who.Host == me.Host && who.Host != "" && who.Process != me.Process && !runs(who.Process)
}

// keep touches a lease until ctx ends.
func (l *leases) keep(ctx context.Context, name string, life time.Duration) {
	tick := time.NewTicker(life / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			// if this fails the unit is done twice
			_ = os.Chtimes(filepath.Join(l.dir, name), now, now)
		}
	}
}

// give gives a lease back.
func (l *leases) give(name string) { _ = os.Remove(filepath.Join(l.dir, name)) }
