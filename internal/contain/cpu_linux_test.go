package contain_test

import (
	"context"
	"os/exec"
	"testing"
	"time"

	"github.com/exactile/exactile/internal/contain"
)

// The time of a child counts while it runs, and is not counted twice when it has
// ended.
func TestCPUOfRunningChildren(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("the child is written in sh, which is not installed")
	}
	before := contain.CPU()
	child := start(t, ctx, contain.Program{Path: shell, Args: []string{"-c", "while :; do :; done"}})
	deadline := time.Now().Add(5 * time.Minute)
	for contain.CPU()-before < 200*time.Millisecond {
		if time.Now().After(deadline) {
			t.Fatal("200 ms of work are not seen")
		}
		time.Sleep(10 * time.Millisecond)
	}
	running := contain.CPU()
	cancel()
	used, _ := child.Wait()
	if ended := contain.CPU(); ended < running-2*tick || ended-before > 2*used.CPU+time.Second {
		t.Errorf("%v while it ran, %v when it had ended, of which its own were %v", running-before, ended-before, used.CPU)
	}
}

// tick is the precision of what is told of a process that runs.
const tick = 10 * time.Millisecond
