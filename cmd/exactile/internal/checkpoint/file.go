package checkpoint

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/internal/file"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/text"
)

// form is the version of the file.
const form = 2

// A line of the file has one of these and a seal. The first has the form and the facts, the
// second the plan and the unit of it that the job is; the others are results.
type line struct {
	Form  int        `json:"exactile_checkpoint,omitempty"`
	Facts []Fact     `json:"facts,omitempty"`
	Plan  *plan.Plan `json:"plan,omitempty"`
	Unit  *plan.Unit `json:"unit,omitempty"`
	// Record is the result of a unit. Partial is what was found when a unit ended early.
	Record  *plan.Record `json:"record,omitempty"`
	Partial *plan.Record `json:"partial,omitempty"`
	// Output is where the output ended, after so many Solutions.
	Output    *mark `json:"output,omitempty"`
	Solutions int64 `json:"solutions,omitempty"`
	// Whole is set in the line of the end of an output that has what follows the solutions.
	Whole bool `json:"whole,omitempty"`
}

const (
	// maxFile bounds what is read: far more than a job writes.
	maxFile = 1 << 30
	// opening is how a checkpoint of any form begins: other files are not read any further.
	opening = `{"exactile_checkpoint":`
)

var (
	errNone    = errors.New("this is not a checkpoint")
	errDamaged = errors.New("it is damaged: remove it to start again, or restore a copy")
)

// text is a line with its seal.
func (l line) text() []byte {
	data, err := json.Marshal(l)
	if err != nil {
		panic(err) // strings, numbers and plans always marshal
	}
	return fmt.Appendf(data, " %s\n", text.Seal(data))
}

// parse is the inverse of text. It fails for a text that is not a whole line.
func (l *line) parse(written []byte) error {
	written, whole := bytes.CutSuffix(written, []byte("\n"))
	at := bytes.LastIndexByte(written, ' ')
	if !whole || at < 0 || string(written[at+1:]) != text.Seal(written[:at]) {
		return errDamaged
	}
	if err := json.Unmarshal(written[:at], l); err != nil {
		return fmt.Errorf("%w (%w)", errDamaged, err)
	}
	return nil
}

// A Run is a job under way and the [plan.Store] of its units: a file that grows by a line for
// each result. It is held open and locked as long as the job runs, so that no two processes work
// on one job. It is for one goroutine.
type Run struct {
	// Resumed is set if there was a checkpoint. Solutions is how many the output has so far.
	Resumed   bool
	Solutions int64

	job     Job
	path    string // behind symbolic links
	file    *os.File
	end     int64  // where the last whole line ends
	pending []byte // lines that could not be written

	plan    *plan.Plan // nil: there is none yet
	unit    plan.Unit  // of the plan
	records []plan.Record
	least   *backends.Report // a lower bound of the whole, not yet divided by symmetries
	last    line             // with the last mark of the output
	before  int64            // the value of job.Found when the unit under way began
}

// open opens the files of the job, and cuts its output back to the last mark.
func (r *Run) open() (err error) {
	j := &r.job
	if r.path, err = file.Target(j.File); err != nil {
		return err
	}
	_, missing := os.Stat(r.path)
	isNew := errors.Is(missing, fs.ErrNotExist)
	if isNew && r.path != j.File { // perhaps on a disk that is not mounted
		return fmt.Errorf("%s: is a symbolic link to %s, where there is nothing", j.File, r.path)
	}
	if r.file, err = file.Open(r.path, os.O_RDWR|os.O_CREATE); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, r.Close())
			if isNew {
				_ = os.Remove(r.path)
			}
		}
	}()
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	if r.Resumed = info.Size() > 0; r.Resumed {
		err = r.read(info.Size())
		if err == nil && r.plan != nil {
			err = r.plan.Fits(j.Model, r.plan.Version)
		}
		if err != nil {
			return located.Known(fmt.Errorf("%s: %w", j.File, err), j.File, 0)
		}
	}
	if j.Output != nil {
		if err = j.Output.open(info, r.last.Output, r.last.Whole); err != nil {
			return err
		}
	}
	if !r.Resumed { // a file that cannot be written should fail now
		r.pending = line{Form: form, Facts: j.Facts}.text()
		if err = r.write(); err == nil {
			err = file.SyncFolder(r.path)
		}
	}
	return err
}

// read takes in the lines of the file.
func (r *Run) read(size int64) error {
	from := bufio.NewReader(r.file)
	start, err := from.Peek(int(min(size, int64(len(opening)))))
	switch {
	case err != nil:
		return err
	case string(start) != opening[:len(start)]:
		return errNone
	case size > maxFile:
		return errors.New("it is too large")
	}
	for r.end < size {
		text, err := from.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return err
		}
		var l line
		err = l.parse(text)
		if r.end == 0 {
			if err = r.checkFirst(l, text, err); err != nil {
				return err
			}
		} else if err == nil {
			err = r.add(l)
		}
		if err != nil {
			return r.cut()
		}
		r.end += int64(len(text))
	}
	return nil
}

// cut cuts the file at a damaged line. That line and all after it are put aside, unless it is the
// last, cut short.
func (r *Run) cut() error {
	rest, err := io.ReadAll(io.NewSectionReader(r.file, r.end, maxFile))
	if err == nil && bytes.HasSuffix(rest, []byte("\n")) {
		aside := r.path + ".damaged"
		err = os.WriteFile(aside, rest, 0o600)
		r.job.Warn(fmt.Errorf("checkpoint: %s: the lines after byte %d are damaged and done "+
			"again; they are kept in %s", r.job.File, r.end, aside))
	}
	return errors.Join(err, r.file.Truncate(r.end))
}

// checkFirst returns an error unless the first line, whose text had that error, opens a
// checkpoint of this job.
func (r *Run) checkFirst(l line, text []byte, err error) error {
	written := l.Form
	if err != nil { // other forms have other seals
		_, _ = fmt.Sscanf(string(text), opening+"%d,", &written)
	}
	switch {
	case written > 0 && written != form:
		return fmt.Errorf("%w: another version of exactile wrote it (format %d, not %d)",
			ErrOther, written, form)
	case err == nil && written < 1:
		return errNone
	case err != nil:
		return err
	}
	have := append(l.Facts, make([]Fact, len(r.job.Facts))...) // a missing fact is empty
	for k, want := range r.job.Facts {
		switch {
		case have[k].Name != want.Name:
			return fmt.Errorf("%w: it has no %s, which this run has", ErrOther, want.Name)
		case have[k].Value != want.Value:
			return fmt.Errorf("%w: its %s is %s, this run's is %s; remove it to start again, or "+
				"name another file", ErrOther, want.Name, have[k].Value, want.Value)
		}
	}
	return nil
}

// add takes in a line that was read, other than the first.
func (r *Run) add(l line) error {
	switch u := l.Record; {
	case l.Plan != nil && r.plan == nil:
		if l.Unit == nil || l.Plan.Sound() != nil {
			return errDamaged
		}
		r.plan, r.unit = l.Plan, *l.Unit
	case r.plan == nil || (l.Output == nil) != (r.job.Output == nil) && l.Partial == nil:
		return errDamaged
	case u != nil:
		if err := r.plan.Tree().Add(*u); err != nil {
			return err
		}
		r.records = append(r.records, *u)
	case l.Partial != nil:
		if l.Partial.Report == nil {
			return errDamaged
		}
		r.raise(*l.Partial.Report)
	}
	if l.Output != nil {
		if l.Output.Bytes < 0 || l.Solutions < r.Solutions {
			return errDamaged
		}
		r.last, r.Solutions = l, l.Solutions
	}
	return nil
}

// raise notes a lower bound of the whole, and reports whether it is more than the last.
func (r *Run) raise(found backends.Report) bool {
	if r.least != nil && r.least.Count.Cmp(found.Count) >= 0 {
		return false
	}
	r.least = &found
	return true
}

// write puts the pending lines on the disk, all of them or none.
func (r *Run) write() error {
	if len(r.pending) == 0 {
		return nil
	}
	_, err := r.file.WriteAt(r.pending, r.end)
	if err == nil {
		err = r.file.Sync()
	}
	if err != nil {
		return fmt.Errorf("%s is not saved: %w", r.path, errors.Join(err, r.file.Truncate(r.end)))
	}
	r.end += int64(len(r.pending))
	r.pending = nil
	return nil
}

// save adds a line in the middle of the run, which continues if that fails: the disk may
// have room again, and the count needs none. A failed write of the output is an error: the
// output has lost something.
func (r *Run) save(l line) error {
	if o := r.job.Output; o != nil {
		if err := o.sync(); err != nil {
			return err
		}
		mark := o.mark()
		l.Output, l.Solutions = &mark, r.Solutions
		r.last = l
	}
	first := len(r.pending) == 0
	r.pending = append(r.pending, l.text()...)
	if err := r.write(); err != nil && first {
		r.job.Warn(fmt.Errorf("checkpoint: %w", err))
	}
	return nil
}

// Close closes the files. It must be called however the job ended.
func (r *Run) Close() error {
	err := r.file.Close()
	if r.job.Output != nil {
		err = errors.Join(err, r.job.Output.close())
	}
	return err
}
