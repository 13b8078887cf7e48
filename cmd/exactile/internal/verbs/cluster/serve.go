package cluster

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
)

// serveFlags are the flags of serve, as they were given.
type serveFlags struct {
	server  network.Server
	cluster string
}

// Serve is the verb that runs a server for counts on many machines.
func Serve(c *console.Console) *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run a server for counts on many machines",
		Long: `serve runs a NATS server with JetStream (in exactile-nats, a program that takes
over this command), to which exactile work and exactile count --on connect.
Everything is kept in the folder of --dir: when the server is started again, all
counts go on. Who has the token may do anything there; the server makes one, and
listens on this machine alone unless --listen says otherwise. It ends before its
disk is full.

A server that other machines can connect to needs a token of at least 16
letters, in a file that only its owner can read (mode 0600), and TLS: --tls-cert
and --tls-key, or --insecure on a network where nobody listens in.

Three servers of one --cluster keep everything three times, and go on when any
one of them is gone: give each the same list and the same token, and its place
in the list. --nats-config takes a file as nats-server has it instead.`,
		Example: `  exactile serve
  exactile serve --listen 0.0.0.0:4222 --tls-cert cert.pem --tls-key key.pem
  exactile serve --cluster a:6222,b:6222,c:6222 --node 1 --token FILE --insecure`,
		Args: usage.Exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(c, cmd) },
	}
	flags, s := cmd.Flags(), &f.server
	flags.StringVar(&s.Listen, "listen", "127.0.0.1:4222", "`HOST:PORT` to listen on; port 0: any")
	flags.StringVar(&s.Dir, "dir", "exactile-store", "`DIR` where everything is kept")
	flags.StringVar(&s.TokenFile, "token", "", "`FILE` with the token, made if need be (default: token in --dir)")
	flags.StringVar(&s.CertFile, "tls-cert", "", "`FILE` with the certificate of this server")
	flags.StringVar(&s.KeyFile, "tls-key", "", "`FILE` with the key of the certificate")
	flags.BoolVar(&s.Insecure, "insecure", false, "let other machines connect without TLS")
	flags.StringVar(&f.cluster, "cluster", "", "`LIST` of HOST:PORT of all servers, for each other")
	flags.IntVar(&s.Node, "node", 0, "`I`, the place of this server in the list, from 1")
	flags.StringVar(&s.Config, "nats-config", "", "`FILE` that configures a nats-server")
	return cmd
}

func (f *serveFlags) run(c *console.Console, cmd *cobra.Command) error {
	s := &f.server
	if (s.CertFile == "") != (s.KeyFile == "") {
		return usage.Errorf("--tls-cert and --tls-key go together")
	}
	if f.cluster != "" {
		if s.Nodes = strings.Split(f.cluster, ","); s.Node < 1 || s.Node > len(s.Nodes) {
			return usage.Errorf("--cluster: --node must say which of the %d servers this is", len(s.Nodes))
		}
		if s.TokenFile == "" {
			return usage.Errorf("--cluster: all servers need the same --token")
		}
	} else if s.Node != 0 {
		return usage.Errorf("--node is for --cluster")
	}
	if s.TokenFile == "" {
		s.TokenFile = filepath.Join(s.Dir, "token")
	}
	s.Log = func(text string) { c.Note("%s", text) }
	n, err := c.Network()
	if err != nil {
		return err
	}
	running, err := n.Serve(*s)
	if err != nil {
		return err
	}
	defer running.Stop()
	if _, err := fmt.Fprintln(c.Stdout, running.URL()); err != nil {
		return err
	}
	token := " --token " + s.TokenFile
	if s.Config != "" {
		token = ""
	}
	c.Note("work:  exactile work %s%s", running.URL(), token)
	c.Note("count: exactile count --on %s%s PUZZLE", running.URL(), token)
	return running.Wait(cmd.Context())
}
