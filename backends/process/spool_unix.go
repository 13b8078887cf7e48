//go:build unix

package process

import (
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/exactile/exactile/encode/proof/check"
)

// canSpool is true: there are named pipes.
const canSpool = true

// A spool keeps what a program writes to a named pipe, up to most bytes. So a program
// that writes without end fills no disk, and still comes to its end.
type spool struct {
	most int64
	in   *os.File // the pipe
	hold *os.File // the other end: it keeps the pipe open until the program opens it
	out  *os.File
	err  chan error
}

// newSpool makes a pipe of that name, and beside it a file whose name it removes at once.
func newSpool(name string, most int64) (_ *spool, err error) {
	s := &spool{most: most, err: make(chan error, 1)}
	defer func() {
		if err != nil {
			s.close()
			err = fmt.Errorf("a place for the proof: %w", err)
		}
	}()
	if err = syscall.Mkfifo(name, 0o600); err != nil {
		return nil, err
	}
	if s.in, err = os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0); err != nil {
		return nil, err
	}
	if s.hold, err = os.OpenFile(name, os.O_WRONLY, 0); err != nil {
		return nil, err
	}
	kept := name + ".text"
	if s.out, err = os.OpenFile(kept, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return nil, err
	}
	if err = os.Remove(kept); err != nil {
		return nil, err
	}
	go func() { s.err <- s.copy() }()
	return s, nil
}

// copy keeps the text, and reads and drops what is beyond the limit.
func (s *spool) copy() error {
	n, err := io.CopyN(s.out, s.in, s.most)
	if err == io.EOF {
		return nil
	}
	if err == nil {
		var more int64
		if more, err = io.Copy(io.Discard, s.in); more == 0 {
			return err
		}
		return fmt.Errorf("%w: more than %d bytes (proofbytes in its profile)", check.ErrTooLarge, n)
	}
	_, _ = io.Copy(io.Discard, s.in)
	return fmt.Errorf("it cannot be kept: %w", err)
}

// end returns the proof of a program that has ended. A child that lives on may hold the
// pipe open for lastMoment at most.
func (s *spool) end() proof {
	_ = s.hold.Close()
	_ = s.in.SetReadDeadline(time.Now().Add(lastMoment))
	err := <-s.err
	if _, seek := s.out.Seek(0, io.SeekStart); err == nil {
		err = seek
	}
	_ = s.in.Close()
	return proof{s.out, err}
}

// close closes the files that there are.
func (s *spool) close() {
	_ = s.in.Close()
	_ = s.hold.Close()
	_ = s.out.Close()
}
