package jetstream

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"
)

const (
	// retryFor is how long a failing request is repeated before it is an error: longer than three
	// servers need for an election.
	retryFor = 20 * time.Second
	// dialTimeout is how long a server may be out of reach when one connects: it may be about to
	// start, or its address may be misspelt.
	dialTimeout = 5 * time.Second
	// requestTimeout is how long one request may take.
	requestTimeout = 5 * time.Second
	// lease is how long a worker may be silent before its unit is given to another.
	lease = 30 * time.Second
	// maxToken bounds the file of a token.
	maxToken = 4096
)

// A Store is a connection to the streams of a NATS. Several goroutines may use it at once.
type Store struct {
	nc              *nats.Conn
	js              js.JetStream
	retryFor, lease time.Duration
	handles         sync.Map // of streams, by their names
}

// dial connects to a NATS, which may be out of reach for the time within.
func dial(ctx context.Context, a network.Access, within time.Duration) (*Store, error) {
	options := []nats.Option{
		nats.Name("exactile"), nats.Timeout(requestTimeout), nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond),
		nats.ReconnectJitter(250*time.Millisecond, 250*time.Millisecond),
		nats.PingInterval(requestTimeout), nats.MaxPingsOutstanding(2),
		// To publish without a connection fails; the message is not kept for later.
		nats.ReconnectBufSize(-1),
	}
	if a.TokenFile != "" {
		token, err := readToken(a.TokenFile)
		if err != nil {
			return nil, err
		}
		options = append(options, nats.Token(token))
	}
	if a.CredsFile != "" {
		options = append(options, nats.UserCredentials(a.CredsFile))
	}
	if a.CAFile != "" {
		options = append(options, nats.RootCAs(a.CAFile))
	}
	s := &Store{retryFor: retryFor, lease: lease}
	err := retry(ctx, within, "connect to "+network.Redacted(a.URL),
		func(context.Context) (err error) {
			s.nc, err = nats.Connect(a.URL, options...)
			return err
		})
	if err == nil {
		s.js, err = js.New(s.nc, js.WithDefaultTimeout(requestTimeout),
			js.WithPublishAsyncTimeout(requestTimeout))
	}
	return s, err
}

// Close sends what is still buffered and ends the connection.
func (s *Store) Close() {
	_ = s.nc.FlushTimeout(time.Second / 2)
	s.nc.Close()
}

// readToken reads a token from a file.
func readToken(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxToken {
		return "", fmt.Errorf("%s: it holds no token", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if token == "" || strings.ContainsAny(token, " \t\r\n") {
		return "", fmt.Errorf("%s: it holds no token", path)
	}
	return token, nil
}

// retry repeats a request until it succeeds, its time is over, it fails in a way that cannot
// change, or ctx ends.
func retry(
	ctx context.Context, within time.Duration, what string, try func(context.Context) error,
) error {
	const first, most = 50 * time.Millisecond, time.Second
	start := time.Now()
	for wait := first; ; wait = min(2*wait, most) {
		once, cancel := context.WithTimeout(ctx, min(requestTimeout, within))
		err := try(once)
		cancel()
		tried := time.Since(start)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case permanent(err, tried):
			return fmt.Errorf("jetstream: %s: %w", what, withAdvice(err))
		case tried > within:
			return fmt.Errorf("jetstream: %s: tried for %v: %w", what, within, withAdvice(err))
		}
		if pause(ctx, wait); ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// missingGrace is how long a stream may seem to be missing, as while servers start.
const missingGrace = 4 * time.Second

// permanent reports whether to stop repeating a request that has failed with err for the time
// tried.
func permanent(err error, tried time.Duration) bool {
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrMaxPayload),
		errors.Is(err, nats.ErrPermissionViolation), errors.Is(err, js.ErrMsgNotFound),
		noSpace(err),
		errors.Is(err, errDamaged), errors.Is(err, js.ErrInvalidOption), badCertificate(err):
		return true
	case errors.Is(err, js.ErrStreamNotFound), errors.Is(err, js.ErrJetStreamNotEnabled),
		errors.Is(err, js.ErrJetStreamNotEnabledForAccount):
		return tried > missingGrace
	}
	var fatal *os.PathError
	return errors.As(err, &fatal)
}

// badCertificate reports whether the certificate of a server is not valid.
func badCertificate(err error) bool {
	var bad *tls.CertificateVerificationError
	return errors.As(err, &bad) || strings.Contains(err.Error(), "x509: ")
}

// withAdvice adds to an error of NATS its probable cause, for people.
func withAdvice(err error) error {
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("%w: check --token or --nats-creds", err)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout):
		return fmt.Errorf("no answer (%w): the server's disk may be full, or most servers are down",
			err)
	case errors.Is(err, nats.ErrReconnectBufExceeded):
		return errors.New("no connection: the server is down, or stopped because its disk is full")
	case badCertificate(err):
		return fmt.Errorf("%w: check --nats-ca", err)
	case errors.Is(err, js.ErrStreamNotFound):
		return fmt.Errorf("%w: nothing was submitted there, or the store was deleted", err)
	case errors.Is(err, js.ErrNoStreamResponse), errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("%w: the streams were deleted, or most servers are down", err)
	}
	return err
}

const (
	jobsStream = "EXACTILE_JOBS"
	doneStream = "EXACTILE_DONE"
	workStream = "EXACTILE_WORK"

	planSubject       = "exactile.plan."
	stateSubject      = "exactile.state."
	heartbeatSubject  = "exactile.alive."
	doneSubject       = "exactile.done."
	auditSubject      = "exactile.audit."
	workSubject       = "exactile.work."
	workerBeatSubject = "exactile.beat."
	faultSubject      = "exactile.fault."

	// The limits of the streams in bytes: room for some hundred thousand units.
	jobsBytes = 128 << 20
	doneBytes = 512 << 20
	workBytes = 128 << 20
)

// streams are the streams that this package makes.
func streams(replicas int) []js.StreamConfig {
	all := []js.StreamConfig{{
		Name: jobsStream, Subjects: []string{planSubject + "*", stateSubject + "*",
			heartbeatSubject + "*"},
		MaxBytes: jobsBytes, Description: "exactile: counts and their plans",
	}, {
		Name: doneStream, Subjects: []string{doneSubject + "*.*", auditSubject + "*.*"},
		MaxBytes: doneBytes, DiscardNewPerSubject: true,
		Description: "exactile: what units came to",
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
		err := retry(ctx, s.retryFor, "make the stream "+configs[k].Name,
			func(ctx context.Context) error {
				_, err := s.js.Stream(ctx, configs[k].Name)
				if errors.Is(err, js.ErrStreamNotFound) {
					_, err = s.js.CreateStream(ctx, configs[k])
				}
				switch errorCode(err) {
				case noReplicas:
					configs[k].Replicas = 1
				case js.JSErrCodeStreamNameInUse:
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

// create writes a message if its subject is empty, and reports whether it was. The write is
// repeated until that is known: a write without an answer may be stored all the same.
func (s *Store) create(
	ctx context.Context, stream, subject string, data []byte,
) (was bool, err error) {
	err = retry(ctx, s.retryFor, "write "+subject, func(ctx context.Context) error {
		_, err := s.js.Publish(ctx, subject, data, js.WithExpectLastSequencePerSubject(0),
			js.WithExpectStream(stream), js.WithRetryAttempts(0))
		was = err == nil
		if subjectTaken(err) {
			return nil
		}
		return err
	})
	return was, err
}

// replace writes a message in place of the present one on its subject.
func (s *Store) replace(ctx context.Context, subject string, data []byte) error {
	return retry(ctx, s.retryFor, "write "+subject, func(ctx context.Context) error {
		_, err := s.js.Publish(ctx, subject, data, js.WithExpectStream(jobsStream),
			js.WithRetryAttempts(0))
		return err
	})
}

// get reads the message on a subject from the leader of a stream, nil if there is none.
func (s *Store) get(ctx context.Context, stream, subject string) (data []byte, err error) {
	err = s.read(ctx, stream, func(ctx context.Context, from js.Stream) error {
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
	err = s.read(ctx, stream, func(ctx context.Context, of js.Stream) (err error) {
		m, err = of.GetMsg(ctx, max(1, from), js.WithGetMsgSubject(subjects))
		return err
	})
	return m, err
}

// read reads from a stream. A missing message is no error.
func (s *Store) read(
	ctx context.Context, stream string, read func(context.Context, js.Stream) error,
) error {
	return retry(ctx, s.retryFor, "read "+stream, func(ctx context.Context) error {
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
	return retry(ctx, s.retryFor, "remove "+subjects, func(ctx context.Context) error {
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

// queue returns the consumer from which the workers of a version take their units.
func (s *Store) queue(ctx context.Context, version string) (js.Consumer, error) {
	return s.js.Consumer(ctx, workStream, "workers-"+hashName(version))
}

// makeQueue makes the queue of a version, if there is none.
func (s *Store) makeQueue(ctx context.Context, version string) error {
	const waiting = 1 << 14 // workers that have nothing to do
	return retry(ctx, s.retryFor, "make the queue", func(ctx context.Context) error {
		_, err := s.js.CreateOrUpdateConsumer(ctx, workStream, js.ConsumerConfig{
			Durable:       "workers-" + hashName(version),
			FilterSubject: workSubject + hashName(version) + ".>", AckPolicy: js.AckExplicitPolicy,
			AckWait: s.lease, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: waiting,
			Description: "units for exactile " + version,
		})
		return err
	})
}

// A task is a unit to do, as a subject of the queue names it.
type task struct {
	job   string
	unit  plan.Unit
	audit bool
}

const auditPrefix = "again-"

// subject is the subject of a task in the queue for the workers of a version.
func (t task) subject(version string) string {
	name := t.unit.Name()
	if t.audit {
		name = auditPrefix + name
	}
	return workSubject + hashName(version) + "." + t.job + "." + name
}

// record is the subject of a task's record.
func (t task) record() string {
	if t.audit {
		return auditSubject + t.job + "." + t.unit.Name()
	}
	return doneSubject + t.job + "." + t.unit.Name()
}

// parseTask is the inverse of subject.
func parseTask(subject string) (t task, err error) {
	tokens := strings.Split(strings.TrimPrefix(subject, workSubject), ".")
	const version, job, unit, n = 0, 1, 2, 3
	if len(tokens) != n || !isName(tokens[version]) || !isName(tokens[job]) {
		return t, fmt.Errorf("jetstream: %.80q is no unit", subject)
	}
	name, audit := strings.CutPrefix(tokens[unit], auditPrefix)
	u, err := plan.ParseUnit(name)
	return task{tokens[job], u, audit}, err
}

// readRecord reads the record of a unit of a job from the message on a subject.
func readRecord(
	j *network.Job, subject string, data []byte,
) (r plan.Record, audit bool, err error) {
	if err = unpack(data, &r); err == nil {
		err = r.Sound()
	}
	t := task{j.Name, r.Unit, strings.HasPrefix(subject, auditSubject)}
	if err == nil && t.record() != subject {
		err = fmt.Errorf("%w: it is of unit %v", errDamaged, r.Unit)
	}
	if err != nil {
		err = fmt.Errorf("jetstream: the record %s: %w", subject, err)
	}
	return r, t.audit, err
}

// storedRecord reads the stored record of a task, and reports whether there is one.
func (s *Store) storedRecord(
	ctx context.Context, j *network.Job, t task,
) (r plan.Record, ok bool, err error) {
	data, err := s.get(ctx, doneStream, t.record())
	if err != nil || data == nil {
		return r, false, err
	}
	r, _, err = readRecord(j, t.record(), data)
	return r, err == nil, err
}

// storeRecord writes the record of a task unless there is one, and returns the stored one.
func (s *Store) storeRecord(
	ctx context.Context, j *network.Job, t task, r plan.Record,
) (plan.Record, error) {
	data, err := pack(r)
	if err != nil {
		return r, err
	}
	err = retry(ctx, s.retryFor, "keep "+t.record(), func(ctx context.Context) error {
		was, err := s.create(ctx, doneStream, t.record(), data)
		if err != nil || was {
			return err
		}
		there, ok, err := s.storedRecord(ctx, j, t)
		if err == nil && !ok {
			return errNotYet // another write is pending, and may fail
		}
		r = there
		return err
	})
	return r, err
}

var errNotYet = errors.New("another record is being written")

// enqueue queues units of a job that are not queued, or their audits, in their order. A batch with
// a failed write is repeated: to queue a queued unit has no effect, and a done unit next to none.
func (s *Store) enqueue(
	ctx context.Context, version string, j *network.Job, units []plan.Unit, audit bool,
) error {
	const batch = 128
	for some := range slices.Chunk(units, batch) {
		err := retry(ctx, s.retryFor, "queue units", func(ctx context.Context) (err error) {
			answers := make([]js.PubAckFuture, len(some))
			for k, u := range some {
				subject := task{j.Name, u, audit}.subject(version)
				answers[k], err = s.js.PublishAsync(subject, nil, js.WithExpectStream(workStream),
					js.WithRetryAttempts(0))
				if err != nil {
					return err
				}
			}
			for _, a := range answers {
				select {
				case <-ctx.Done():
					return ctx.Err()
				case <-a.Ok():
				case failed := <-a.Err():
					if !subjectTaken(failed) {
						err = failed
					}
				}
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

var errDamaged = errors.New("it is damaged")

// maxMessage bounds one message in bytes, decompressed.
const maxMessage = 256 << 20

// pack writes a value as JSON, compressed: plans repeat themselves, and messages are bounded.
func pack(v any) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	err := errors.Join(json.NewEncoder(z).Encode(v), z.Close())
	return b.Bytes(), err
}

// unpack is the inverse of pack. It returns errDamaged for data that it cannot decode.
func unpack(data []byte, v any) error {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err == nil {
		err = json.NewDecoder(io.LimitReader(z, maxMessage)).Decode(v)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return nil
}

// Error codes of the server that its client does not name.
const (
	storeFailed = 10077
	noReplicas  = 10074
)

// errorCode is the code of an error of the server, 0 for other errors.
func errorCode(err error) js.ErrorCode {
	var e js.JetStreamError
	if errors.As(err, &e) && e.APIError() != nil {
		return e.APIError().ErrorCode
	}
	return 0
}

// subjectTaken reports whether a write was refused since its subject is taken. 10077 can mean that
// or a full disk: only its text tells which.
func subjectTaken(err error) bool {
	switch errorCode(err) {
	case js.JSErrCodeStreamWrongLastSequence, js.JSErrCodeStreamWrongLastSequenceConstant:
		return true // the one in a stream with one replica, the other with more
	case storeFailed:
		return strings.Contains(err.Error(), "per subject")
	}
	return false
}

// noSpace reports whether a stream or a disk has no room.
func noSpace(err error) bool {
	if err == nil || subjectTaken(err) {
		return false
	}
	return slices.ContainsFunc([]string{
		"maximum bytes exceeded", "maximum messages exceeded", "no space left",
		"insufficient storage", "resource limits exceeded",
	}, func(words string) bool { return strings.Contains(err.Error(), words) })
}

// nameLength is the length of the names of jobs and versions, in hexadecimal digits.
const nameLength = 12

// isName reports whether a text may be the name of a job, not a pattern of subjects.
func isName(text string) bool {
	return len(text) == nameLength && strings.Trim(text, "0123456789abcdef") == ""
}

// hashName is a hash of a text that can be a name.
func hashName(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])[:nameLength]
}
