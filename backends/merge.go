package backends

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// Merge adds the reports of the shards of one model. Every part of every split
// must be there exactly once. The error names the first part that is missing,
// double, or of another model.
//
// Counts, checked solutions, digests, times, nodes and conflicts add up; of sizes and
// memory the largest remains; the time of the first solution is lost. There is a
// digest only if every part has one. The result is complete if all parts are, with the
// weakest evidence of them, and an estimate if one is. Its backend names all backends
// of the parts, joined by commas.
func Merge(parts ...Report) (Report, error) {
	if len(parts) == 0 {
		return Report{}, errors.New("backends: no reports to merge")
	}
	paths := make([][]cover.Cut, len(parts))
	for k, part := range parts {
		if err := sameModel(parts[0], part); err != nil {
			return Report{}, err
		}
		paths[k] = part.Shard.Path
		if len(part.Shard.Path) == 0 && !isWhole(part.Shard) {
			return Report{}, errors.New("backends: a shard without a path cannot be merged")
		}
	}
	if err := partition(paths, ""); err != nil {
		return Report{}, err
	}
	return Sum(parts...), nil
}

// Sum adds reports as [Merge] does, one or more, without checking what they are parts of.
func Sum(parts ...Report) Report {
	whole := Report{
		Puzzle: parts[0].Puzzle, Fingerprint: parts[0].Fingerprint,
		UpToSymmetry: parts[0].UpToSymmetry, Want: parts[0].Want,
		Count: new(big.Int), Complete: true, Digest: new(cover.Digest),
	}
	var names, failures []string
	for _, part := range parts {
		whole.Count.Add(whole.Count, part.Count)
		whole.Complete = whole.Complete && part.Complete
		whole.Approximate = whole.Approximate || part.Approximate
		whole.Checked += part.Checked
		if part.Digest == nil {
			whole.Digest = nil
		} else if whole.Digest != nil {
			sum := whole.Digest.Add(*part.Digest)
			whole.Digest = &sum
		}
		whole.Elapsed += part.Elapsed
		whole.CPU += part.CPU
		whole.Memory = max(whole.Memory, part.Memory)
		whole.Stats.Add(part.Stats)
		names = append(names, part.Backend)
		if part.Error != "" {
			failures = append(failures, part.Error)
		}
	}
	slices.Sort(names)
	whole.Backend = strings.Join(slices.Compact(names), ",")
	whole.Error = strings.Join(failures, "; ")
	whole.RestOn(parts...)
	return whole
}

// sameModel returns an error unless two reports count the same thing.
func sameModel(a, b Report) error {
	switch {
	case a.Count == nil || b.Count == nil:
		return errors.New("backends: a report without a count cannot be merged")
	case a.Fingerprint != b.Fingerprint:
		return fmt.Errorf("backends: reports of different models: %s is %s, %s is %s",
			a.Puzzle, a.Fingerprint, b.Puzzle, b.Fingerprint)
	case a.UpToSymmetry != b.UpToSymmetry:
		return fmt.Errorf("backends: one report of %s counts solutions, another counts orbits",
			a.Puzzle)
	}
	return nil
}

// partition returns nil if the paths, all within one part, divide it: either one path ends
// here, or all begin with the same cut, each of its parts occurs, and the paths of each
// part divide that. within is the name of the part, for the error.
func partition(paths [][]cover.Cut, within string) error {
	ended := 0
	for _, path := range paths {
		if len(path) == 0 {
			ended++
		}
	}
	switch {
	case ended == 1 && len(paths) == 1:
		return nil
	case ended > 1:
		return fmt.Errorf("backends: %s is there %d times", partName(within), ended)
	case ended == 1:
		return fmt.Errorf("backends: %s is there as a whole and in parts", partName(within))
	}
	first := paths[0][0]
	groups := make(map[int][][]cover.Cut)
	for _, path := range paths {
		cut := path[0]
		switch {
		case cut.Item != first.Item || cut.Of != first.Of:
			return fmt.Errorf("backends: %s is split in two ways: by item %d into %d parts and by item %d into %d",
				partName(within), first.Item, first.Of, cut.Item, cut.Of)
		case cut.Index < 0 || cut.Index >= cut.Of:
			return fmt.Errorf("backends: there is no part %d of %d of %s",
				cut.Index, cut.Of, partName(within))
		}
		groups[cut.Index] = append(groups[cut.Index], path[1:])
	}
	for index := range first.Of {
		name := fmt.Sprintf("%d/%d of item %d", index, first.Of, first.Item)
		if within != "" {
			name = within + ", " + name
		}
		if len(groups[index]) == 0 {
			return fmt.Errorf("backends: %s is missing", partName(name))
		}
		if err := partition(groups[index], name); err != nil {
			return err
		}
	}
	return nil
}

func partName(within string) string {
	if within == "" {
		return "the whole"
	}
	return "part " + within
}
