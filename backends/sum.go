package backends

import (
	"math/big"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// Sum adds the reports of parts of one model, one or more, that have no solution in common;
// package plan knows which belong together.
//
// Counts, checked solutions, digests, times, nodes and conflicts add up; of sizes and
// memory the largest remains; the time of the first solution is lost. There is a
// digest only if every part has one. The result is complete if all parts are, with the
// weakest evidence of them, and an estimate if one is. Its backend names all backends
// of the parts, joined by commas.
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
