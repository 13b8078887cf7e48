package designed

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
)

// Provers are the engines that must agree that a puzzle has one solution. They share no code.
func Provers() []string { return []string{"native", "gini"} }

// A Proved is a puzzle as a file that claims one solution. Each of the [Provers] has confirmed
// the claim by a complete search.
type Proved struct {
	Puzzle
	Text   []byte
	Tiling *puzzle.Tiling // compiled from the text
}

// Prove names a puzzle, writes it with its claim, reads the file back, and proves the claim.
func (m *Maker) Prove(
	ctx context.Context, p Puzzle, name string, work registry.Options,
) (proved Proved, err error) {
	file := *p.Puzzle
	file.Name = name
	claim := puzzle.Claim{
		Kind:   puzzle.Unique,
		Source: fmt.Sprintf("exactile design; %s agree", strings.Join(Provers(), " and ")),
	}
	if m.UpToSymmetry {
		claim.Kind, claim.Count = puzzle.UpToSymmetry, big.NewInt(1)
	}
	file.Claims = []puzzle.Claim{claim}
	var text bytes.Buffer
	if err := formats.Write(&text, "yaml", &file); err != nil {
		return proved, err
	}
	proved = Proved{Puzzle: Puzzle{&file, p.Hints, p.Fewest}, Text: text.Bytes()}
	again, err := formats.Read(name, bytes.NewReader(proved.Text), formats.Options{Format: "yaml"})
	if err != nil {
		return proved, fmt.Errorf("internal error: it cannot be read again: %w", err)
	}
	if proved.Tiling, err = again.Documents[0].Compile(); err != nil {
		return proved, fmt.Errorf("internal error: it cannot be read again: %w", err)
	}
	r := verify.Tiling(ctx, proved.Tiling,
		verify.Backends(Provers()...), verify.Timeout(-1), verify.Strict(), verify.Work(work, formats.Limits{}))
	if err := ctx.Err(); err != nil {
		return proved, err
	}
	switch r.Verdict {
	case verify.OK:
		return proved, nil
	case verify.Broken:
		return proved, status.With(status.Disagree, fmt.Errorf("internal error: %s", r))
	}
	return proved, fmt.Errorf("not proved: %s", r)
}
