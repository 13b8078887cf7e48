package jetstream

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/internal/words"
)

// leastToken is the least length of a token on a network. One of 16 random letters is not guessed.
const leastToken = 16

// guard checks that only those who were given the token of a server can have it. A weak token and a
// connection without TLS are errors if other machines can connect, and for this machine alone a
// weak token is a warning.
func guard(o network.Server, secret string) error {
	weak, err := weakness(o.TokenFile, secret)
	if err != nil {
		return err
	}
	exposed, err := listensBeyond(o)
	switch {
	case err != nil:
		return err
	case exposed == "" && weak != "":
		if o.Log != nil {
			o.Log("warning: " + weak)
		}
		return nil
	case exposed == "":
		return nil
	case weak != "":
		file := words.Shell(o.TokenFile)
		return errors.Join(
			fmt.Errorf("jetstream: %s is open to other machines, and %s", exposed, weak),
			fmt.Errorf("this makes a good token: (umask 077; rm -f %s; "+
				"head -c 24 /dev/urandom | base64 > %s)", file, file))
	case o.CertFile == "" && !o.Insecure:
		return fmt.Errorf("jetstream: %s is open to other machines, and without TLS whoever is on the way "+
			"reads the token: give --tls-cert and --tls-key, or --insecure if the network is trusted", exposed)
	}
	return nil
}

// weakness says why others may have a token, or "". A missing file is made with a good one.
func weakness(path, token string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	case len(token) < leastToken:
		return fmt.Sprintf("the token in %s has %s: want at least %d",
			path, words.Plural(len(token), "letter"), leastToken), nil
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		return fmt.Sprintf("others can read or write %s: its mode is %04o, want 0600",
			path, info.Mode().Perm()), nil
	}
	return "", nil
}

// listensBeyond returns an address of the server that other machines can connect to, or "".
func listensBeyond(o network.Server) (string, error) {
	addresses := []string{o.Listen}
	if len(o.Nodes) > 0 {
		addresses = append(addresses, o.Nodes[o.Node-1])
	}
	for _, address := range addresses {
		host, _, err := hostPort(address)
		if err != nil {
			return "", err
		}
		if !isLoopback(host) {
			return address, nil
		}
	}
	return "", nil
}

// isLoopback reports whether only this machine can connect to a host.
func isLoopback(host string) bool {
	return host == "localhost" || host == "::1" ||
		strings.HasPrefix(host, "127.") && strings.Trim(host, "0123456789.") == ""
}

// hostPort reads HOST:PORT. HOST is needed: to listen on all addresses takes 0.0.0.0.
func hostPort(text string) (string, int, error) {
	k := strings.LastIndexByte(text, ':')
	port, err := strconv.ParseUint(text[k+1:], 10, 16)
	if k < 1 || err != nil {
		return "", 0, fmt.Errorf("jetstream: %q: want HOST:PORT", text)
	}
	return strings.Trim(text[:k], "[]"), int(port), nil
}
