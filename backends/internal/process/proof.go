package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/exactile/exactile/encode/proof/check/sat"
)

// maxProof is how many bytes of a proof are kept if the profile does not set it.
const maxProof = 1 << 30

// canProve is false if a file that is in use cannot be removed: then no program is run for a
// proof, since its file would stay.
const canProve = runtime.GOOS != "windows"

// A proof is the proof that a program wrote. The zero proof is none.
type proof struct {
	file *os.File // at its beginning; its name is removed after the run
	err  error    // why it is not whole
}

// text returns the text of the proof.
func (p *proof) text() (io.Reader, error) {
	switch {
	case p.err != nil:
		return nil, p.err
	case p.file == nil:
		return nil, errors.New("there is none")
	}
	return p.file, nil
}

// isEmpty reports whether the program wrote nothing.
func (p *proof) isEmpty() bool { return p.err == nil && p.file != nil && p.size() == 0 }

func (p *proof) size() int64 {
	info, err := p.file.Stat()
	if err != nil {
		return 0
	}
	return info.Size()
}

func (p *proof) close() error {
	if p.file == nil {
		return nil
	}
	return p.file.Close()
}

// proofPoll is how often the size of a proof is looked at while it is written.
const proofPoll = 100 * time.Millisecond

// write makes the file and bounds it until end is called: a program that writes more than most
// bytes fills no disk, and still comes to its end.
func (p *proof) write(name string, most int64) (end func(), err error) {
	if p.file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return nil, fmt.Errorf("proof file: %w", err)
	}
	bound := func() {
		if p.size() > most {
			p.err = fmt.Errorf("%w: more than %d bytes (proofbytes in its profile)",
				sat.ErrTooLarge, most)
			_ = p.file.Truncate(0) // the program writes on behind a hole
		}
	}
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		ticks := time.NewTicker(proofPoll)
		defer ticks.Stop()
		for {
			select {
			case <-ticks.C:
				bound()
			case <-stop:
				bound()
				return
			}
		}
	}()
	return func() { close(stop); <-stopped }, nil
}
