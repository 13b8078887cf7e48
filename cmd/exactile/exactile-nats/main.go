// Command exactile-nats is exactile with a network: the same verbs, and for those that need one a
// client and a server of NATS. Command exactile starts it by itself.
package main

import (
	"github.com/exactile/exactile/cmd/exactile/internal/jetstream"
	"github.com/exactile/exactile/cmd/exactile/internal/network"
	"github.com/exactile/exactile/cmd/exactile/internal/verbs"
)

func main() {
	verbs.Main(func() (network.Network, error) { return jetstream.Network{}, nil })
}
