package exchange

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/internal/await"
)

const (
	// maxProof bounds a proof in bytes. A proof is read once and not held.
	maxProof = 1 << 34
	// maxLiterals bounds the formula of a proof: the checker holds it.
	maxLiterals = 1 << 26
)

// refute checks a proof that the formula of a model is not satisfiable. The error is nil only if the
// proof holds.
func (f *formula) refute(ctx context.Context, c *console.Console, m *cover.Model, file string) error {
	r, err := c.OpenInput(ctx, file)
	if err != nil {
		return err
	}
	defer r.Close()
	name := console.InputName(file)
	tooLong := fmt.Errorf("%s: a proof of more than %d bytes is not checked", name, int64(maxProof))
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Size() > maxProof {
			return tooLong
		}
	}
	m, err = f.model(ctx, m)
	if err != nil {
		return err
	}
	end := c.Progress.Begin(ctx, "checking "+name)
	defer end()
	_, err = await.Value(ctx, func() (none struct{}, err error) {
		size, err := encode.Size(m, f.encoding)
		if err != nil {
			return none, err
		}
		if size.Literals > maxLiterals {
			return none, fmt.Errorf("the formula has %d literals: %w", size.Literals, check.ErrTooLarge)
		}
		all, err := encode.Encode(m, f.encoding)
		if err != nil {
			return none, err
		}
		text := &bounded{r, maxProof, tooLong}
		return none, check.Refutation(ctx, all.NumVars(), all.Clauses(), "", text)
	})
	if refusal := (*check.Refusal)(nil); errors.As(err, &refusal) {
		return fmt.Errorf("%s: %s: the proof does not hold: %s; decode wants the flags that export had",
			name, refusal.Place, refusal.Message)
	}
	if errors.Is(err, check.ErrTooLarge) {
		return fmt.Errorf("%s: the proof is not checked: %w", name, err)
	}
	return err
}
