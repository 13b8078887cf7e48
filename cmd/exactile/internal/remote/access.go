package remote

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/exactile/exactile/cmd/exactile/internal/network"
)

// Flags are the credentials for a NATS, as they were given.
type Flags struct{ access network.Access }

// Add defines the flags.
func (f *Flags) Add(flags *pflag.FlagSet) {
	a := &f.access
	flags.StringVar(&a.TokenFile, "token", "", "`FILE` with the token that exactile serve made")
	flags.StringVar(&a.CredsFile, "nats-creds", "",
		"`FILE` with credentials of a NATS, as nsc writes them")
	flags.StringVar(&a.CAFile, "nats-ca", "",
		"`FILE` with the certificates to check those of a NATS by")
}

// Given reports whether any of the flags was given.
func (f *Flags) Given() bool { return f.access != network.Access{} }

// Open connects to a NATS.
func (f *Flags) Open(ctx context.Context, n network.Network, url string) (network.Store, error) {
	a := f.access
	a.URL = url
	return n.Open(ctx, a)
}
