package jetstream

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	js "github.com/nats-io/nats.go/jetstream"

	"github.com/exactile/exactile/cmd/exactile/internal/network"
)

const (
	// patience is how long a failing request is repeated before it is an error: longer than three
	// servers need for an election.
	patience = 20 * time.Second
	// reach is how long a server may be out of reach when one connects: it may be about to start,
	// or its address may be misspelt.
	reach = 5 * time.Second
	// call is how long one request may take.
	call = 5 * time.Second
	// lease is how long a worker may be silent before its unit is given to another.
	lease = 30 * time.Second
	// mostToken bounds the file of a token.
	mostToken = 4096
)

// A Store is a connection to the streams of a NATS. Several goroutines may use it at once.
type Store struct {
	nc              *nats.Conn
	js              js.JetStream
	patience, lease time.Duration
	handles         sync.Map // of streams, by their names
}

// open connects to a NATS, which may be out of reach for the time within.
func open(ctx context.Context, a network.Access, within time.Duration) (*Store, error) {
	options := []nats.Option{
		nats.Name("exactile"), nats.Timeout(call), nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond),
		nats.ReconnectJitter(250*time.Millisecond, 250*time.Millisecond),
		nats.PingInterval(call), nats.MaxPingsOutstanding(2),
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
	s := &Store{patience: patience, lease: lease}
	err := insist(ctx, within, "connect to "+network.Redacted(a.URL), func(context.Context) (err error) {
		s.nc, err = nats.Connect(a.URL, options...)
		return err
	})
	if err == nil {
		s.js, err = js.New(s.nc, js.WithDefaultTimeout(call), js.WithPublishAsyncTimeout(call))
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
	if !info.Mode().IsRegular() || info.Size() > mostToken {
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

// insist repeats a request until it succeeds, its time is over, it fails in a way that cannot
// change, or ctx ends.
func insist(
	ctx context.Context, within time.Duration, what string, try func(context.Context) error,
) error {
	const first, most = 50 * time.Millisecond, time.Second
	start := time.Now()
	for wait := first; ; wait = min(2*wait, most) {
		once, cancel := context.WithTimeout(ctx, min(call, within))
		err := try(once)
		cancel()
		tried := time.Since(start)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case forGood(err, tried):
			return fmt.Errorf("jetstream: %s: %w", what, explained(err))
		case tried > within:
			return fmt.Errorf("jetstream: %s: tried for %v: %w", what, within, explained(err))
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

// settled is how long a stream may seem to be missing, as while servers start.
const settled = 4 * time.Second

// forGood reports whether to stop repeating a request that has failed with err for the time tried.
func forGood(err error, tried time.Duration) bool {
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrMaxPayload),
		errors.Is(err, nats.ErrPermissionViolation), errors.Is(err, js.ErrMsgNotFound), isFull(err),
		errors.Is(err, errDamaged), errors.Is(err, js.ErrInvalidOption), untrusted(err):
		return true
	case errors.Is(err, js.ErrStreamNotFound), errors.Is(err, js.ErrJetStreamNotEnabled),
		errors.Is(err, js.ErrJetStreamNotEnabledForAccount):
		return tried > settled
	}
	var fatal *os.PathError
	return errors.As(err, &fatal)
}

// untrusted reports whether the certificate of a server is not valid.
func untrusted(err error) bool {
	var bad *tls.CertificateVerificationError
	return errors.As(err, &bad) || strings.Contains(err.Error(), "x509: ")
}

// explained adds to an error of NATS its probable cause, for people.
func explained(err error) error {
	switch {
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("%w: is it the right --token or --nats-creds?", err)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout):
		return fmt.Errorf("no answer (%w): the disk of the server may be full, or most servers gone", err)
	case errors.Is(err, nats.ErrReconnectBufExceeded):
		return errors.New("there is no connection: the server is gone, or has ended since its disk is full")
	case untrusted(err):
		return fmt.Errorf("%w: is it the right --nats-ca?", err)
	case errors.Is(err, js.ErrStreamNotFound):
		return fmt.Errorf("%w: nothing was ever submitted there, or the store was wiped and all records are gone", err)
	case errors.Is(err, js.ErrNoStreamResponse), errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("%w: the streams are gone, or most servers are", err)
	}
	return err
}
