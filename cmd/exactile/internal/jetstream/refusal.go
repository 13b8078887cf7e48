package jetstream

import (
	"errors"
	"slices"
	"strings"

	js "github.com/nats-io/nats.go/jetstream"
)

// Codes of the server for a write that expected to be the first on its subject, and is not: of a
// stream with one replica, and of one with more.
const (
	wrongLast      = 10071
	wrongLastMany  = 10164
	storeFailed    = 10077
	noReplicas     = 10074
	nameInUse      = 10058
	consumerExists = 10148
)

// code is that of an error of the server, 0 for another error.
func code(err error) js.ErrorCode {
	var api *js.APIError
	if errors.As(err, &api) {
		return api.ErrorCode
	}
	var e js.JetStreamError
	if errors.As(err, &e) && e.APIError() != nil {
		return e.APIError().ErrorCode
	}
	return 0
}

// isThere reports whether a write was refused since something is there already. 10077 says that,
// and also that the disk is full: only its text tells.
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
