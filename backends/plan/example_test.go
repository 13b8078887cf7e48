package plan_test

import (
	"context"
	"fmt"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/native"
)

// A count is planned in one place, its units are done in others, and the records add up.
func Example() {
	ctx, search := context.Background(), native.Searcher{}
	puzzles, err := catalogue.Lookup("pentominoes:3x20")
	if err != nil {
		fmt.Println(err)
		return
	}
	tiling, err := puzzles[0].Compile()
	if err != nil {
		fmt.Println(err)
		return
	}
	task := backends.Task{Puzzle: tiling.Puzzle.Name, Backend: "native"}
	p, _, err := plan.New(ctx, search, tiling.Model, plan.Request{Version: "v1", Task: task, Units: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	var records []plan.Record
	for _, u := range p.All() {
		job, err := p.Job(search, tiling.Model, "v1")
		if err != nil {
			fmt.Println(err)
			return
		}
		record, err := job.Run(ctx, u)
		if err != nil {
			fmt.Println(err)
			return
		}
		records = append(records, record)
	}
	some, _ := p.Merge(records[1:]...)
	all, _ := p.Merge(records...)
	fmt.Println(some.Missing, some.Report.Complete)
	fmt.Println(all.Report.Count, all.Report.Complete)
	// Output:
	// [1/3] false
	// 8 true
}
