package checkpoint

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"

	"github.com/exactile/exactile/internal/file"
)

// An Output is a file that a job writes to. Until the job is done it is called
// PATH.partial; it gets its name when it is whole. It is a buffered writer whose
// errors are reported when the job saves.
type Output struct {
	path    string
	file    *os.File
	buffer  *bufio.Writer
	hash    hash.Hash
	written int64
	whole   bool // it has its name
}

// A mark is a place in an output: how many bytes are before it, and their SHA-256.
type mark struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// NewOutput returns an output that will be called path; a symbolic link keeps its
// target, even if nothing is there yet. No file is touched before the job starts.
func NewOutput(path string) *Output { return &Output{path: path, hash: sha256.New()} }

// Write implements io.Writer.
func (o *Output) Write(p []byte) (int, error) {
	o.hash.Write(p)
	o.written += int64(len(p))
	return o.buffer.Write(p)
}

// Partial is the output's path until the job is done.
func (o *Output) Partial() string { return o.path + ".partial" }

// open cuts the output back to the mark of a job that was begun, or empties it.
// It fails, and changes nothing, if the text before the mark is not what the job
// wrote, or if it is in the place of the checkpoint. The output of a complete job may have its
// name already.
func (o *Output) open(checkpoint os.FileInfo, m *mark, complete bool) (err error) {
	if o.path, err = file.Target(o.path); err != nil {
		return err
	}
	for _, path := range []string{o.path, o.Partial()} {
		info, err := os.Stat(path)
		switch {
		case err != nil:
		case os.SameFile(info, checkpoint):
			return fmt.Errorf("%s cannot be both the checkpoint and the output", path)
		case !info.Mode().IsRegular():
			return fmt.Errorf("%s: is not a file, and would be replaced by one", path)
		}
	}
	none := o.mark()
	flags, from := os.O_RDWR, cmp.Or(m, &none)
	if m == nil {
		flags |= os.O_CREATE
	}
	o.file, err = file.Open(o.Partial(), flags)
	if errors.Is(err, os.ErrNotExist) && complete {
		o.whole = true
		o.file, err = os.Open(o.path)
	}
	if errors.Is(err, os.ErrNotExist) && m != nil {
		return fmt.Errorf("the output so far is missing: %w", err)
	}
	if err != nil {
		return err
	}
	o.buffer = bufio.NewWriterSize(o.file, 1<<16)
	if err := o.verify(*from); err != nil || o.whole {
		return err
	}
	if _, err := o.file.Seek(from.Bytes, io.SeekStart); err != nil {
		return err
	}
	return errors.Join(o.file.Truncate(from.Bytes), file.SyncFolder(o.path))
}

// verify reads the file up to a mark, and no further unless it is whole.
func (o *Output) verify(m mark) (err error) {
	var r io.Reader = o.file
	if !o.whole {
		r = io.LimitReader(o.file, m.Bytes)
	}
	if o.written, err = io.Copy(o.hash, r); err != nil {
		return err
	}
	if o.mark() != m {
		return fmt.Errorf("%s is not the run's output: remove the checkpoint to start again",
			o.file.Name())
	}
	return nil
}

// mark returns the place reached so far.
func (o *Output) mark() mark { return mark{o.written, hex.EncodeToString(o.hash.Sum(nil))} }

// sync puts the written text on the disk.
func (o *Output) sync() error {
	if o.whole {
		return nil
	}
	if err := errors.Join(o.buffer.Flush(), o.file.Sync()); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return nil
}

// commit gives the output its name, and the permissions of the file that it replaces. The
// output remains locked until then.
func (o *Output) commit() error {
	if o.whole {
		return nil
	}
	f := o.file
	o.file = nil
	if err := file.Commit(f, o.path); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	o.whole = true
	return nil
}

func (o *Output) close() error {
	if o.file == nil {
		return nil
	}
	err := o.file.Close()
	o.file = nil
	return err
}
