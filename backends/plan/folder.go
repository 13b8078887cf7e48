package plan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Folder is a plan and its records on a disk that all workers share. Each file appears
// under its name only once it is whole, so that a worker may end in any way at any time.
//
//	plan.json          the plan
//	puzzle             the text of the puzzle, for readers
//	units/UNIT.json    the record of a unit
//	splits/UNIT.json   empty: the record of the unit may be a split; all others are reports
//	audits/UNIT.json   the record of a unit that was done again
//	leases/UNIT        the worker of a unit, touched every now and then
type Folder struct{ path string }

const (
	planFile   = "plan.json"
	puzzleFile = "puzzle"
	unitsDir   = "units"
	splitsDir  = "splits"
	auditsDir  = "audits"
	leasesDir  = "leases"
	suffix     = ".json"
	// freshPrefix begins the names of files that are being written.
	freshPrefix = ".new-"
	// maxFile bounds what is read: plans grow with the items of a model.
	maxFile = 64 << 20
)

// CreateFolder makes a folder for a plan and the text of its puzzle. A folder that is there
// must be empty or of the same plan, which it then continues, even if its creation was cut
// short. If several processes create one at once, those with the same plan share it.
func CreateFolder(path string, p *Plan, puzzle []byte) (*Folder, error) {
	f := &Folder{path}
	if _, there, err := OpenFolder(path); err == nil {
		return f, f.of(there, p)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	dirs := []string{unitsDir, splitsDir, auditsDir, leasesDir}
	entries, err := os.ReadDir(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("plan: %w", err)
	}
	for _, e := range entries {
		if n := e.Name(); n != puzzleFile && n != planFile && !strings.HasPrefix(n, freshPrefix) && !slices.Contains(dirs, n) {
			return nil, fmt.Errorf("plan: %s: there is something else in the folder, such as %s", path, n)
		}
	}
	for _, name := range dirs {
		if err := os.MkdirAll(filepath.Join(path, name), 0o777); err != nil {
			return nil, fmt.Errorf("plan: %w", err)
		}
	}
	switch kept, err := f.keep(puzzleFile, puzzle); {
	case err != nil:
		return nil, err
	case !kept: // then the plan must be for that puzzle
		if there, err := f.Puzzle(); err != nil || !bytes.Equal(there, puzzle) {
			return nil, errors.Join(err, fmt.Errorf("plan: %s: %w: there is another puzzle in the folder", path, ErrOther))
		}
	}
	text, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	if kept, err := f.keep(planFile, append(text, '\n')); err != nil || kept { // last: then all is there
		return f, err
	}
	_, there, err := OpenFolder(path)
	if err != nil {
		return nil, err
	}
	return f, f.of(there, p)
}

// of returns an error unless the plan in the folder is p.
func (f *Folder) of(there, p *Plan) error {
	if there.Digest() == p.Digest() {
		return nil
	}
	return fmt.Errorf("plan: %s: %w: there is a plan of %s with %d units in the folder", f.path, ErrOther, there.Puzzle, there.Units)
}

// OpenFolder returns a folder and its plan.
func OpenFolder(path string) (*Folder, *Plan, error) {
	f := &Folder{path}
	text, err := f.read(planFile)
	if err != nil {
		return nil, nil, fmt.Errorf("plan: %w", err)
	}
	p, err := Parse(text)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", filepath.Join(path, planFile), err)
	}
	return f, p, nil
}

// Puzzle is the text of the puzzle, as given to CreateFolder.
func (f *Folder) Puzzle() ([]byte, error) { return f.read(puzzleFile) }

// Put keeps the record of a unit unless there is one; of several at once, one is kept. It is a
// [Contradiction] if the record kept has another answer. A possible split is announced before,
// so that workers find the splits without reading all records of others.
func (f *Folder) Put(r Record) error {
	if r.Split > 0 {
		if _, err := f.keep(filepath.Join(splitsDir, r.Unit.String()+suffix), nil); err != nil {
			return err
		}
	}
	kept, err := f.put(unitsDir, r)
	if err != nil || kept {
		return err
	}
	return f.compare(r)
}

// Audit keeps the record of a repeated unit unless there is one.
func (f *Folder) Audit(r Record) error {
	_, err := f.put(auditsDir, r)
	return err
}

// compare returns a [Contradiction] if the record of a unit has another answer.
func (f *Folder) compare(r Record) error {
	first, err := f.record(filepath.Join(unitsDir, r.Unit.String()+suffix))
	if err == nil && !first.Agrees(r) {
		err = &Contradiction{first, r}
	}
	return err
}

// Records returns the records of all units.
func (f *Folder) Records() ([]Record, error) { return f.records(unitsDir) }

// Audits returns the records of all repeated units.
func (f *Folder) Audits() ([]Record, error) { return f.records(auditsDir) }

// Merge adds up the records. An audit with another answer than the record of its unit is a
// [Contradiction].
func (f *Folder) Merge(p *Plan) (Total, error) {
	records, err := f.Records()
	if err != nil {
		return Total{}, err
	}
	audits, err := f.Audits()
	if err != nil {
		return Total{}, err
	}
	byName := make(map[string]Record, len(records))
	for _, r := range records {
		byName[r.Unit.String()] = r
	}
	digest := p.Digest()
	for _, again := range audits {
		if err := p.made(again, digest); err != nil {
			return Total{}, err
		}
		if again.Report == nil {
			return Total{}, fmt.Errorf("plan: the audit of unit %v is damaged: it has no report", again.Unit)
		}
		if r, ok := byName[again.Unit.String()]; ok && !r.Agrees(again) {
			return Total{}, &Contradiction{r, again}
		}
	}
	return p.Merge(records...)
}

func (f *Folder) put(dir string, r Record) (kept bool, err error) {
	text, err := json.Marshal(r)
	if err != nil {
		return false, fmt.Errorf("plan: %w", err)
	}
	return f.keep(filepath.Join(dir, r.Unit.String()+suffix), append(text, '\n'))
}

func (f *Folder) record(name string) (r Record, err error) {
	text, err := f.read(name)
	if err != nil {
		return r, fmt.Errorf("plan: %w", err)
	}
	if err = json.Unmarshal(text, &r); err == nil {
		err = r.Sound()
	}
	if err == nil && r.Unit.String()+suffix != filepath.Base(name) {
		err = fmt.Errorf("it is of unit %v", r.Unit)
	}
	if err != nil {
		return r, fmt.Errorf("plan: %s is damaged: %w", filepath.Join(f.path, name), err)
	}
	return r, nil
}

func (f *Folder) records(dir string) ([]Record, error) {
	names, err := f.names(dir)
	if err != nil {
		return nil, err
	}
	all := make([]Record, 0, len(names))
	for _, name := range names {
		r, err := f.record(filepath.Join(dir, name+suffix))
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// names lists the units that have a file in a folder.
func (f *Folder) names(dir string) ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(f.path, dir))
	if err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), suffix); ok {
			names = append(names, name)
		}
	}
	return names, nil
}

func (f *Folder) read(name string) ([]byte, error) {
	path := filepath.Join(f.path, name)
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, fmt.Errorf("%s: it is no file, or too large", path)
	}
	return os.ReadFile(path)
}

// keep writes a file unless there is one of that name, and reports whether it did.
// The file appears whole and on the disk, or not at all.
func (f *Folder) keep(name string, text []byte) (kept bool, err error) {
	return place(filepath.Join(f.path, name), text, true)
}

// link is os.Link. Tests replace it: not every file system has links.
var link = os.Link

// place writes a file unless there is one at that path, and reports whether it did. The file
// appears whole, and on the disk if synced is set, or not at all.
func place(path string, text []byte, synced bool) (placed bool, err error) {
	fresh, err := os.CreateTemp(filepath.Dir(path), freshPrefix+"*")
	if err != nil {
		return false, fmt.Errorf("plan: %w", err)
	}
	defer os.Remove(fresh.Name())
	_, err = fresh.Write(text)
	if err == nil {
		err = fresh.Chmod(0o644)
	}
	if err == nil && synced {
		err = fresh.Sync()
	}
	if err = errors.Join(err, fresh.Close()); err != nil {
		return false, fmt.Errorf("plan: %s is not saved: %w", path, err)
	}
	// A link, unlike a rename, does not replace a file of another process.
	switch err = link(fresh.Name(), path); {
	case errors.Is(err, fs.ErrExist):
		return false, nil
	case err != nil: // not every file system has links
		if _, gone := os.Lstat(path); gone == nil {
			return false, nil
		}
		err = os.Rename(fresh.Name(), path)
	}
	if err != nil {
		return false, fmt.Errorf("plan: %s is not saved: %w", path, err)
	}
	return true, nil
}
