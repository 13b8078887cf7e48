//go:build !linux

package contain

import "os/exec"

// Other systems have no limit that works for a program that is already running,
// and no cheap way to measure one.

func limitData(int, int64) {}

func residentOf(bool, ...int) (resident, peak int64) { return 0, 0 }

func childrenOf(int) []int { return nil }

// MachineMemory returns 0: this system does not report it.
func MachineMemory() int64 { return 0 }

// Watch does nothing: this system has no watchers.
func Watch() {}

// watcher is nil on this system.
type watcher struct{}

func watched(*exec.Cmd, []string) (*watcher, error) { return nil, nil }

func (*watcher) begin(*exec.Cmd) (int, error) { return 0, nil }
func (*watcher) ending() ending               { return ending{} }
func (*watcher) kill() error                  { return nil }
func (*watcher) close()                       {}
