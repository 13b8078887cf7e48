package making

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/cmd/internal/words"
	"github.com/exactile/exactile/encode/puzzle"
)

// A rateRange is a range for one number of a rating.
type rateRange struct {
	name        string
	least, most int64
}

// rateNames are the numbers of a rating that --rate can bound, the default first.
var rateNames = []string{"nodes", "forced", "ahead", "dead-ends"}

// parseRate reads NAME=MIN..MAX; the name and either number may be missing. "" gives nil.
func parseRate(text string) (*rateRange, error) {
	if text == "" {
		return nil, nil
	}
	r := &rateRange{name: rateNames[0], most: math.MaxInt64}
	bounds := text
	if name, rest, named := strings.Cut(text, "="); named {
		r.name, bounds = name, rest
		if err := usage.OneOf("--rate: no number is called %q", name, rateNames); err != nil {
			return nil, err
		}
	}
	low, high, ok := strings.Cut(bounds, "..")
	var err error
	if low != "" {
		r.least, err = strconv.ParseInt(low, 10, 64)
	}
	if high != "" && err == nil {
		r.most, err = strconv.ParseInt(high, 10, 64)
	}
	if !ok || err != nil || r.least < 0 || r.most < r.least {
		return nil, usage.Errorf("--rate %q: want a range such as 100..1000, nodes=100.. or forced=..2",
			text)
	}
	return r, nil
}

// of returns the number for a puzzle with all its hints placed.
func (r *rateRange) of(
	ctx context.Context, b backends.Backend, t *puzzle.Tiling, workers int,
) (int64, error) {
	base, hints, err := withoutHints(t)
	if err != nil {
		return 0, err
	}
	rating, err := backends.Rate(ctx, b, base.Model, hints, backends.RateOptions{Workers: workers})
	if err != nil {
		return 0, err
	}
	last := rating.Forced[len(rating.Forced)-1]
	switch r.name {
	case "forced":
		return int64(last.Single), nil
	case "ahead":
		return int64(last.Ahead), nil
	case "dead-ends":
		return int64(rating.DeadEnds), nil
	}
	return rating.Nodes.Median, nil
}

// holds reports whether a number is in the range.
func (r *rateRange) holds(n int64) bool { return r.least <= n && n <= r.most }

// outside describes the numbers outside the range.
func (r *rateRange) outside(rated []int64) string {
	return fmt.Sprintf("%s with %s from %d to %d", words.Plural(len(rated), "other puzzle"),
		r.name, slices.Min(rated), slices.Max(rated))
}
