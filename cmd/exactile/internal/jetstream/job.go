package jetstream

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
)

// jobForm is the version of the JSON of jobs.
const jobForm = 1

// nameLength is the length of the names of jobs and versions, in hexadecimal digits.
const nameLength = 12

// nameOf is a hash of what a job counts: to submit the same again continues the job.
func nameOf(p *plan.Plan, puzzle []byte) string {
	return short(p.Digest() + "\n" + string(puzzle))
}

func short(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])[:nameLength]
}

// isName reports whether a text may be the name of a job, not a pattern of subjects.
func isName(text string) bool {
	return len(text) == nameLength && strings.Trim(text, "0123456789abcdef") == ""
}

// job reads a job.
func (s *Store) job(ctx context.Context, name string) (*network.Job, error) {
	data, err := s.text(ctx, name)
	if err != nil {
		return nil, err
	}
	return readJob(name, data)
}

// text returns a job as it is stored. It never queries a malformed name: that might be a pattern
// that all jobs match.
func (s *Store) text(ctx context.Context, name string) ([]byte, error) {
	if !isName(name) {
		return nil, fmt.Errorf("jetstream: %.40q: %w", name, network.ErrNoJob)
	}
	data, err := s.get(ctx, jobsStream, planSubject+name)
	if err == nil && data == nil {
		err = fmt.Errorf("jetstream: %s: %w", name, network.ErrNoJob)
	}
	return data, err
}

func readJob(name string, data []byte) (*network.Job, error) {
	j := network.Job{Name: name}
	err := unpack(data, &j)
	switch {
	case err != nil:
	case j.Form != jobForm:
		err = fmt.Errorf("%w: its form is %d, and this program's is %d", plan.ErrOther, j.Form, jobForm)
	case j.Plan == nil:
		err = errDamaged
	default:
		err = j.Plan.Sound()
	}
	if err != nil {
		return nil, fmt.Errorf("jetstream: job %s: %w", name, err)
	}
	return &j, nil
}
