//go:build !linux

package contain

import (
	"os/exec"
	"time"
)

// surrender is how long a watcher tries to kill.
const surrender = time.Second

// Watch does nothing: this system has no watchers.
func Watch() {}

// watcher is nil on this system.
type watcher struct{}

func watched(*exec.Cmd, []string) (*watcher, error) { return nil, nil }

func (*watcher) begin(*exec.Cmd) (int, error) { return 0, nil }
func (*watcher) ending() ending               { return ending{} }
func (*watcher) kill() error                  { return nil }
func (*watcher) close()                       {}
