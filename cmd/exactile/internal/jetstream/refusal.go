package jetstream

import (
	"errors"
	"slices"
	"strings"

	js "github.com/nats-io/nats.go/jetstream"
)

// Error codes of the server. The first two refuse a write that must be the first on its subject and
// is not: in a stream with one replica, and in a stream with more.
const (
	wrongLast      = 10071
	wrongLastMany  = 10164
	storeFailed    = 10077
	noReplicas     = 10074
	nameInUse      = 10058
	consumerExists = 10148
)

// code is the code of an error of the server, 0 for other errors.
func code(err error) js.ErrorCode {
	var e js.JetStreamError
	if errors.As(err, &e) && e.APIError() != nil {
		return e.APIError().ErrorCode
	}
	return 0
}

// isThere reports whether a write was refused since its subject is taken. 10077 can mean that or a
// full disk: only its text tells which.
func isThere(err error) bool {
	switch code(err) {
	case wrongLast, wrongLastMany:
		return true
	case storeFailed:
		return strings.Contains(err.Error(), "per subject")
	}
	return false
}

// isFull reports whether a stream or a disk has no room.
func isFull(err error) bool {
	if err == nil || isThere(err) {
		return false
	}
	return slices.ContainsFunc([]string{
		"maximum bytes exceeded", "maximum messages exceeded", "no space left",
		"insufficient storage", "resource limits exceeded",
	}, func(words string) bool { return strings.Contains(err.Error(), words) })
}
