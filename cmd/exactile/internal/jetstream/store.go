package jetstream

import (
	"context"
	"errors"
	"time"

	js "github.com/nats-io/nats.go/jetstream"
)

const (
	jobsStream = "EXACTILE_JOBS"
	doneStream = "EXACTILE_DONE"
	workStream = "EXACTILE_WORK"

	planSubject  = "exactile.plan."
	stateSubject = "exactile.state."
	aliveSubject = "exactile.alive."
	doneSubject  = "exactile.done."
	auditSubject = "exactile.audit."
	workSubject  = "exactile.work."
	beatSubject  = "exactile.beat."
	faultSubject = "exactile.fault."

	// The limits of the streams in bytes: room for some hundred thousand units.
	jobsBytes = 128 << 20
	doneBytes = 512 << 20
	workBytes = 128 << 20
)

// streams are the streams that this package makes.
func streams(replicas int) []js.StreamConfig {
	all := []js.StreamConfig{{
		Name: jobsStream, Subjects: []string{planSubject + "*", stateSubject + "*", aliveSubject + "*"},
		MaxBytes: jobsBytes, Description: "exactile: counts and their plans",
	}, {
		Name: doneStream, Subjects: []string{doneSubject + "*.*", auditSubject + "*.*"},
		MaxBytes: doneBytes, DiscardNewPerSubject: true, Description: "exactile: what units came to",
	}, {
		Name: workStream, Subjects: []string{workSubject + "*.*.*"}, Retention: js.WorkQueuePolicy,
		MaxBytes: workBytes, DiscardNewPerSubject: true, Description: "exactile: units to do",
	}}
	for k := range all {
		all[k].MaxMsgsPerSubject, all[k].Discard = 1, js.DiscardNew
		all[k].Storage, all[k].Replicas = js.FileStorage, replicas
		all[k].Duplicates = time.Second // nothing depends on it
	}
	return all
}

// prepare makes the missing streams. Workers never call it: they must not make a wiped store look
// like a new one.
func (s *Store) prepare(ctx context.Context) error {
	const many = 3
	replicas := 1
	if s.nc.ConnectedClusterName() != "" {
		replicas = many
	}
	configs := streams(replicas)
	for k := range configs {
		err := insist(ctx, s.patience, "make the stream "+configs[k].Name, func(ctx context.Context) error {
			_, err := s.js.Stream(ctx, configs[k].Name)
			if errors.Is(err, js.ErrStreamNotFound) {
				_, err = s.js.CreateStream(ctx, configs[k])
			}
			switch code(err) {
			case noReplicas:
				configs[k].Replicas = 1
			case nameInUse:
				return nil
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// first writes a message if its subject is empty, and reports whether it was. The write is repeated
// until that is known: a write without an answer may be stored all the same.
func (s *Store) first(ctx context.Context, stream, subject string, data []byte) (was bool, err error) {
	err = insist(ctx, s.patience, "write "+subject, func(ctx context.Context) error {
		_, err := s.js.Publish(ctx, subject, data, js.WithExpectLastSequencePerSubject(0),
			js.WithExpectStream(stream), js.WithRetryAttempts(0))
		was = err == nil
		if isThere(err) {
			return nil
		}
		return err
	})
	return was, err
}

// put writes a message in place of the present one on its subject.
func (s *Store) put(ctx context.Context, subject string, data []byte) error {
	return insist(ctx, s.patience, "write "+subject, func(ctx context.Context) error {
		_, err := s.js.Publish(ctx, subject, data, js.WithExpectStream(jobsStream), js.WithRetryAttempts(0))
		return err
	})
}

// get reads the message on a subject from the leader of a stream, nil if there is none.
func (s *Store) get(ctx context.Context, stream, subject string) (data []byte, err error) {
	err = s.reading(ctx, stream, func(ctx context.Context, from js.Stream) error {
		m, err := from.GetLastMsgForSubject(ctx, subject)
		if err == nil {
			data = m.Data
		}
		return err
	})
	return data, err
}

// next reads from the leader of a stream the first message on some subjects whose sequence number
// is at least from, nil if there is none.
func (s *Store) next(
	ctx context.Context, stream, subjects string, from uint64,
) (m *js.RawStreamMsg, err error) {
	err = s.reading(ctx, stream, func(ctx context.Context, of js.Stream) (err error) {
		m, err = of.GetMsg(ctx, max(1, from), js.WithGetMsgSubject(subjects))
		return err
	})
	return m, err
}

// reading reads from a stream. A missing message is no error.
func (s *Store) reading(
	ctx context.Context, stream string, read func(context.Context, js.Stream) error,
) error {
	return insist(ctx, s.patience, "read "+stream, func(ctx context.Context) error {
		of, err := s.stream(ctx, stream)
		if err == nil {
			err = read(ctx, of)
		}
		if errors.Is(err, js.ErrMsgNotFound) {
			return nil
		}
		return err
	})
}

// purge removes the messages on some subjects of a stream.
func (s *Store) purge(ctx context.Context, stream, subjects string) error {
	return insist(ctx, s.patience, "remove "+subjects, func(ctx context.Context) error {
		of, err := s.stream(ctx, stream)
		if err == nil {
			err = of.Purge(ctx, js.WithPurgeSubject(subjects))
		}
		return err
	})
}

// stream returns the handle of an existing stream.
func (s *Store) stream(ctx context.Context, name string) (js.Stream, error) {
	if of, ok := s.handles.Load(name); ok {
		return of.(js.Stream), nil
	}
	of, err := s.js.Stream(ctx, name)
	if err == nil {
		s.handles.Store(name, of)
	}
	return of, err
}
