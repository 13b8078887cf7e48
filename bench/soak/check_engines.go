package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// bruteForce compares the simple search with one that knows no more than what a
// solution is: it takes or leaves one option after the other, and gives up only
// where an item has too much.
func bruteForce(s *subject) error { return againstBruteForce(s.Model, s.solutions) }

func againstBruteForce(m *cover.Model, solutions []cover.Solution) error {
	const most = 16 // options
	if len(m.Options) > most {
		return nil
	}
	covered := make([]int, len(m.Items))
	var chosen cover.Solution
	var all []cover.Solution
	var try func(o int)
	try = func(o int) {
		if o == len(m.Options) {
			for i, it := range m.Items {
				if covered[i] < it.Min {
					return
				}
			}
			all = append(all, slices.Clone(chosen))
			return
		}
		room := true
		for _, i := range m.Options[o] {
			covered[i]++
			room = room && covered[i] <= m.Items[i].Max
		}
		if chosen = append(chosen, o); room {
			try(o + 1)
		}
		chosen = chosen[:len(chosen)-1]
		for _, i := range m.Options[o] {
			covered[i]--
		}
		try(o + 1)
	}
	try(0)
	slices.SortFunc(all, func(a, b cover.Solution) int { return slices.Compare(a, b) })
	if !slices.EqualFunc(all, solutions, slices.Equal[cover.Solution]) {
		return fmt.Errorf("native/plain: %d solutions %v, want %d %v", len(solutions), solutions, len(all), all)
	}
	return nil
}

// same compares what a backend lists with the subject's solutions.
func (s *subject) same(b backend) error {
	got, err := s.list(b, s.Model, len(s.solutions)+1)
	if err != nil {
		return err
	}
	for _, sol := range got {
		if s.find(sol) < 0 {
			return fmt.Errorf("lists %v, which is not among the %d solutions", sol, len(s.solutions))
		}
	}
	if len(got) < len(s.solutions) {
		lost := slices.IndexFunc(s.solutions, func(sol cover.Solution) bool {
			return !slices.ContainsFunc(got, func(other cover.Solution) bool { return slices.Equal(sol, other) })
		})
		return fmt.Errorf("lists %d solutions, want %d; %v is lost", len(got), len(s.solutions), s.solutions[lost])
	}
	return nil
}

func nativeLists(s *subject) error { return s.same(native.Searcher{}) }

func nativeCounts(s *subject) error { return s.counts(native.Searcher{}) }

func (s *subject) counts(b backends.Counter) error {
	n, err := b.Count(s.ctx, s.Model)
	if err != nil {
		return err
	}
	return s.sameCount("counting", int(n.Int64()))
}

func nativeSwitches(s *subject) error {
	b := switched(s).(native.Searcher)
	if s.rand.IntN(2) == 0 {
		return s.counts(b)
	}
	return s.same(b)
}

func nativeRule(s *subject) error {
	b := pruned(s)
	if err := s.counts(b); err != nil {
		return err
	}
	return s.same(b)
}

// nativeWorkers checks that the order of solutions does not depend on how many
// workers look for them.
func nativeWorkers(s *subject) error {
	var before []cover.Solution
	endings := s.rand.IntN(20)
	for workers := range 3 {
		var all []cover.Solution
		// A forced search is cut into tasks, however short it is.
		b := native.Searcher{Workers: workers + 1, Progress: func(float64) {}}.Forced(native.Choice{Spacing: -1, Completions: endings})
		for sol, err := range b.Solutions(s.ctx, s.Model) {
			if err != nil {
				return err
			}
			all = append(all, sol)
		}
		if workers > 0 && !slices.EqualFunc(all, before, slices.Equal[cover.Solution]) {
			return fmt.Errorf("%d workers list %v, fewer %v", workers+1, all, before)
		}
		before = all
	}
	return s.sameCount("several workers", len(before))
}

// pick returns a contender that is asked for so many solutions.
func (s *subject) pick() contender {
	for {
		c := s.contenders[s.rand.IntN(len(s.contenders))]
		if c.most == 0 || len(s.solutions) <= c.most {
			return c
		}
	}
}

func anyContender(s *subject) error {
	c := s.pick()
	if err := s.same(c.new(s)); err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return nil
}

// shards adds up the reports of the parts of a model, each by another contender.
func shards(s *subject) error {
	var parts []backends.Report
	for _, shard := range s.Model.Shards(2 + s.rand.IntN(4)) {
		c := s.pick()
		r, err := s.run(c.new(s), backends.Task{List: true, Shard: shard, Backend: c.name})
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		parts = append(parts, r)
	}
	all, err := backends.Merge(parts...)
	switch {
	case err != nil:
		return err
	case !all.Complete || *all.Digest != s.digest:
		return fmt.Errorf("the shards, by %s, have another digest (complete: %t)", all.Backend, all.Complete)
	}
	return s.sameCount("the shards, by "+all.Backend, int(all.Count.Int64()))
}

func (s *subject) run(b backend, task backends.Task) (backends.Report, error) {
	return backends.Run(s.ctx, b, s.Model, task)
}

// split compares the parts of a split with what the definition says of the listed
// solutions: part j are those whose lowest option of the item is the j-th.
func split(s *subject) error {
	if len(s.Items) == 0 {
		return nil
	}
	item := s.rand.IntN(len(s.Items))
	sum := 0
	for n, shard := range s.Model.Split(item) {
		part := s.Model.Restrict(shard)
		all, err := s.list(native.Plain{}, part, 0)
		if err != nil {
			return err
		}
		want := 0
		for _, sol := range s.solutions {
			if inShard(sol, shard) {
				want++
			}
		}
		if len(all) != want {
			return fmt.Errorf("part %d of the split of item %s has %d solutions, want %d", n, s.Items[item].Name, len(all), want)
		}
		sum += want
	}
	return s.sameCount("the split of item "+s.Items[item].Name, sum)
}

func inShard(sol cover.Solution, shard cover.Shard) bool {
	for _, o := range shard.Take {
		if _, in := slices.BinarySearch(sol, o); !in {
			return false
		}
	}
	for _, o := range shard.Drop {
		if _, in := slices.BinarySearch(sol, o); in {
			return false
		}
	}
	return true
}

// report checks what a Report says of whole and limited runs.
func report(s *subject) error {
	limit := int64(1 + s.rand.IntN(4))
	whole, err := s.run(native.Searcher{}, backends.Task{List: true})
	if err != nil {
		return err
	}
	if !whole.Complete || whole.Checked != int64(len(s.solutions)) || *whole.Digest != s.digest {
		return fmt.Errorf("the report of a listing says complete %t, checked %d, digest %v; want %d, %v",
			whole.Complete, whole.Checked, whole.Digest, len(s.solutions), s.digest)
	}
	part, err := s.run(native.Searcher{}, backends.Task{Limit: limit})
	if err != nil {
		return err
	}
	if want := min(limit, int64(len(s.solutions))); part.Count.Int64() != want || part.Complete != (int64(len(s.solutions)) < limit) && int64(len(s.solutions)) != limit {
		return fmt.Errorf("with the limit %d of %d solutions a report says %v, complete: %t", limit, len(s.solutions), part.Count, part.Complete)
	}
	ctx, cancel := context.WithCancel(s.ctx)
	cancel()
	if n, err := backends.Count(ctx, native.Searcher{}, s.Model); err != context.Canceled {
		return fmt.Errorf("counting after the end of its context gives %v, %v", n, err)
	}
	return s.sameCount("a report", int(whole.Count.Int64()))
}

// digests checks that a set of solutions shows in its digest: no two solutions have
// the same one, nor has what is left of the set without one, with one twice, or with
// one in the place of another; and that nobody can tell who added what first.
func digests(s *subject) error {
	d := cover.NewDigester(s.Model)
	seen := map[cover.Digest]cover.Solution{{}: nil}
	var sum cover.Digest
	for n := len(s.solutions) - 1; n >= 0; n-- {
		one := d.Solution(s.solutions[n])
		if other, twice := seen[one]; twice {
			return fmt.Errorf("the digest of %v is that of %v", s.solutions[n], other)
		}
		seen[one] = s.solutions[n]
		sum = sum.Add(one)
	}
	if sum != s.digest {
		return fmt.Errorf("the digests add up to %v in one order and to %v in another", s.digest, sum)
	}
	again, err := cover.ParseDigest(sum.String())
	if err != nil || again != sum {
		return fmt.Errorf("%v is read as %v, %v", sum, again, err)
	}
	return nil
}

// difference checks the questions that are asked of one or two backends: is there a
// solution, and which one has only one of them.
func difference(s *subject) error {
	a, b := s.pick(), s.pick()
	sol, ok, err := backends.First(s.ctx, a.new(s), s.Model)
	if err != nil {
		return fmt.Errorf("%s: %w", a.name, err)
	}
	if ok != (len(s.solutions) > 0) || ok && s.find(sol) < 0 {
		return fmt.Errorf("%s: the first of %d solutions is %v, %t", a.name, len(s.solutions), sol, ok)
	}
	loss, err := backends.Difference(s.ctx, a.new(s), b.new(s), s.Model)
	if err != nil {
		return fmt.Errorf("%s, %s: %w", a.name, b.name, err)
	}
	if loss != nil {
		return fmt.Errorf("%s and %s differ by %+v", a.name, b.name, *loss)
	}
	return nil
}
