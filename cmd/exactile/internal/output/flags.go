package output

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/exactile/exactile/cmd/exactile/internal/usage"
)

// Flags say what is printed and where, as they were given.
type Flags struct {
	format string
	path   string
	json   bool
	known  []string // the formats of the verb, the default first
}

// Add defines the flags; formats lists what the verb can print, the default first.
func (f *Flags) Add(flags *pflag.FlagSet, formats ...string) {
	f.known = formats
	usage.AddSingle(flags, &f.format, "format", "f", "",
		"`FORMAT` of what is printed: "+strings.Join(formats, ", "), "")
	usage.Choose(flags, "format", formats...)
	usage.AddSingle(flags, &f.path, "output", "o", "-",
		"`PATH` of the file to print to; -: standard output", "")
	if slices.Contains(formats, "json") {
		flags.BoolVar(&f.json, "json", false, "short for -f json")
	}
}

// A Target is what the flags ask for.
type Target struct {
	Format string
	Path   string // "-": standard output
	Chosen bool   // the format was named, and does not follow from the path or the verb
}

// Resolve settles the format: --json, -f, the ending of -o, or the default.
func (f *Flags) Resolve() (Target, error) {
	t := Target{f.format, f.path, f.format != "" || f.json}
	if f.json {
		if t.Format != "" && t.Format != "json" {
			return t, usage.Errorf("--json and -f %s ask for different things", t.Format)
		}
		t.Format = "json"
	}
	if t.Format == "" {
		ending, promised := Promise(f.path, f.known...)
		switch {
		case slices.Contains(f.known, ending):
			t.Format = ending
		case promised:
			return t, usage.Errorf("-o %s: this verb writes no %s; name a format with -f: %s",
				f.path, ending, strings.Join(f.known, ", "))
		default:
			t.Format = f.known[0]
		}
	}
	return t, usage.OneOf("unknown format %q", t.Format, f.known)
}

// ToStandardOutput reports whether the verb prints to standard output.
func (t Target) ToStandardOutput() bool { return t.Path == "-" || t.Path == "" }

// endings are the usual ends of file names that are not the names of formats.
var endings = map[string]string{"yml": "yaml", "cfg": "cap", "cnf": "dimacs", "mzn": "minizinc",
	"tex": "latex", "def": "polycube"}

// plain are the ends of file names that promise nothing: any format may be in such a file.
// Any other end that is no format is a promise that would be broken.
var plain = []string{"", "txt", "text", "log", "out"}

// Promise returns the format that a path ends in, if it is one, whatever its case, and
// whether the ending says that something else will be in the file than the known formats.
// A name that begins with its only point has no ending.
func Promise(path string, known ...string) (ending string, broken bool) {
	name := strings.TrimLeft(filepath.Base(path), ".")
	ending = strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	if format, ok := endings[ending]; ok {
		ending = format
	}
	standard := path == "-" || path == ""
	return ending, !standard && !slices.Contains(known, ending) && !slices.Contains(plain, ending)
}
