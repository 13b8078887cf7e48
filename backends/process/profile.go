package process

import (
	_ "embed"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A Profile says how a program is called and how it answers. profiles.yaml says
// more about each field; its keys have the fields' names in lower case.
type Profile struct {
	// Name is the program's file name, or the beginning of it.
	Name string `yaml:"name"`
	// Solve, List and Count are the arguments that make the program look for one
	// model, print all, or count them; nil if it cannot.
	Solve []string `yaml:"solve"`
	List  []string `yaml:"list"`
	Count []string `yaml:"count"`
	// Most is after how many models List gets slow, 0 for never.
	Most int `yaml:"most"`
	// Model is how it prints models: "lines" or "result".
	Model string `yaml:"model"`
	// Satisfiable, Unsatisfiable and Complete are exit statuses.
	Satisfiable   []int `yaml:"satisfiable"`
	Unsatisfiable []int `yaml:"unsatisfiable"`
	Complete      []int `yaml:"complete"`
	// Approximate counts are estimates.
	Approximate bool `yaml:"approximate"`
	// Projects says that the program honours `c p show` lines.
	Projects bool `yaml:"projects"`
	// Beside says that it must be started in its own folder.
	Beside bool `yaml:"beside"`
	// Version is its arguments for that question, nil if it cannot be asked, and
	// Match a regular expression whose group is the version in its answer; empty is
	// the first line.
	Version []string `yaml:"version"`
	Match   string   `yaml:"match"`
}

// The places of file names in arguments.
const (
	formulaPlace = "{formula}"
	resultPlace  = "{result}"
	dirPlace     = "{dir}"
)

// The ways in which programs print models.
const (
	modelLines  = "lines"
	modelResult = "result"
)

// complete fills in what the file leaves out.
func (p *Profile) complete() {
	if p.Model == "" {
		p.Model = modelLines
	}
	if p.Satisfiable == nil {
		p.Satisfiable = []int{10}
	}
	if p.Unsatisfiable == nil {
		p.Unsatisfiable = []int{20}
	}
}

// generic is the profile of a program that nobody knows: it does as the SAT
// competitions ask.
func generic() Profile {
	p := Profile{Solve: []string{formulaPlace}}
	p.complete()
	return p
}

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

// Names returns the names of the programs in the order of the table.
func (p Profiles) Names() []string {
	names := make([]string, len(p.list))
	for k := range p.list {
		names[k] = p.list[k].Name
	}
	return names
}

// add returns the table with one program more, or another in its place.
func (p Profiles) add(new Profile) Profiles {
	list := slices.Clone(p.list)
	if k := slices.IndexFunc(list, func(old Profile) bool { return old.Name == new.Name }); k >= 0 {
		list[k] = new
	} else {
		list = append(list, new)
	}
	return Profiles{list}
}

// of returns the profile of a program by its file name: the longest name that it
// begins with, so that minisat_static and cryptominisat5 are known too.
func (p Profiles) of(base string) Profile {
	best := generic()
	for _, known := range p.list {
		if strings.HasPrefix(base, known.Name) && len(known.Name) > len(best.Name) {
			best = known
		}
	}
	return best
}

// fill puts file names into arguments.
func fill(args []string, f files) []string {
	names := strings.NewReplacer(formulaPlace, f.formula, resultPlace, f.result, dirPlace, f.dir)
	filled := make([]string, len(args))
	for k, a := range args {
		filled[k] = names.Replace(a)
	}
	return filled
}

// files are where a run of a program keeps what it reads and writes.
type files struct{ dir, formula, result string }

func filesIn(dir string) files {
	return files{dir, filepath.Join(dir, "formula.cnf"), filepath.Join(dir, "result")}
}

// version finds the version in what a program said.
func (p *Profile) version(said string) string {
	said = strings.TrimSpace(said)
	if p.Match != "" {
		match := regexp.MustCompile("(?m)" + p.Match).FindStringSubmatch(said)
		if match == nil {
			return ""
		}
		return strings.TrimSpace(match[1])
	}
	line, _, _ := strings.Cut(said, "\n")
	return strings.TrimSpace(line)
}
