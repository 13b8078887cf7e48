package checkpoint_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/cmd/exactile/internal/checkpoint"
	"github.com/exactile/exactile/encode/cover"
)

// A count that goes on where it was, should the program have ended meanwhile.
func Example() {
	m := &cover.Model{
		Items:   []cover.Item{{Name: "a", Min: 1, Max: 1}, {Name: "b", Min: 1, Max: 1}},
		Options: [][]int{{0}, {1}, {0, 1}},
	}
	b, err := registry.Lookup("native", registry.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	job := &checkpoint.Job{Model: m, Backend: b, Task: backends.Task{Backend: "native"}, File: filepath.Join(dir, "count.ckpt")}
	for range 2 { // the second time, nothing is left to do
		run, start, err := job.Start()
		if err != nil {
			fmt.Println(err)
			return
		}
		report, err := run.Count(context.Background())
		if err != nil {
			fmt.Println(err) // what is done is saved
			return
		}
		fmt.Println(report.Count, report.Complete, start.Complete)
		if err := run.Finish(nil); err != nil {
			fmt.Println(err)
		}
		if err := run.Close(); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// 2 true false
	// 2 true true
}
