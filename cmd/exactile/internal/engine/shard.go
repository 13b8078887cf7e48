package engine

import (
	"strconv"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/encode/cover"
)

// MaxShards bounds N of --shard I/N: to find N shards takes about N restrictions of the model.
const MaxShards = 1 << 16

// ParseShard returns I, from 0, and N of the text "I/N".
func ParseShard(text string) (i, n int, err error) {
	index, of, _ := strings.Cut(text, "/")
	i, errI := strconv.Atoi(index)
	n, errN := strconv.Atoi(of)
	if errI != nil || errN != nil || i < 1 || n < i {
		return 0, 0, usage.Errorf("--shard %q: want I/N with I from 1 to N", text)
	}
	if n > MaxShards {
		return 0, 0, usage.Errorf("--shard %q: at most %d parts", text, MaxShards)
	}
	return i - 1, n, nil
}

// Shard returns part I of N of a model's solutions for the text "I/N", the whole for "".
// m.Restrict makes a model of a part, which other programs can read.
func Shard(text string, m *cover.Model) (cover.Shard, error) {
	if text == "" {
		return cover.Shard{}, nil
	}
	i, n, err := ParseShard(text)
	if err != nil {
		return cover.Shard{}, err
	}
	shards := m.Shards(n)
	if len(shards) < n {
		return cover.Shard{}, usage.Errorf("--shard %q: the puzzle can only be parted into %d",
			text, len(shards))
	}
	return shards[i], nil
}
