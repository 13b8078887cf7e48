package proof_test

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/proof"
)

// An endingContext ends when it is asked for the n-th time whether it has.
type endingContext struct {
	context.Context
	end  context.CancelFunc
	mu   sync.Mutex
	left int
}

func (c *endingContext) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left--; c.left == 0 {
		c.end()
	}
	return c.Context.Err()
}

// Wherever its context ends, a certificate is either whole or not there.
func TestWriteEndsAnywhere(t *testing.T) {
	m := board(rectangle(4, 4, "."), domino)
	encoding, err := encode.Lookup("pairwise+totalizer")
	encoding.Redundant = true
	if err != nil {
		t.Fatal(err)
	}
	whole := 0
	for asked := 1; whole == 0; asked += 1 + asked/8 {
		f, err := encode.Encode(m, encoding)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		_, err = proof.Write(&endingContext{Context: ctx, end: cancel, left: asked}, dir, m, proof.Options{SAT: &proof.SAT{Formula: &f.Formula, Block: f.Block, Blocked: true}})
		files, _ := os.ReadDir(dir)
		switch {
		case err == nil:
			whole = len(files)
		case !errors.Is(err, context.Canceled) || len(files) > 0:
			t.Errorf("asked %d times: %v, and %d files are left", asked, err, len(files))
		}
		cancel()
	}
}
