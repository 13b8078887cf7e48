// Package remote is the common part of the verbs that count on many machines: puzzles as text,
// plans, and counts on a NATS.
package remote

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/encode/puzzle"
)

// A stored is a puzzle in a folder or a job: enough for any machine to make the same model.
type stored struct {
	Format   string `json:"format"`
	Symmetry string `json:"symmetry"`
	Document string `json:"document"`
}

// Store returns a puzzle as text that [Restore] reads.
func Store(e *cli.Entry) ([]byte, error) {
	document, format, err := e.Document()
	if err != nil {
		return nil, err
	}
	return json.Marshal(stored{format, e.Symmetry, string(document)})
}

// Restore compiles the puzzle in a text of [Store].
func Restore(ctx context.Context, name string, text []byte) (*puzzle.Tiling, error) {
	var s stored
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("%s: its puzzle is damaged: %w", name, err)
	}
	return cli.CompileStored(ctx, name, []byte(s.Document), s.Format, s.Symmetry)
}
