package process

import (
	"math/big"
	"strings"
)

// ParseCount is what Count makes of a program that says so and ends with that
// exit status.
func ParseCount(said string, code int) (*big.Int, error) {
	var t tally
	if err := t.read(strings.NewReader(said)); err != nil {
		return nil, err
	}
	p := generic()
	err := t.judge(&p, code)
	return t.count, err
}

// Version is what the profile of a program reads in what it says of its version.
func Version(name, said string) string {
	p := Builtin().of(name)
	return p.version(said)
}
