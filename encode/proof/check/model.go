package check

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof/check/internal/layers"
)

// This file puts the parts of a proof together.

// Model establishes how many solutions m has, and that they are the listed ones if there is a list;
// if the evidence does not show it, the error is a *Refusal, or an *Excess for layers beyond the
// limits. Any other error is from a reader, from the context, or from m, which must be a valid
// model. The motions are those of the evidence; m.Sym is ignored. Model reads each part once; its
// memory depends neither on the number of solutions nor on that of nodes.
func Model(ctx context.Context, m *cover.Model, ev Evidence) (Result, error) {
	res, _, err := checkModel(ctx, m, ev)
	if err != nil {
		return Result{}, err
	}
	return res, nil
}

// checkModel is Model, and also returns the motions of the evidence. After an error the result is
// unfinished.
func checkModel(ctx context.Context, m *cover.Model, ev Evidence) (
	res Result, motions [][]int, err error,
) {
	m = &cover.Model{Items: m.Items, Options: m.Options, AddedItems: m.AddedItems}
	if err := m.Validate(); err != nil {
		return res, nil, err
	}
	if len(m.Items) > maxItems || len(m.Options) > maxOptions {
		return res, nil, errors.New(
			"check: the model has more items or options than the checker takes")
	}
	if ev.Symmetry != nil {
		if motions, err = readMotions(ctx, m, ev.Symmetry); err != nil {
			return res, nil, err
		}
		res.Motions = len(motions)
	}
	if ev.Solutions != nil {
		if err := checkSolutions(ctx, m, ev.Solutions, motions, &res); err != nil {
			return res, nil, err
		}
	}
	switch {
	case ev.Argument != nil && (ev.Tree != nil || ev.Layers != nil):
		return res, nil, refuseArgument("stands beside another proof")
	case ev.Argument != nil:
		err = checkArgument(ctx, m, ev.Argument, &res)
	case ev.Tree == nil && ev.Layers == nil:
		err = errors.New("check: there is no proof")
	}
	if err == nil && ev.Tree != nil {
		err = checkTree(ctx, m, ev.Tree, &res)
	}
	if err == nil && ev.Layers != nil {
		err = checkLayers(ctx, m, ev.Layers, ev.Limits, motions, &res)
	}
	if err == nil && motions != nil && res.Orbits == nil {
		err = &Refusal{symmetryFile, "end",
			"there is neither a list of solutions nor layers to count orbits with"}
	}
	return res, motions, err
}

// checkSolutions reads the list, checks that every solution is valid and greater than the one
// before it, and counts those that are the least of their images.
func checkSolutions(ctx context.Context, m *cover.Model, r io.Reader, motions [][]int,
	res *Result) error {
	in := newLines(solutionsFile, r, m)
	digester := m.Digester()
	var last, s cover.Solution
	var solutions, orbits int64
	for in.next() {
		var err error
		if s, err = in.numbers(s[:0], len(m.Options)); err != nil {
			return err
		}
		if err := m.Check(s); err != nil {
			return in.refuse("no solution: %v", err)
		}
		if solutions > 0 && slices.Compare(last, s) >= 0 {
			return in.refuse("not greater than the solution before it")
		}
		if motions != nil && s.Least(motions) {
			orbits++
		}
		solutions++
		res.Digest = res.Digest.Add(digester.Solution(s))
		last, s = s, last
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	res.Listed, res.Solutions = true, big.NewInt(solutions)
	if motions != nil {
		res.Orbits = big.NewInt(orbits)
	}
	return in.end()
}

// checkArgument checks an argument that there is no solution, and that none is listed.
func checkArgument(ctx context.Context, m *cover.Model, r io.Reader, res *Result) error {
	a, err := readArgument(r, m)
	if err != nil {
		return err
	}
	if err := a.Refutes(ctx, m); err != nil {
		return err
	}
	if res.Listed && res.Solutions.Sign() > 0 {
		return refuseArgument("refutes a model with solutions")
	}
	res.Solutions = new(big.Int)
	if res.Motions > 0 {
		res.Orbits = new(big.Int)
	}
	return nil
}

// checkTree replays the search tree.
func checkTree(ctx context.Context, m *cover.Model, r io.Reader, res *Result) error {
	t := &replay{m: m, tree: bufio.NewReader(r), covered: make([]int, len(m.Items))}
	if err := t.layOut(); err != nil {
		return err
	}
	found, err := t.run(ctx)
	res.Nodes = t.nodes
	switch n := big.NewInt(found); {
	case err != nil:
		return err
	case res.Solutions == nil:
		res.Solutions = n
	case n.Cmp(res.Solutions) != 0:
		return t.refuse("the tree has %v solutions, the list %v", n, res.Solutions)
	}
	return nil
}

// checkLayers counts the solutions again, and those that each motion fixes: by Burnside's lemma the
// orbits are as many as a motion fixes in the mean.
func checkLayers(
	ctx context.Context, m *cover.Model, r io.Reader, most Limits, motions [][]int, res *Result,
) error {
	if motions != nil && !slices.IsSorted(motions[0]) {
		return refuseLayers("the first motion is not the identity")
	}
	found, err := layers.Check(ctx, m, motions, r, layers.Limits(most))
	fault, excess := (*layers.Fault)(nil), (*layers.Excess)(nil)
	switch {
	case errors.As(err, &fault) && fault.Line > 0:
		return &Refusal{layersFile, fmt.Sprintf("line %d", fault.Line), fault.Message}
	case fault != nil:
		return refuseLayers("%s", fault.Message)
	case errors.As(err, &excess):
		text := layersFile + ": " + err.Error()
		return &Excess{Memory: excess.Memory, Limit: excess.Limit, text: text}
	case err != nil:
		return fmt.Errorf("%s: %w", layersFile, err)
	}
	n := found.Fixed[0]
	if res.Solutions != nil && res.Solutions.Cmp(n) != 0 {
		return refuseLayers("the layers have %v solutions, the list or the tree %v",
			n, res.Solutions)
	}
	res.Solutions, res.States, res.Largest, res.Steps = n, found.States, found.Largest, found.Steps
	res.Groups, res.Grouping = found.Groups, found.Grouping
	if motions == nil {
		return nil
	}
	fixed := new(big.Int)
	for _, n := range found.Fixed {
		fixed.Add(fixed, n)
	}
	orbits, rest := fixed.DivMod(fixed, big.NewInt(int64(len(motions))), new(big.Int))
	if rest.Sign() != 0 {
		return refuseLayers("the solutions that the motions fix do not make whole orbits")
	}
	if res.Orbits != nil && res.Orbits.Cmp(orbits) != 0 {
		return refuseLayers("the layers have %v orbits, the list %v", orbits, res.Orbits)
	}
	res.Orbits = orbits
	return nil
}

func refuseLayers(format string, args ...any) error {
	return &Refusal{layersFile, "end", fmt.Sprintf(format, args...)}
}

// Recount counts along the orders of a proof.layers, a text for the solutions of m and the motions,
// nil for none. It returns the words that the totals should have, each after a space; what the text
// has in their place does not matter. It returns nil if that takes more tests of options or bytes.
// The steps are those that a check takes, see [Limits].
func Recount(
	ctx context.Context, m *cover.Model, motions [][]int, text []byte, tests, bytes int64,
) (totals []string, steps int64, err error) {
	return layers.Recount(ctx, m, motions, text, tests, bytes)
}
