package verbs

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/spf13/cobra"
)

// A serveRun is a run of serve.
type serveRun struct {
	*cli.Call
	server  network.Server
	cluster string
}

// serveVerb is the verb that runs a server for counts on many machines.
func serveVerb(c *cli.Console, cmd *cobra.Command) {
	r := &serveRun{Call: cli.NewCall(c, cmd)}
	cmd.Args = cli.Exactly()
	r.Plain(r.run, "")
	flags, s := r.Flags, &r.server
	flags.StringVar(&s.Listen, "listen", "127.0.0.1:4222",
		"listen on `HOST:PORT`; port 0: any free port")
	flags.StringVar(&s.Dir, "dir", "exactile-store", "store all data in `DIR`")
	flags.StringVar(&s.TokenFile, "token", "",
		"read the token from `FILE`, or make it (default: token in --dir)")
	flags.StringVar(&s.CertFile, "tls-cert", "", "TLS certificate `FILE` of this server")
	flags.StringVar(&s.KeyFile, "tls-key", "", "private key `FILE` of --tls-cert")
	flags.BoolVar(&s.Insecure, "insecure", false, "let other machines connect without TLS")
	flags.StringVar(&r.cluster, "cluster", "",
		"join the cluster of these servers: `LIST` of HOST:PORT")
	cli.NumberVar(flags, &s.Node, "node", "", 0, 0, 0,
		"number `I` of this server in --cluster, from 1")
	flags.StringVar(&s.Config, "nats-config", "",
		"configure the server by `FILE`, as nats-server does")
	cli.SetRules(cmd, cli.Needs("tls-cert", "tls-key"), cli.Needs("tls-key", "tls-cert"),
		cli.Needs("node", "cluster"),
		cli.Needs("cluster", "token").Because("all servers need the same"))
}

func (r *serveRun) run(ctx context.Context) error {
	s := &r.server
	if r.cluster != "" {
		if s.Nodes = strings.Split(r.cluster, ","); s.Node < 1 || s.Node > len(s.Nodes) {
			return cli.Misusef(
				"--cluster: --node must give the number of this server, from 1 to %d", len(s.Nodes),
			)
		}
	}
	if s.TokenFile == "" {
		s.TokenFile = filepath.Join(s.Dir, "token")
	}
	s.Log = func(text string) { r.Note("%s", text) }
	n, err := r.Network()
	if err != nil {
		return err
	}
	running, err := n.Serve(*s)
	if err != nil {
		return err
	}
	defer running.Stop()
	if _, err := fmt.Fprintln(r.Stdout, running.URL()); err != nil {
		return err
	}
	token := " --token " + s.TokenFile
	if s.Config != "" {
		token = ""
	}
	r.Note("work:  exactile work %s%s", running.URL(), token)
	r.Note("count: exactile count --on %s%s PUZZLE", running.URL(), token)
	return running.Wait(ctx)
}
