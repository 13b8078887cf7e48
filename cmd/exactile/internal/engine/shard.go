package engine

import (
	"strconv"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/encode/cover"
)

// MaxShards bounds N of --shard I/N: each is found by restricting the model.
const MaxShards = 1 << 16

// Shard returns part I of N of a model for the text "I/N", the whole for "".
func Shard(text string, m *cover.Model) (cover.Shard, error) {
	if text == "" {
		return cover.Shard{}, nil
	}
	index, of, _ := strings.Cut(text, "/")
	i, errI := strconv.Atoi(index)
	n, errN := strconv.Atoi(of)
	if errI != nil || errN != nil || i < 1 || n < i {
		return cover.Shard{}, usage.Errorf("--shard %q: want I/N with I from 1 to N", text)
	}
	if n > MaxShards {
		return cover.Shard{}, usage.Errorf("--shard %q: at most %d parts", text, MaxShards)
	}
	shards := m.Shards(n)
	if len(shards) < n {
		return cover.Shard{}, usage.Errorf("--shard %q: the puzzle can only be parted into %d",
			text, len(shards))
	}
	return shards[i-1], nil
}
