package checkpoint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// version is the version of the file's format.
const version = 1

// state is the content of the file: an object on the first line, and its SHA-256 on the
// second, so that a file cut short is never taken for a whole one.
type state struct {
	Version int `json:"exactile_checkpoint"`
	// Complete is set if the job is done and its report was passed on.
	Complete  bool   `json:"complete"`
	Facts     []Fact `json:"facts"`
	Solutions int64  `json:"solutions,omitempty"`
	Output    *Mark  `json:"output,omitempty"`
	Root      *part  `json:"root"`
}

const (
	// maxFile bounds what is written and read: far more than the parts of a job take.
	maxFile = 64 << 20
	// newSuffix is the suffix of a checkpoint that is being written.
	newSuffix = ".new"
	// opening is how a checkpoint of any version begins: other files are not read
	// any further.
	opening = `{"exactile_checkpoint":`
)

// A file is the checkpoint under its name. It is held open and locked as long as
// the job runs, so that no two processes work on one job.
type file struct {
	path string
	held *os.File
}

// read reads the state, and reports whether there is one.
func (f *file) read(st *state) (known bool, err error) {
	held, err := hold(f.path, os.O_RDONLY, lock)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("checkpoint: %w", err)
	}
	f.held = held
	text, err := contents(held)
	if err == nil {
		err = st.parse(text)
	}
	if err != nil {
		return false, fmt.Errorf("checkpoint: %s: %w", f.path, err)
	}
	return true, nil
}

// contents reads what is in a checkpoint, as far as it begins like one.
func contents(held *os.File) ([]byte, error) {
	info, err := held.Stat()
	if err != nil {
		return nil, err
	}
	text := make([]byte, min(info.Size(), int64(len(opening))))
	if _, err := io.ReadFull(held, text); err != nil {
		return nil, err
	}
	switch {
	case !strings.HasPrefix(opening, string(text)):
		return nil, errNone
	case info.Size() > maxFile:
		return nil, errors.New("it is too large")
	}
	text = append(make([]byte, 0, info.Size()), text...)
	_, err = io.ReadFull(held, text[len(text):cap(text)])
	return text[:cap(text)], err
}

var errNone = errors.New("it is no checkpoint")

var errDamaged = errors.New("it is damaged: remove it to start anew, or put a good copy in its place")

func (st *state) parse(text []byte) error {
	line, rest, _ := bytes.Cut(text, []byte("\n"))
	if string(rest) != digestOf(line)+"\n" {
		return errDamaged
	}
	var form struct {
		Version int `json:"exactile_checkpoint"`
	}
	if err := json.Unmarshal(line, &form); err != nil || form.Version < 1 {
		return errNone
	}
	if form.Version != version {
		return fmt.Errorf("%w: it was written by an exactile with another form of checkpoint (%d, not %d)", ErrOther, form.Version, version)
	}
	if err := json.Unmarshal(line, st); err != nil {
		return fmt.Errorf("%w (%w)", errDamaged, err)
	}
	if !st.sound() {
		return errDamaged
	}
	return nil
}

// sound reports whether nothing is missing that the rest of the package relies on.
func (st *state) sound() bool {
	return st.Root != nil && st.Root.sound() && st.Solutions >= 0 &&
		(st.Output == nil || st.Output.Bytes >= 0) && (!st.Complete || st.Root.Report != nil)
}

// write puts the state in the place of the one before, which stays if that fails.
func (f *file) write(st *state) (err error) {
	st.Version = version
	line, err := json.Marshal(st)
	if err == nil && len(line)+128 > maxFile {
		err = fmt.Errorf("%s: it is too large to be saved", f.path)
	}
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	name := f.path + newSuffix
	fresh, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	if err := f.alone(fresh); err != nil {
		return errors.Join(err, fresh.Close())
	}
	err = fresh.Truncate(0)
	if err == nil {
		err = likeOld(fresh, f.path)
	}
	if err == nil {
		_, err = fmt.Fprintf(fresh, "%s\n%s\n", line, digestOf(line))
	}
	if err == nil {
		err = fresh.Sync()
	}
	if err == nil && !renamesOpen {
		err = errors.Join(f.close(), fresh.Close())
	}
	if err == nil {
		err = os.Rename(name, f.path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("checkpoint: %s is not saved: %w", f.path, err), fresh.Close(), os.Remove(name))
	}
	err = errors.Join(f.close(), syncFolder(f.path))
	if renamesOpen {
		f.held = fresh
	}
	return err
}

// alone locks the file that is about to take the place of the checkpoint, and
// makes sure that no other process has begun the job meanwhile.
func (f *file) alone(fresh *os.File) error {
	if err := lock(fresh); err != nil {
		return fmt.Errorf("checkpoint: %s: another process is at this job: %w", f.path, err)
	}
	if f.held != nil || !renamesOpen {
		return nil
	}
	if _, err := os.Lstat(f.path); err == nil {
		return errors.Join(fmt.Errorf("checkpoint: %s: another process has begun this job", f.path), os.Remove(fresh.Name()))
	}
	return nil
}

func (f *file) close() error {
	if f.held == nil {
		return nil
	}
	err := f.held.Close()
	f.held = nil
	return err
}
