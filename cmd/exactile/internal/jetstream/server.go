package jetstream

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/internal/text"
	"github.com/nats-io/nats-server/v2/server"
)

const (
	clusterName = "exactile"
	// A server with less room on its disk ends: after a full disk it would answer nothing and
	// report nothing until it is started again.
	minRoom = 64 << 20
	// maxPayload is how large a message may be, in bytes: plans grow with their puzzles.
	maxPayload     = 8 << 20
	unlimitedStore = 1 << 40
	// startTimeout is how long a server may take to start.
	startTimeout = 20 * time.Second
)

// A running is a server that runs.
type running struct {
	server *server.Server
	dir    string
	failed chan error
}

// A Network is NATS JetStream as a [network.Network].
type Network struct{}

// Open is part of [network.Network].
func (Network) Open(ctx context.Context, a network.Access) (network.Store, error) {
	s, err := dial(ctx, a, dialTimeout)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Serve is part of [network.Network].
func (Network) Serve(o network.Server) (network.Running, error) {
	options, err := serverOptions(o)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(options.StoreDir, 0o700); err != nil {
		return nil, fmt.Errorf("jetstream: %w", err)
	}
	if err := checkRoom(options.StoreDir); err != nil {
		return nil, err
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, fmt.Errorf("jetstream: %w", err)
	}
	r := &running{s, options.StoreDir, make(chan error, 1)}
	s.SetLoggerV2(&logger{sink: o.Log, failed: r.failed}, false, false, false)
	s.Start()
	if !s.ReadyForConnections(startTimeout) {
		s.Shutdown()
		select {
		case err := <-r.failed:
			return nil, err
		default:
		}
		return nil, fmt.Errorf("jetstream: the server cannot listen on %s",
			joinHostPort(options.Host, options.Port))
	}
	return r, nil
}

// URL is the address for clients.
func (r *running) URL() string { return r.server.ClientURL() }

// Wait waits until ctx ends, or returns why the server cannot continue.
func (r *running) Wait(ctx context.Context) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-r.failed:
			return err
		case <-tick.C:
			if err := checkRoom(r.dir); err != nil {
				return err
			}
			if !r.server.Running() {
				return errors.New("jetstream: the server has ended")
			}
		}
	}
}

// Stop ends the server.
func (r *running) Stop() {
	r.server.Shutdown()
	r.server.WaitForShutdown()
}

// checkRoom is an error if the disk of a folder has too little room.
func checkRoom(dir string) error {
	room := freeSpace(dir)
	if room >= minRoom {
		return nil
	}
	return fmt.Errorf("jetstream: %s: the disk has only %d MB left, and a server needs %d", dir,
		room>>20, minRoom>>20)
}

// joinHostPort is HOST:PORT. It is net.JoinHostPort, but no package here imports net.
func joinHostPort(host string, port int) string {
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return host + ":" + strconv.Itoa(port)
}

func serverOptions(o network.Server) (*server.Options, error) {
	if o.Config != "" {
		options, err := server.ProcessConfigFile(o.Config)
		if err != nil {
			return nil, fmt.Errorf("jetstream: %w", err)
		}
		options.NoSigs, options.JetStream = true, true
		if options.StoreDir == "" {
			options.StoreDir = o.Dir
		}
		return options, nil
	}
	host, port, err := hostPort(o.Listen)
	if err != nil {
		return nil, err
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	secret, err := serverToken(o)
	if err != nil {
		return nil, err
	}
	options := &server.Options{
		ServerName: "exactile", Host: host, Port: port, Authorization: secret, NoSigs: true,
		JetStream: true, StoreDir: o.Dir, MaxPayload: maxPayload,
		MaxControlLine: server.MAX_CONTROL_LINE_SIZE, DisableJetStreamBanner: true,
		// Streams reserve their full size, which a small disk does not have. Wait checks the free
		// room instead.
		JetStreamMaxStore: unlimitedStore,
	}
	if o.CertFile != "" {
		cert, err := tls.LoadX509KeyPair(o.CertFile, o.KeyFile)
		if err != nil {
			return nil, fmt.Errorf("jetstream: %w", err)
		}
		options.TLS = true
		options.TLSConfig = &tls.Config{
			Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12,
		}
	}
	if len(o.Nodes) > 0 {
		err = joinCluster(o, options, secret)
	}
	return options, err
}

// joinCluster adds a server to a cluster. Routes have a password of their own: the token of clients
// is not valid for them.
func joinCluster(o network.Server, options *server.Options, token string) error {
	password := hashName("route " + token)
	for k, node := range o.Nodes {
		host, port, err := hostPort(node)
		if err != nil {
			return err
		}
		if port == 0 {
			return fmt.Errorf("jetstream: %q: want HOST:PORT", node)
		}
		if k == o.Node-1 {
			options.ServerName = fmt.Sprintf("exactile-%d", o.Node)
			options.Cluster = server.ClusterOpts{
				Name: clusterName, Host: host, Port: port, Username: clusterName,
				Password: password, TLSConfig: options.TLSConfig,
				TLSTimeout: server.DEFAULT_ROUTE_CONNECT.Seconds(),
			}
			continue
		}
		options.Routes = append(options.Routes, &url.URL{
			Scheme: "nats-route", Host: joinHostPort(host, port),
			User: url.UserPassword(clusterName, password),
		})
	}
	return nil
}

// serverToken reads the token of the server's file, or makes one, unless that would not guard the
// server.
func serverToken(o network.Server) (string, error) {
	token, err := readToken(o.TokenFile)
	missing := errors.Is(err, fs.ErrNotExist)
	if err == nil || missing {
		if err := checkToken(o, token); err != nil {
			return "", err
		}
	}
	if !missing {
		return token, err
	}
	if err := os.MkdirAll(filepath.Dir(o.TokenFile), 0o700); err != nil {
		return "", err
	}
	token = rand.Text()
	file, err := os.OpenFile(o.TokenFile, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	_, err = fmt.Fprintln(file, token)
	return token, errors.Join(err, file.Sync(), file.Close())
}

// minToken is the least length of a token on a network. One of 16 random letters is not guessed.
const minToken = 16

// checkToken checks that only those who were given the token of a server can have it. A weak token
// and a connection without TLS are errors if other machines can connect, and for this machine alone
// a weak token is a warning.
func checkToken(o network.Server, secret string) error {
	weak, err := tokenWeakness(o.TokenFile, secret)
	if err != nil {
		return err
	}
	exposed, err := exposedAddress(o)
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
		file := text.Shell(o.TokenFile)
		return errors.Join(
			fmt.Errorf("jetstream: %s is open to other machines, and %s", exposed, weak),
			fmt.Errorf("to make a token: (umask 077; rm -f %s; "+
				"head -c 24 /dev/urandom | base64 > %s)", file, file))
	case o.CertFile == "" && !o.Insecure:
		return fmt.Errorf("jetstream: %s is open to other machines, and without TLS others on the "+
			"network can read the token: use --tls-cert and --tls-key, or --insecure on a "+
			"network that you trust", exposed)
	}
	return nil
}

// tokenWeakness returns why others may know a token, or "". A missing file is made with a good one.
func tokenWeakness(path, token string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	case len(token) < minToken:
		return fmt.Sprintf("the token in %s has %s: want at least %d",
			path, text.Plural(len(token), "letter"), minToken), nil
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		return fmt.Sprintf("others can read or write %s: its mode is %04o, want 0600",
			path, info.Mode().Perm()), nil
	}
	return "", nil
}

// exposedAddress returns an address of the server that other machines can connect to, or "".
func exposedAddress(o network.Server) (string, error) {
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

// A logger takes a server's log messages and drops most: only those who know NATS need them.
type logger struct {
	sink   func(string)
	failed chan error
}

func (l *logger) Noticef(string, ...any) {}
func (l *logger) Debugf(string, ...any)  {}
func (l *logger) Tracef(string, ...any)  {}

func (l *logger) Warnf(format string, a ...any) { l.write(format, a...) }

// Errorf passes on an error. After a failed disk write a server answers nothing any more.
func (l *logger) Errorf(format string, a ...any) {
	l.write(format, a...)
	if text := fmt.Sprintf(format, a...); strings.Contains(text, "Critical write error") {
		l.fail(text)
	}
}

func (l *logger) Fatalf(format string, a ...any) { l.fail(fmt.Sprintf(format, a...)) }

func (l *logger) fail(text string) {
	select {
	case l.failed <- fmt.Errorf("jetstream: the server stopped: %s", text):
	default:
	}
}

func (l *logger) write(format string, a ...any) {
	if l.sink != nil {
		l.sink(fmt.Sprintf(format, a...))
	}
}
