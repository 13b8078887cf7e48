package process

import (
	"math/big"
	"strings"
)

// ParseCount is the count from a program that prints said and ends with this
// exit status.
func ParseCount(said string, code int) (*big.Int, error) {
	var t countOutput
	if err := t.read(strings.NewReader(said)); err != nil {
		return nil, err
	}
	p := generic()
	err := t.check(&p, code)
	return t.count, err
}

// Version is the version that the profile of a program finds in its output.
func Version(name, said string) string {
	p := Builtin().of(name)
	return p.version(said)
}
