// Package cluster holds the verbs that make one count on many machines: plan, work and merge.
package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/load"
	"github.com/exactile/exactile/encode/puzzle"
)

// A stored is what a folder holds of what is counted: enough for any machine to make the
// same model of it.
type stored struct {
	Format   string `json:"format"`
	Symmetry string `json:"symmetry"`
	Document string `json:"document"`
}

// store returns a puzzle as text that [restore] reads.
func store(e *load.Entry, symmetry string) ([]byte, error) {
	document, format, err := e.Document()
	if err != nil {
		return nil, err
	}
	return json.Marshal(stored{format, symmetry, string(document)})
}

// restore compiles the puzzle of a folder.
func restore(ctx context.Context, name string, text []byte) (*puzzle.Tiling, error) {
	var s stored
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("%s: its puzzle is damaged: %w", name, err)
	}
	return load.Stored(ctx, name, []byte(s.Document), s.Format, s.Symmetry)
}

// open opens a folder and compiles its puzzle.
func open(ctx context.Context, path string) (*plan.Folder, *plan.Plan, *puzzle.Tiling, error) {
	f, p, err := plan.OpenFolder(path)
	if err != nil {
		return nil, nil, nil, err
	}
	text, err := f.Puzzle()
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: it has no puzzle: %w", path, err)
	}
	t, err := restore(ctx, path, text)
	return f, p, t, err
}

// errAlarm is what is said of two answers.
var errAlarm = errors.New("one of them is wrong, and no sum is made: find out which machine or program it was, and remove what it left")
