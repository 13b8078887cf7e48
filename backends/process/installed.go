package process

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// A Found is a program of the table as it is on this machine.
type Found struct {
	Name    string // in the table
	Profile Profile
	// Program is nil if it is not installed.
	Program *Program
	// Version is what it says, "" if it cannot be asked or has not answered.
	Version string
}

// VersionTime is how long a program should be given to say its version.
const VersionTime = time.Second

// versionSize is how many bytes it may use for that.
const versionSize = 1 << 16

// Installed looks for all programs of the table and asks those it finds for their
// versions, all at once. It takes little more than a second, whatever they do.
func (p Profiles) Installed(ctx context.Context) []Found {
	ctx, cancel := context.WithTimeout(ctx, VersionTime)
	defer cancel()
	found := make([]Found, len(p.list))
	var all sync.WaitGroup
	for k := range p.list {
		found[k].Name, found[k].Profile = p.list[k].Name, p.list[k]
		program, err := p.Find(found[k].Name)
		if err != nil {
			continue
		}
		found[k].Program = program
		all.Go(func() { found[k].Version, _ = program.Version(ctx) })
	}
	all.Wait()
	return found
}

// Version asks the program for its version. It is "" if the profile does not say
// how; an error is that the program hangs until ctx ends, dies, or says nothing of
// it.
func (p *Program) Version(ctx context.Context) (string, error) {
	if p.Profile.Version == nil {
		return "", nil
	}
	var said []byte
	r := p.start(ctx, "", p.Profile.Version, nil, func(output io.Reader) (err error) {
		said, err = io.ReadAll(&limit{r: output, left: versionSize})
		return err
	})
	if r.err != nil {
		return "", r.err
	}
	version := p.Profile.version(string(said))
	if version == "" {
		return "", errors.New("it does not say its version")
	}
	return version, nil
}
