package native

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/boards"
)

// looks is a context that has ended once it was checked a number of times.
type looks struct {
	context.Context
	left atomic.Int64
}

func (c *looks) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestEndedAnywhere ends the context of a search at each of its checks: a result
// without an error is complete, however late that was.
func TestEndedAnywhere(t *testing.T) {
	domino := boards.Shape{Name: "domino", Cells: boards.ParseShape("XX"), Max: 40}
	for _, m := range []*cover.Model{
		boards.Dominoes(6, 6),
		boards.Rectangle(4, 4, '?').Model(domino),
		boards.Rectangle(40, 1, '?').Model(bar(2, 0, 20), bar(3, 5, 9)),
	} {
		want := mustCount(t, Searcher{}, m)
		for _, s := range []Searcher{
			{}, {Workers: 2}, {forced: layered}, {forced: layered, Workers: 2},
			{forced: layered, Memory: 5000}, {forced: layered, Memory: 5000, Workers: 2},
			{forced: "fast", merge: -1, Workers: 2}, {forced: "wide", merge: -1}, {forced: "words", Workers: 2}, {forced: "links"},
		} {
			if many := want.BitLen() > 20; many && (s.forced != layered || s.Memory > 0) {
				continue
			}
			at := func(look int64, search func(context.Context) (complete bool, err error)) (whole bool) {
				ctx := &looks{Context: context.Background()}
				ctx.left.Store(look)
				complete, err := search(ctx)
				if err != nil && !errors.Is(err, context.Canceled) || err == nil && !complete {
					t.Errorf("%v, %d looks: complete %v, error %v", s, look, complete, err)
				}
				return err == nil
			}
			count := func(ctx context.Context) (bool, error) {
				n, err := s.Count(ctx, m)
				return err == nil && n.Cmp(want) == 0, err
			}
			list := func(ctx context.Context) (bool, error) {
				n := int64(0)
				for _, err := range s.Solutions(ctx, m) {
					if err != nil {
						return false, err
					}
					n++
				}
				return n == want.Int64(), nil
			}
			for look := int64(0); !at(look, count); look += 1 + look/2 {
			}
			for look := int64(0); want.BitLen() < 16 && !at(look, list); look += 1 + look/2 {
			}
		}
	}
}
