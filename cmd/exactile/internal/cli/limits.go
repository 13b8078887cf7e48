package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
)

// LimitsVariable is the environment variable that raises or lowers the limits of input. It is no
// flag, so that child processes have the same limits.
const LimitsVariable = "EXACTILE_LIMITS"

// LimitsFromEnvironment returns the limits of the environment.
func LimitsFromEnvironment() (formats.Limits, error) {
	var l formats.Limits
	text := os.Getenv(LimitsVariable)
	if text == "" {
		return l, nil
	}
	if err := l.Set(text); err != nil {
		return l, fmt.Errorf("%s: %w", LimitsVariable, err)
	}
	return l, nil
}

// LimitsAdvice is how to raise the limit that caused an error, "" if none did.
func LimitsAdvice(err error) string {
	var limit *formats.LimitError
	var large *puzzle.TooLargeError
	name, most := "", 0
	switch {
	case errors.As(err, &limit):
		name, most = limit.Name, limit.Most
	case errors.As(err, &large):
		name, most = "entries", large.Most
	default:
		return ""
	}
	return fmt.Sprintf("%s=%s=NUMBER raises this limit above %d, which costs memory and time",
		LimitsVariable, name, most)
}
