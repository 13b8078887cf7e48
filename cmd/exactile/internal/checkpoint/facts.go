package checkpoint

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
)

// A Fact is something about a job that must be the same for the job to be resumed. Its name
// is how the error message refers to it.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// ErrOther is wrapped by the error for a checkpoint of another job.
var ErrOther = errors.New("the checkpoint is of another run")

// taskFacts are the facts that follow from the task and the model. cover.Model.Fingerprint is
// not enough to name the model: it does not depend on the numbers of options, and units and
// the order of solutions do.
func taskFacts(m *cover.Model, task backends.Task) []Fact {
	text, err := json.Marshal(m)
	if err != nil {
		panic(err) // strings and integers always marshal
	}
	return []Fact{
		{"model", "sha256:" + digestOf(text)},
		{"backend", task.Backend},
		{"up to symmetry", fmt.Sprint(task.UpToSymmetry)},
		{"list", fmt.Sprint(task.List)},
	}
}

// digestOf is the SHA-256 of a text in hexadecimal.
func digestOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// sameFacts returns nil if a checkpoint is of the job with the wanted facts.
func sameFacts(file string, have, want []Fact) error {
	for k, w := range want {
		switch {
		case k >= len(have) || have[k].Name != w.Name:
			return fmt.Errorf("checkpoint: %s: %w: it has no %s, which this run has",
				file, ErrOther, w.Name)
		case have[k].Value != w.Value:
			return fmt.Errorf("checkpoint: %s: %w: its %s is %s, this run's is %s; remove it to "+
				"start again, or name another file",
				file, ErrOther, w.Name, have[k].Value, w.Value)
		}
	}
	if len(have) > len(want) {
		return fmt.Errorf("checkpoint: %s: %w: it has a %s, which this run has not",
			file, ErrOther, have[len(want)].Name)
	}
	return nil
}
