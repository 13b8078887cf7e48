package soak_test

import (
	"context"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// bruteForce compares the simple search with one that uses only the definition
// of a solution: it takes or leaves one option after the other, and gives up
// only if an item has too much.
func bruteForce(s *subject) { againstBruteForce(s.Model, s.solutions) }

func againstBruteForce(m *cover.Model, solutions []cover.Solution) {
	const most = 16 // options
	if len(m.Options) > most {
		return
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
	slices.SortFunc(all, slices.Compare[cover.Solution])
	if !equal(all, solutions) {
		fail("native/plain: %d solutions %v, want %d %v", len(solutions), solutions, len(all), all)
	}
}

func nativeLists(s *subject) { s.lists(native.Searcher{}, s.Model, s.solutions) }

func nativeCounts(s *subject) { s.counts(native.Searcher{}, s.Model, len(s.solutions)) }

func nativeSwitches(s *subject) {
	if b := switched(s); s.rand.IntN(2) == 0 {
		s.counts(b, s.Model, len(s.solutions))
	} else {
		s.lists(b, s.Model, s.solutions)
	}
}

func nativeRule(s *subject) {
	s.counts(pruned(s), s.Model, len(s.solutions))
	s.lists(pruned(s), s.Model, s.solutions)
}

// nativeWorkers checks that the order of solutions does not depend on the
// number of workers.
func nativeWorkers(s *subject) {
	var before []cover.Solution
	for workers := range 3 {
		var all []cover.Solution
		// A search that reports progress is split into tasks, however short it is.
		b, err := native.Searcher{Workers: workers + 1, Progress: func(float64) {}}.Forced("merge=off")
		must(err)
		for sol, err := range b.Solutions(s.ctx, s.Model) {
			must(err)
			all = append(all, sol)
		}
		if workers > 0 && !equal(all, before) {
			fail("%d workers list %v, fewer %v", workers+1, all, before)
		}
		before = all
	}
	same("several workers", len(before), len(s.solutions))
}

// wholeFormula lists the models of the formula that knows no reduction and no symmetry, by any encoding.
func wholeFormula(s *subject) {
	names := encode.Names()
	s.who = "allsat/" + names[s.rand.IntN(len(names))]
	s.lists(value(registry.Lookup(s.who, registry.Options{})), s.Model, s.solutions)
}

func anyContender(s *subject) { s.lists(s.pick(len(s.solutions)), s.Model, s.solutions) }

// shards adds up the reports of the parts of a model, each by another contender.
func shards(s *subject) {
	var parts []backends.Report
	for _, shard := range s.Model.Shards(2 + s.rand.IntN(4)) {
		b := s.pick(len(s.solutions))
		parts = append(parts, value(backends.Run(s.ctx, b, s.Model.Restrict(shard), backends.Task{List: true, Backend: s.who})))
	}
	all := backends.Sum(parts...)
	s.who = all.Backend
	if !all.Complete || *all.Digest != s.digest {
		fail("the shards have another digest (complete: %t)", all.Complete)
	}
	same("the shards", int(all.Count.Int64()), len(s.solutions))
}

// units plans a count, splits some units, and lists each by another contender: the
// solutions of a unit must be those that the plan puts into it.
func units(s *subject) {
	planner := s.pick(len(s.solutions))
	if s.rand.IntN(2) == 0 {
		planner = native.Searcher{NoSymmetry: s.rand.IntN(2) == 0}
	}
	task := backends.Task{List: s.rand.IntN(2) == 0, UpToSymmetry: s.rand.IntN(3) == 0, Backend: s.who}
	p, _, err := plan.New(s.ctx, planner, s.Model, plan.Request{Task: task, Units: 1 + s.rand.IntN(5)})
	must(err)
	p.Fan = 2 + s.rand.IntN(2)
	var records []plan.Record
	for open := p.All(); len(open) > 0; {
		u := open[0]
		job := value(p.Job(switched(s), s.Model, ""))
		if open = open[1:]; p.Splits(u) && s.rand.IntN(4) == 0 {
			parts, ok, err := job.Split(s.ctx, u)
			if must(err); ok {
				records = append(records, parts)
				open = append(open, u.Split(parts.Split)...)
				continue
			}
		}
		want := s.with(func(sol cover.Solution) bool { return job.Holds(u, sol) })
		s.lists(job.Part(u), s.Model, want)
		record := value(job.Run(s.ctx, u))
		if p.Symmetries == 0 && !task.UpToSymmetry {
			same("unit "+u.String(), int(record.Report.Count.Int64()), len(want))
		}
		records = append(records, record)
	}
	all := value(p.Merge(records...)).Report
	want := len(s.solutions)
	if task.UpToSymmetry {
		want = int(value(backends.CountOrbits(s.ctx, native.Searcher{}, s.Model)).Int64())
	}
	same("all units", int(all.Count.Int64()), want)
}

// split compares the parts of a split with those that the definition makes of the
// listed solutions: part j is those whose lowest option of the item is the j-th.
func split(s *subject) {
	if len(s.Items) == 0 {
		return
	}
	item, sum := s.rand.IntN(len(s.Items)), 0
	for _, shard := range s.Model.Split(item) {
		want := s.with(func(sol cover.Solution) bool {
			missing := func(o int) bool { return !slices.Contains(sol, o) }
			there := func(o int) bool { return slices.Contains(sol, o) }
			return !slices.ContainsFunc(shard.Take, missing) &&
				!slices.ContainsFunc(shard.Drop, there)
		})
		s.lists(s.pick(len(want)), s.Model.Restrict(shard), want)
		sum += len(want)
	}
	same("the split of item "+s.Items[item].Name, sum, len(s.solutions))
}

// report checks the Reports of whole and limited runs.
func report(s *subject) {
	whole := s.run(native.Searcher{}, backends.Task{List: true})
	if !whole.Complete || whole.Checked != int64(len(s.solutions)) || *whole.Digest != s.digest {
		fail("the report of a listing says complete %t, checked %d, digest %v; want %d, %v",
			whole.Complete, whole.Checked, whole.Digest, len(s.solutions), s.digest)
	}
	same("a report", int(whole.Count.Int64()), len(s.solutions))
	limit, n := int64(1+s.rand.IntN(4)), int64(len(s.solutions))
	part := s.run(native.Searcher{}, backends.Task{Limit: limit})
	// If there are just as many solutions as the limit, a search may or may not know it is done.
	if part.Count.Int64() != min(limit, n) || part.Complete != (n < limit) && n != limit {
		fail("with the limit %d of %d solutions a report says %v, complete: %t", limit, n,
			part.Count, part.Complete)
	}
	ctx, cancel := context.WithCancel(s.ctx)
	cancel()
	if n, err := backends.Count(ctx, native.Searcher{}, s.Model); err != context.Canceled {
		fail("counting after the end of its context gives %v, %v", n, err)
	}
}

// digests checks that a digest identifies a set of solutions: no two solutions have
// the same one, and the order in which they are added does not matter.
func digests(s *subject) {
	d := s.Model.Digester()
	seen := map[cover.Digest]cover.Solution{{}: nil}
	var sum cover.Digest
	for n := len(s.solutions) - 1; n >= 0; n-- {
		one := d.Solution(s.solutions[n])
		if other, twice := seen[one]; twice {
			fail("the digest of %v is that of %v", s.solutions[n], other)
		}
		seen[one] = s.solutions[n]
		sum = sum.Add(one)
	}
	if sum != s.digest {
		fail("the digests add up to %v in one order and to %v in another", s.digest, sum)
	}
	if again, err := cover.ParseDigest(sum.String()); err != nil || again != sum {
		fail("%v is read as %v, %v", sum, again, err)
	}
}

// difference checks the queries about one or two backends: whether there is a
// solution, and which one only one of them has.
func difference(s *subject) {
	a := s.pick(len(s.solutions))
	sol, ok, err := backends.First(s.ctx, a, s.Model)
	must(err)
	if ok != (len(s.solutions) > 0) || ok && s.find(sol) < 0 {
		fail("the first of %d solutions is %v, %t", len(s.solutions), sol, ok)
	}
	first := s.who
	b := s.pick(len(s.solutions))
	s.who = first + ", " + s.who
	if loss := value(backends.Difference(s.ctx, a, b, s.Model)); loss != nil {
		fail("they differ by %+v", *loss)
	}
}
