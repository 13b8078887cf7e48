package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/internal/file"
	"github.com/exactile/exactile/internal/located"
)

// A store is the [plan.Store] of one process: a file that grows by a line for each result.
// It is held open and locked as long as the job runs, so that no two processes work on one
// job.
type store struct {
	path    string
	file    *os.File
	end     int64  // where the last whole line ends
	pending []byte // lines that could not be written
	failed  error  // why
	warn    func(error)
	output  *Output // nil if nothing is written
	lists   bool    // every count is of solutions that were listed and checked

	plan    *plan.Plan // nil: there is none yet
	unit    plan.Unit  // of the plan
	records map[string]plan.Record
	partial map[string]backends.Report
	last    line // with the last mark of the output
	// solutions is how many the job has written so far, earlier runs included.
	solutions int64
	// reported returns how many solutions the backend has reported so far, without a list;
	// before is its value when the unit under way began.
	reported func() int64
	before   int64
}

// open opens the file of the job with these facts, and cuts its output back to the last
// mark. On an error nothing has been changed. name is that of the file in messages.
func (s *store) open(name string, facts []Fact) (known bool, err error) {
	if s.file, err = file.Open(s.path, os.O_RDWR|os.O_CREATE); err != nil {
		return false, fmt.Errorf("checkpoint: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.file.Close())
		}
	}()
	info, err := s.file.Stat()
	if err != nil {
		return false, fmt.Errorf("checkpoint: %w", err)
	}
	known = info.Size() > 0
	if known {
		err = s.read(name, facts)
	}
	if err == nil && s.output != nil {
		err = s.output.open(s.last.Output, s.last.Whole)
	}
	if err != nil || known {
		return known, err
	}
	// A file that cannot be written should fail now.
	if err = s.append(line{Form: form, Facts: facts}); err == nil {
		err = file.SyncFolder(s.path)
	}
	if err != nil && s.output != nil {
		err = errors.Join(err, s.output.close())
	}
	return false, err
}

// read takes in the lines of the file. What follows the first line that is damaged is put
// aside, unless it is only that line, cut short.
func (s *store) read(name string, facts []Fact) error {
	var fault error
	end, damage, err := readLines(s.file, func(n int, l line) error {
		if n == 0 {
			fault = sameFacts(name, l.Facts, facts)
			return fault
		}
		return s.add(l)
	})
	switch {
	case fault != nil:
		return located.Known(fault, name, 0)
	case err != nil:
		return located.Known(fmt.Errorf("checkpoint: %s: %w", name, err), name, 0)
	}
	if s.end = end; damage == nil {
		return nil
	}
	rest, err := io.ReadAll(io.NewSectionReader(s.file, end, maxFile))
	if err == nil && rest[len(rest)-1] == '\n' {
		aside := s.path + ".damaged"
		err = os.WriteFile(aside, rest, 0o600)
		s.report(fmt.Errorf(
			"checkpoint: %s: the lines after byte %d are damaged and done again; they are kept "+
				"in %s", name, end, aside,
		))
	}
	return errors.Join(err, s.file.Truncate(end))
}

// add takes in a line that was read.
func (s *store) add(l line) error {
	switch r := l.Record; {
	case l.Plan != nil && s.plan == nil:
		if l.Unit == nil {
			return errDamaged
		}
		s.plan, s.unit = l.Plan, *l.Unit
		return l.Plan.Sound()
	case s.plan == nil || (l.Output == nil) != (s.output == nil) && l.Partial == nil:
		return errDamaged
	case r != nil:
		if err := s.plan.Tree().Add(*r); err != nil {
			return err
		}
		if s.lists && r.Report != nil && !allChecked(*r.Report) {
			return fmt.Errorf("its count differs from the solutions listed and checked: %w",
				errDamaged)
		}
		s.records[r.Unit.String()] = *r
	case l.Partial != nil:
		if l.Partial.Report == nil || l.Partial.Report.Count.Sign() < 0 {
			return errDamaged
		}
		s.found(*l.Partial)
		return nil
	}
	if l.Output != nil {
		if l.Output.Bytes < 0 || l.Solutions < s.solutions {
			return errDamaged
		}
		s.last, s.solutions = l, l.Solutions
	}
	return nil
}

// allChecked reports whether a count is the number of solutions that were listed and checked, or
// a number of orbits of which at least one solution each was.
func allChecked(r backends.Report) bool {
	order := r.Count.Cmp(big.NewInt(r.Checked))
	return order == 0 || order < 0 && r.UpToSymmetry && r.Digest != nil
}

// begin sets the plan of a job that has none, and the unit of it that the job is.
func (s *store) begin(p *plan.Plan, u plan.Unit) error {
	s.plan, s.unit = p, u
	return s.append(line{Plan: p, Unit: &u})
}

// append writes a line, after those that could not be written before.
func (s *store) append(l line) error {
	text, err := l.text()
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	s.pending = append(s.pending, text...)
	return s.write()
}

// write puts the pending lines on the disk, all of them or none.
func (s *store) write() error {
	if len(s.pending) == 0 {
		return nil
	}
	_, err := s.file.WriteAt(s.pending, s.end)
	if err == nil {
		err = s.file.Sync()
	}
	if err != nil {
		return fmt.Errorf("checkpoint: %s is not saved: %w", s.path,
			errors.Join(err, s.file.Truncate(s.end)))
	}
	s.end += int64(len(s.pending))
	s.pending, s.failed = nil, nil
	return nil
}

// report passes on why something went wrong that does not end the run.
func (s *store) report(err error) {
	if s.warn != nil {
		s.warn(err)
	}
}

// save appends a line in the middle of the run, which continues if that fails: the disk may
// have room again, and the count needs none. A failed write of the output is an error: the
// output has lost something.
func (s *store) save(l line) error {
	if s.output != nil {
		if err := s.output.sync(); err != nil {
			return err
		}
		mark := s.output.mark()
		l.Output, l.Solutions = &mark, s.solutions
		s.last = l
	}
	err := s.append(l)
	if err != nil && s.failed == nil {
		s.report(err)
	}
	s.failed = err
	return nil
}

// Begin implements plan.Store.
func (s *store) Begin(p *plan.Plan) *plan.Tree {
	if len(s.unit) > 0 {
		return p.Tree(s.unit)
	}
	return p.Tree()
}

// Refresh implements plan.Store.
func (s *store) Refresh(t *plan.Tree) error {
	return s.Read(context.Background(), func(r plan.Record, _ bool) error { return t.Add(r) })
}

// Keep implements plan.Store.
func (s *store) Keep(r plan.Record, _ bool) error {
	s.records[r.Unit.String()] = r
	return s.save(line{Record: &r})
}

// Partial keeps what was found of a unit that is not done, unless an earlier try found more.
// If the backend does not list, it has reported solutions meanwhile: their number counts if
// it is greater.
func (s *store) Partial(r plan.Record) {
	if s.output != nil {
		return // the output is cut back
	}
	report := *r.Report
	report.Error, report.Complete, report.Completeness = "", false, ""
	if n := big.NewInt(s.reported() - s.before); !s.lists && !report.UpToSymmetry &&
		report.Count.Cmp(n) < 0 {
		report.Count = n
	}
	if r.Report = &report; s.found(r) {
		_ = s.save(line{Partial: &r})
	}
}

// found notes what was found of a unit that is not done, and whether it is more than before.
func (s *store) found(r plan.Record) bool {
	name := r.Unit.String()
	if had, ok := s.partial[name]; ok && had.Count.Cmp(r.Report.Count) >= 0 ||
		r.Report.Count.Sign() == 0 {
		return false
	}
	s.partial[name] = *r.Report
	return true
}

// Lease implements plan.Store: there is one worker.
func (s *store) Lease(u plan.Unit, _ bool, _ plan.Owner) (release func(), ok bool, err error) {
	_, done := s.records[u.String()]
	s.before = s.reported()
	return func() {}, !done, nil
}

// Watch implements plan.Store: no other process changes the file.
func (s *store) Watch(context.Context) {}

// Read implements plan.Store.
func (s *store) Read(_ context.Context, add func(r plan.Record, audit bool) error) error {
	for _, r := range s.records {
		if err := add(r, false); err != nil {
			return err
		}
	}
	return nil
}

// partialReport is what was found of some units: by their parts, or by a try that was given up,
// whichever is more.
func (s *store) partialReport(units []plan.Unit) (sum backends.Report, ok bool) {
	var reports []backends.Report
	for _, u := range units {
		name := u.String()
		r, done := s.records[name]
		if done && r.Report != nil {
			reports = append(reports, *r.Report)
			continue
		}
		parts, ok := s.partialReport(u.Split(r.Split))
		if had, tried := s.partial[name]; tried && (!ok || had.Count.Cmp(parts.Count) > 0) {
			parts, ok = had, true
		}
		if ok {
			reports = append(reports, parts)
		}
	}
	if len(reports) == 0 {
		return backends.Report{Count: new(big.Int)}, false
	}
	return backends.Sum(reports...), true
}

// close closes the files.
func (s *store) close() error {
	err := s.file.Close()
	if s.output != nil {
		err = errors.Join(err, s.output.close())
	}
	return err
}
