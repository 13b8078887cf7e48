package remote

import (
	"context"

	"github.com/spf13/pflag"

	"github.com/exactile/exactile/cmd/exactile/internal/jetstream"
)

// Flags say who asks a NATS, as they were given.
type Flags struct{ token, creds, ca string }

// Add defines the flags.
func (f *Flags) Add(flags *pflag.FlagSet) {
	flags.StringVar(&f.token, "token", "", "`FILE` with the token that exactile serve made")
	flags.StringVar(&f.creds, "nats-creds", "", "`FILE` with credentials of a NATS, as nsc writes them")
	flags.StringVar(&f.ca, "nats-ca", "", "`FILE` with the certificates to check those of a NATS by")
}

// Given reports whether any of the flags was given.
func (f *Flags) Given() bool { return f.token+f.creds+f.ca != "" }

// Open connects.
func (f *Flags) Open(ctx context.Context, url string) (*jetstream.Store, error) {
	return jetstream.Open(ctx, jetstream.Access{
		URL: url, TokenFile: f.token, CredsFile: f.creds, CAFile: f.ca,
	})
}
