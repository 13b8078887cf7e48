package process

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Profiles is a table of programs. It does not change: With makes another. The
// zero Profiles knows no program.
type Profiles struct{ list []Profile }

//go:embed profiles.yaml
var builtinText []byte

var builtin = sync.OnceValue(func() Profiles {
	p, err := Profiles{}.With("profiles.yaml", builtinText)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return p
})

// Builtin returns the programs that this package knows.
func Builtin() Profiles { return builtin() }

// With returns the table with the programs of a YAML text in the form of profiles.yaml added. A
// program replaces one of the same name. Errors give the name of the file, the line and the
// column. An unknown key or placeholder is an error, and so is a program that can do nothing.
func (p Profiles) With(name string, text []byte) (Profiles, error) {
	programs, err := parse(name, text)
	if err != nil {
		return Profiles{}, err
	}
	for _, program := range programs {
		p = p.add(program)
	}
	return p, nil
}

// Find returns the program of a name, as the shell would find it, or of a path.
func (p Profiles) Find(name string) (*Program, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("process: no program or file %q was found",
				name)
		}
		return nil, fmt.Errorf("process: program %q cannot be run: %w", name, err)
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("process: %w", err)
	}
	return &Program{Path: path, Profile: p.of(filepath.Base(path))}, nil
}

// Names returns the names of the programs in the order of the table.
func (p Profiles) Names() []string {
	names := make([]string, len(p.list))
	for k := range p.list {
		names[k] = p.list[k].Name
	}
	return names
}

// add returns the table with a program added, or replaced if the name is in the table.
func (p Profiles) add(new Profile) Profiles {
	list := slices.Clone(p.list)
	if k := slices.IndexFunc(list, func(old Profile) bool { return old.Name == new.Name }); k >= 0 {
		list[k] = new
	} else {
		list = append(list, new)
	}
	return Profiles{list}
}

// of returns the profile of a program by its file name: that of the longest name that is a
// prefix of it, so that minisat_static and cryptominisat5 are known too.
func (p Profiles) of(base string) Profile {
	best := generic()
	for _, known := range p.list {
		if strings.HasPrefix(base, known.Name) && len(known.Name) > len(best.Name) {
			best = known
		}
	}
	return best
}

// A Found is a program of the table as it is on this machine.
type Found struct {
	Name    string // in the table
	Profile Profile
	// Program is nil if it is not installed.
	Program *Program
	// Version is its version, "" if it cannot be queried or has not answered.
	Version string
}

// Installed looks for all programs of the table and queries the versions of those
// it finds, all at once. It takes little more than VersionTime.
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
