package plan

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/exactile/exactile/internal/file"
	"github.com/exactile/exactile/internal/located"
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
//
// A record that is damaged is renamed to UNIT.json.damaged1, and its unit done again.
type Folder struct {
	// Warn, if not nil, gets what was damaged and put aside. It must be set before the folder is
	// used, and may be called by several workers at once.
	Warn   func(error)
	path   string
	leases leases
}

// at returns the folder at a path.
func at(path string) *Folder {
	return &Folder{
		path:   path,
		leases: leases{dir: filepath.Join(path, leasesDir), seen: map[string]leaseState{}},
	}
}

const (
	planFile   = "plan.json"
	puzzleFile = "puzzle"
	unitsDir   = "units"
	splitsDir  = "splits"
	auditsDir  = "audits"
	leasesDir  = "leases"
	suffix     = ".json"
	// maxFile bounds what is read: plans grow with the items of a model.
	maxFile = 64 << 20
)

// CreateFolder makes a folder for a plan and the text of its puzzle. A folder that is there
// must be empty or of the same plan, which it then continues, even if its creation was cut
// short. If several processes create one at once, those with the same plan share it.
func CreateFolder(path string, p *Plan, puzzle []byte) (*Folder, error) {
	f := at(path)
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
		if n := e.Name(); n != puzzleFile && n != planFile &&
			!strings.HasPrefix(n, temporaryPrefix) && !slices.Contains(dirs, n) {
			return nil, fmt.Errorf("plan: %s: the folder holds other files, such as %s", path, n)
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
			return nil, errors.Join(err, fmt.Errorf("plan: %s: %w: the folder holds another puzzle",
				path, ErrOther))
		}
	}
	text, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	// last: then all is there
	if kept, err := f.keep(planFile, append(text, '\n')); err != nil || kept {
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
	return fmt.Errorf("plan: %s: %w: the folder holds a plan of %s with %d units", f.path, ErrOther,
		there.Puzzle, there.Units)
}

// OpenFolder returns a folder and its plan.
func OpenFolder(path string) (*Folder, *Plan, error) {
	f := at(path)
	text, err := f.read(planFile)
	if err != nil {
		return nil, nil, fmt.Errorf("plan: %w", err)
	}
	p, err := Parse(text)
	if err != nil {
		return nil, nil, located.Errorf(filepath.Join(path, planFile), 0, 0, "%w", err)
	}
	return f, p, nil
}

// Puzzle is the text of the puzzle, as given to CreateFolder.
func (f *Folder) Puzzle() ([]byte, error) { return f.read(puzzleFile) }

// Keep stores a record. A possible split is announced before, so that workers find the
// splits without reading all records of others.
func (f *Folder) Keep(r Record, audit bool) error {
	if audit {
		if _, err := f.put(auditsDir, r); err != nil {
			return err
		}
		return f.compare(r)
	}
	if r.Split > 0 {
		if _, err := f.keep(filepath.Join(splitsDir, r.Unit.Name()+suffix), nil); err != nil {
			return err
		}
	}
	kept, err := f.put(unitsDir, r)
	if err != nil || kept {
		return err
	}
	return f.compare(r)
}

// compare returns a [Contradiction] if the record of a unit has another answer.
func (f *Folder) compare(r Record) error {
	first, ok, err := f.record(unitsDir, r.Unit.Name())
	switch {
	case err != nil:
		return err
	case !ok: // it was damaged
		_, err = f.put(unitsDir, r)
		return err
	case !first.Agrees(r):
		return &Contradiction{first, r}
	}
	return nil
}

// Records returns the records of all units.
func (f *Folder) Records() ([]Record, error) { return f.records(unitsDir) }

// Read passes on all records, those of audits last.
func (f *Folder) Read(_ context.Context, add func(r Record, audit bool) error) error {
	for _, dir := range []string{unitsDir, auditsDir} {
		records, err := f.records(dir)
		if err != nil {
			return err
		}
		for _, r := range records {
			if err := add(r, dir == auditsDir); err != nil {
				return err
			}
		}
	}
	return nil
}

// Merge adds up the records that are there. An audit with another answer than the record of its
// unit is a [Contradiction].
func (f *Folder) Merge(p *Plan) (Total, error) {
	return p.Tree().Wait(context.Background(), f.Read, 0, nil)
}

// abandonedAfter is the age of a file that a killed worker was writing.
const abandonedAfter = time.Hour

// Begin removes what killed workers left, and returns the tree of all units.
func (f *Folder) Begin(p *Plan) *Tree {
	for _, dir := range []string{"", unitsDir, splitsDir, auditsDir, leasesDir} {
		entries, _ := os.ReadDir(filepath.Join(f.path, dir))
		for _, e := range entries {
			info, err := e.Info()
			if err == nil && strings.HasPrefix(e.Name(), temporaryPrefix) &&
				time.Since(info.ModTime()) > abandonedAfter {
				_ = os.Remove(filepath.Join(f.path, dir, e.Name()))
			}
		}
	}
	return p.Tree()
}

// Refresh finds out which records are there, and reads those that may be splits. The list of
// possible splits is read last, so that it covers all records found.
func (f *Folder) Refresh(t *Tree) error {
	names, err := f.names(unitsDir)
	if err != nil {
		return err
	}
	splits, err := f.names(splitsDir)
	if err != nil {
		return err
	}
	audits, err := f.names(auditsDir)
	if err != nil {
		return err
	}
	for _, name := range audits {
		t.audited[name] = true
	}
	maybe := make(map[string]bool, len(splits))
	for _, name := range splits {
		maybe[name] = true
	}
	for _, name := range names {
		switch {
		case t.done[name]:
		case !maybe[name]:
			t.done[name] = true
		default:
			r, ok, err := f.record(unitsDir, name)
			if ok {
				err = t.Add(r)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// Lease takes the lease of a unit, and touches it until it is released.
func (f *Folder) Lease(u Unit, audit bool, to Owner) (release func(), ok bool, err error) {
	name, dir := u.Name(), unitsDir
	if audit {
		name, dir = "audit-"+name, auditsDir
	}
	there := func() bool {
		_, err := os.Lstat(filepath.Join(f.path, dir, u.Name()+suffix))
		return err == nil
	}
	if there() {
		return nil, false, nil
	}
	if ok, err = f.leases.take(name, to); err != nil || !ok {
		return nil, false, err
	}
	if there() { // the last holder of the lease has just done it
		f.leases.give(name)
		return nil, false, nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	var group sync.WaitGroup
	group.Go(func() { f.leases.keep(ctx, name, to.Life) })
	return func() {
		cancel()
		group.Wait()
		f.leases.give(name)
	}, true, nil
}

// poll is how long a worker waits if all remaining units are with others.
const poll = time.Second / 4

// Watch waits a moment.
func (f *Folder) Watch(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(poll):
	}
}

func (f *Folder) put(dir string, r Record) (kept bool, err error) {
	text, err := json.Marshal(r)
	if err != nil {
		return false, fmt.Errorf("plan: %w", err)
	}
	return f.keep(filepath.Join(dir, r.Unit.Name()+suffix), append(text, '\n'))
}

// record reads the record of a unit in a folder. What does not read as a record is none: it is
// put aside under another name, and its unit will be done again. A damaged audit is an error:
// without it the sum would look as if nothing had been compared.
func (f *Folder) record(dir, unit string) (r Record, ok bool, err error) {
	name := filepath.Join(dir, unit+suffix)
	text, err := f.read(name)
	if err != nil {
		return r, false, fmt.Errorf("plan: %w", err)
	}
	damage := json.Unmarshal(text, &r)
	if damage == nil {
		damage = r.Sound()
	}
	switch {
	case errors.Is(damage, ErrOther):
		return r, false, fmt.Errorf("plan: %s: %w", filepath.Join(f.path, name), damage)
	case damage == nil && r.Unit.Name() != unit:
		return r, false, fmt.Errorf("plan: %s is damaged: it is of unit %v",
			filepath.Join(f.path, name), r.Unit)
	case damage == nil:
		return r, true, nil
	case dir == auditsDir:
		return r, false,
			fmt.Errorf("plan: %s is damaged: %w; remove it to have the unit audited again",
				filepath.Join(f.path, name), damage)
	}
	path := filepath.Join(f.path, name)
	for n := 1; ; n++ {
		aside := fmt.Sprintf("%s.damaged%d", path, n)
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			err = os.Rename(path, aside)
			if errors.Is(err, fs.ErrNotExist) {
				return Record{}, false, nil // another worker has put it aside
			}
			if err == nil && f.Warn != nil {
				f.Warn(fmt.Errorf("plan: %s is damaged; it was renamed to %s", path,
					filepath.Base(aside)))
			}
			return Record{}, false, err
		}
	}
}

func (f *Folder) records(dir string) ([]Record, error) {
	names, err := f.names(dir)
	if err != nil {
		return nil, err
	}
	all := make([]Record, 0, len(names))
	for _, name := range names {
		r, ok, err := f.record(dir, name)
		if err != nil {
			return nil, err
		}
		if ok {
			all = append(all, r)
		}
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
func (f *Folder) keep(name string, text []byte) (kept bool, err error) {
	kept, err = file.Create(filepath.Join(f.path, name), temporaryPrefix, text, true)
	if err != nil {
		err = fmt.Errorf("plan: %w", err)
	}
	return kept, err
}
