package verbs

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
)

// serveFlags are the flags of serve, as they were given.
type serveFlags struct {
	server  network.Server
	cluster string
}

// serveVerb is the verb that runs a server for counts on many machines.
func serveVerb(c *cli.Console, cmd *cobra.Command) {
	var f serveFlags
	cmd.Args = cli.Exactly()
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return f.run(c, cmd) }

	flags, s := cmd.Flags(), &f.server
	flags.StringVar(&s.Listen, "listen", "127.0.0.1:4222", "`HOST:PORT` to listen on; port 0: any")
	flags.StringVar(&s.Dir, "dir", "exactile-store", "`DIR` where everything is kept")
	flags.StringVar(&s.TokenFile, "token", "", "`FILE` with the token, made if need be (default: token in --dir)")
	flags.StringVar(&s.CertFile, "tls-cert", "", "`FILE` with the certificate of this server")
	flags.StringVar(&s.KeyFile, "tls-key", "", "`FILE` with the key of the certificate")
	flags.BoolVar(&s.Insecure, "insecure", false, "let other machines connect without TLS")
	flags.StringVar(&f.cluster, "cluster", "", "`LIST` of HOST:PORT of all servers, for each other")
	cli.NumberVar(flags, &s.Node, "node", "", 0, 0, 0, "`I`, the place of this server in the list, from 1")
	flags.StringVar(&s.Config, "nats-config", "", "`FILE` that configures a nats-server")
	cli.SetRules(cmd, cli.Needs("tls-cert", "tls-key"), cli.Needs("tls-key", "tls-cert"), cli.Needs("node", "cluster"),
		cli.Needs("cluster", "token").Because("all servers need the same"))
}

func (f *serveFlags) run(c *cli.Console, cmd *cobra.Command) error {
	s := &f.server
	if f.cluster != "" {
		if s.Nodes = strings.Split(f.cluster, ","); s.Node < 1 || s.Node > len(s.Nodes) {
			return cli.Misusef("--cluster: --node must say which of the %d servers this is", len(s.Nodes))
		}
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
