package main

import (
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"testing"

	"github.com/exactile/exactile/backends/plan"
)

// TestTwoAnswersAreAnAlarm has a faulty engine: it reports, with a valid seal, one solution
// more for a unit than another engine found. No verb then adds up the units.
func TestTwoAnswersAreAnAlarm(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "job")
	exactile(t, 0, "", "plan", "dominoes:4x6", "--units", "3", "-o", folder)
	exactile(t, 0, "", "work", folder)
	exactile(t, 0, "", "merge", folder)
	text, err := os.ReadFile(filepath.Join(folder, "units", "2of3.json"))
	if err != nil {
		t.Fatal(err)
	}
	var right, wrong plan.Record
	if err := errors.Join(json.Unmarshal(text, &right), json.Unmarshal(text, &wrong)); err != nil {
		t.Fatal(err)
	}
	wrong.Report.Count.Add(wrong.Report.Count, big.NewInt(1))
	f, _, err := plan.OpenFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Keep(wrong, true); err == nil {
		t.Error("another answer is kept without a word")
	}
	exactile(t, 3, "", "merge", folder)
	exactile(t, 3, "", "work", folder)

	var reports []byte
	for _, r := range []plan.Record{right, wrong} {
		line, err := json.Marshal(r.Report)
		if err != nil {
			t.Fatal(err)
		}
		reports = append(reports, line...)
	}
	exactile(t, 3, string(reports), "merge", "-")
}
