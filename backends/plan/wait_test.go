package plan_test

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/plan"
)

// TestWait reads records of three units and their audits one by one: the first, again, the others,
// the audits. Each counts once, and a different answer, of a record or an audit, leaves no sum.
func TestWait(t *testing.T) {
	t.Parallel()
	j := newJob(t, "native", models.Dominoes(4, 4), backends.Task{}, 3)
	var records []plan.Record
	for _, u := range j.Plan.All() {
		r, err := j.Run(t.Context(), u)
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	wrong := records[0]
	report := *wrong.Report
	report.Count = new(big.Int).Add(report.Count, big.NewInt(1))
	wrong.Report = &report
	stopped := errors.New("stopped")
	type sent struct {
		plan.Record
		audit bool
	}
	plainly := []sent{{records[0], false}, {records[0], false}, {records[1], false}, {records[2], false}}
	audits := []sent{{records[0], true}, {records[2], true}, {records[1], true}}
	for name, test := range map[string]struct {
		sent []sent
		want int64 // -1: two answers
		done bool
	}{
		"all":                        {append(plainly, audits...), 36, true},
		"audits that come first":     {append(audits, plainly...), 36, true},
		"no audits":                  {plainly, 36, false},
		"a unit with two answers":    {append([]sent{{wrong, false}}, plainly...), -1, false},
		"an audit that differs":      {append(plainly, sent{wrong, true}), -1, false},
		"it differs and comes first": {append([]sent{{wrong, true}}, plainly...), -1, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			next, looks := 0, 0
			total, err := j.Plan.Tree().Wait(t.Context(), func(_ context.Context, add func(plan.Record, bool) error) error {
				if next++; next > len(test.sent) {
					return nil
				}
				return add(test.sent[next-1].Record, test.sent[next-1].audit)
			}, 1, func(_ context.Context, p plan.Progress) error {
				if looks++; p.Done+len(p.Left) != 3 || len(p.Left) > 0 && p.Audits > 0 || len(p.Left) == 0 && p.Audits != 3 {
					t.Errorf("look %d: %+v", looks, p)
				}
				if next > len(test.sent) {
					return stopped
				}
				return nil
			})
			var two *plan.Contradiction
			switch {
			case test.want < 0:
				if !errors.As(err, &two) || total.Report.Count != nil {
					t.Errorf("%v and the sum %v, want two answers and no sum", err, total.Report.Count)
				}
			case total.Report.Count.Int64() != test.want || !total.Report.Complete || (err == nil) != test.done:
				t.Errorf("%v, %v", total.Report.Count, err)
			case err != nil && !errors.Is(err, stopped):
				t.Error(err)
			}
		})
	}
}
