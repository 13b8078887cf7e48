package output

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/exactile/exactile/cmd/exactile/internal/usage"
)

// Flags are the format and the path of the output, as they were given.
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

// A Target is the output that the flags ask for.
type Target struct {
	Format string
	Path   string // "-": standard output
	Chosen bool   // the format was named by a flag
}

// Resolve sets the format: from --json, -f, the ending of -o, or the default.
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

// isJSON reports whether errors are printed as JSON, too.
func (t Target) isJSON() bool { return t.Format == "json" || t.Format == "jsonl" }

// ToStandardOutput reports whether the verb prints to standard output.
func (t Target) ToStandardOutput() bool { return t.Path == "-" || t.Path == "" }

// endings are usual file name endings that differ from the format's name, where a verb knows that.
var endings = map[string]string{"yml": "yaml", "cfg": "cap", "cnf": "dimacs", "mzn": "minizinc",
	"tex": "latex", "def": "polycube", "csv": "matrix"}

// plain are file name endings that name no format: such a file may have any format. Any other
// ending that is not a format of the verb is an error.
var plain = []string{"", "txt", "text", "log", "out"}

// Promise returns the ending of a path in lower case, as the name of a format if it is a usual
// ending of one, and whether it promises other content than the known formats. A name whose
// only point is the first character has no ending.
func Promise(path string, known ...string) (ending string, broken bool) {
	name := strings.TrimLeft(filepath.Base(path), ".")
	ending = strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	if format := endings[ending]; slices.Contains(known, format) {
		ending = format
	}
	standard := path == "-" || path == ""
	return ending, !standard && !slices.Contains(known, ending) && !slices.Contains(plain, ending)
}
