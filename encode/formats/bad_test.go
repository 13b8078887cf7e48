package formats_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/lattice"
)

const fixtures = "../../testdata/formats"

// badFiles calls f with every file of the archives of mistakes, and the message
// that it should get, in which {lattices} stands for their list.
func badFiles(t testing.TB, f func(name, text, want string)) {
	t.Helper()
	archives, err := filepath.Glob(filepath.Join(fixtures, "bad-*.txtar"))
	if err != nil || len(archives) < 6 {
		t.Fatalf("%d archives of mistakes, %v", len(archives), err)
	}
	var lattices []string
	for _, l := range lattice.All() {
		lattices = append(lattices, l.Name)
	}
	lists := strings.NewReplacer("{lattices}", strings.Join(lattices, ", "))
	for _, path := range archives {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		members := members(string(text))
		if len(members) < 4 || len(members)%2 != 0 {
			t.Fatalf("%s: %d files", path, len(members))
		}
		for k := 0; k < len(members); k += 2 {
			bad, want := members[k], members[k+1]
			if strings.TrimSuffix(bad.name, filepath.Ext(bad.name))+".want" != want.name {
				t.Fatalf("%s: %s is followed by %s", path, bad.name, want.name)
			}
			f(bad.name, bad.text, lists.Replace(strings.TrimSuffix(want.text, "\n")))
		}
	}
}

type member struct{ name, text string }

// members takes apart an archive in the form of Go's txtar: a line "-- NAME --"
// before each file.
func members(archive string) []member {
	var all []member
	for line := range strings.Lines(archive) {
		name, isHead := strings.CutPrefix(line, "-- ")
		name, isHead2 := strings.CutSuffix(name, " --\n")
		switch {
		case isHead && isHead2:
			all = append(all, member{name: name})
		case len(all) > 0:
			all[len(all)-1].text += line
		}
	}
	return all
}

// compileAll reads a text and compiles its puzzles, as a user of it would.
func compileAll(name, text string, o formats.Options) error {
	file, err := formats.Read(name, strings.NewReader(text), o)
	if err != nil {
		return err
	}
	for _, d := range file.Documents {
		if _, err := d.Compile(); err != nil {
			return err
		}
	}
	return nil
}

func TestEveryMistakeHasItsPlace(t *testing.T) {
	badFiles(t, func(name, text, want string) {
		err := compileAll(name, text, formats.Options{})
		if err == nil {
			t.Errorf("%s is read without an error; want\n%s", name, want)
			return
		}
		if err.Error() != want {
			t.Errorf("%s:\n%v\nwant\n%s", name, err, want)
		}
	})
}

// A file with CR LF at the ends of its lines, or a byte order mark, has the same
// mistakes in the same places.
func TestLineEndsAndMarksAreIgnored(t *testing.T) {
	badFiles(t, func(name, text, want string) {
		err := compileAll(name, "\ufeff"+strings.ReplaceAll(text, "\n", "\r\n"), formats.Options{})
		if err == nil || err.Error() != want {
			t.Errorf("%s:\n%v\nwant\n%s", name, err, want)
		}
	})
}

func TestReadFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "two cells.yaml")
	if err := os.WriteFile(name, []byte("board: ..\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	file, err := formats.ReadFile(name, formats.Options{})
	if err != nil || file.Format != "yaml" || file.Documents[0].Puzzle.Name != "two cells" {
		t.Errorf("%+v, %v", file, err)
	}
	if _, err := formats.ReadFile(name+"x", formats.Options{}); !os.IsNotExist(err) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// The mistakes of all puzzles of a file are shown, also where its format is named.
func TestMistakesOfSeveralPuzzles(t *testing.T) {
	for _, format := range []string{"", "pegs"} {
		_, err := formats.Read("two", strings.NewReader("{\"pegs\": 1}\n{\"pegs\": 2}\n"), formats.Options{Format: format})
		first, last, _ := strings.Cut(fmt.Sprint(err), "\n")
		if !strings.HasPrefix(first, "two:1:") || !strings.HasPrefix(last, "two:2:") {
			t.Errorf("%q: %v", format, err)
		}
	}
}
