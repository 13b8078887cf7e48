package main

import (
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// maxShards bounds N of --shard I/N: each is found by restricting the model.
const maxShards = 1 << 16

// parseShard returns part I of N of a model for the text "I/N", the whole for "".
func parseShard(text string, m *cover.Model) (cover.Shard, error) {
	if text == "" {
		return cover.Shard{}, nil
	}
	index, of, _ := strings.Cut(text, "/")
	i, errI := strconv.Atoi(index)
	n, errN := strconv.Atoi(of)
	if errI != nil || errN != nil || i < 1 || n < i {
		return cover.Shard{}, usage("--shard %q: want I/N with I from 1 to N", text)
	}
	if n > maxShards {
		return cover.Shard{}, usage("--shard %q: at most %d parts", text, maxShards)
	}
	shards := m.Shards(n)
	if len(shards) < n {
		return cover.Shard{}, usage("--shard %q: the puzzle can only be parted into %d", text, len(shards))
	}
	return shards[i-1], nil
}
