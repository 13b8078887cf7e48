package checkpoint

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"

	"github.com/exactile/exactile/internal/file"
)

// An Output is a file that a job writes to. Until the job is done it is called
// PATH.partial; it gets its name when it is whole. It is a buffered writer whose
// errors are reported when the job saves.
type Output struct {
	path    string
	err     error // why there is no such path
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
func NewOutput(path string) *Output {
	target, err := file.Target(path)
	folder, title := filepath.Split(target)
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		target = filepath.Join(real, title)
	}
	return &Output{path: target, err: err}
}

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
// wrote. The output of a complete job may have its name already.
func (o *Output) open(m *mark, complete bool) (err error) {
	o.hash = sha256.New()
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("checkpoint: %w", err), o.close())
		}
	}()
	if o.err != nil {
		return o.err
	}
	if info, err := os.Stat(o.path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: is not a file, and would be replaced by one", o.path)
	}
	if m == nil {
		if o.file, err = file.Open(o.Partial(), os.O_RDWR|os.O_CREATE); err != nil {
			return err
		}
		o.buffer = bufio.NewWriterSize(o.file, 1<<16)
		return errors.Join(o.file.Truncate(0), file.SyncFolder(o.path))
	}
	o.file, err = file.Open(o.Partial(), os.O_RDWR)
	if errors.Is(err, os.ErrNotExist) && complete {
		o.whole = true
		o.file, err = os.Open(o.path)
	}
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("the output so far is missing: %w", err)
	}
	if err != nil {
		return err
	}
	if err := o.verify(*m); err != nil {
		return err
	}
	o.buffer = bufio.NewWriterSize(o.file, 1<<16)
	if o.whole {
		return nil
	}
	if err := o.file.Truncate(m.Bytes); err != nil {
		return err
	}
	_, err = o.file.Seek(m.Bytes, io.SeekStart)
	return err
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
