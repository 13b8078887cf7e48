package bench

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	linkOf   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	codeName = regexp.MustCompile("`([a-z]+(?:\\.[A-Z]\\w*)+)")
)

// A link of a README leads to a file that is there, one with a heading to a heading of it, and a
// name in code, such as native.Searcher, is a name of that package.
func TestReadmesLinkToWhatIsThere(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector finds no other links")
	}
	t.Parallel()
	repository := checkedRepository(t)
	links, names := 0, 0
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".md" {
			if err == nil && d.IsDir() && d.Name() == ".git" {
				return fs.SkipDir
			}
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, link := range linkOf.FindAllStringSubmatch(string(text), -1) {
			target, heading, _ := strings.Cut(link[1], "#")
			if strings.Contains(target, ":") {
				continue // elsewhere
			}
			links++
			full := file
			if target != "" {
				full = filepath.Join(filepath.Dir(file), filepath.FromSlash(target))
			}
			if content, err := os.ReadFile(full); heading != "" {
				if err != nil || !hasHeading(string(content), heading) {
					t.Errorf("%s: (%s): no such heading (%v)", file, link[1], err)
				}
			} else if _, err := os.Stat(full); err != nil {
				t.Errorf("%s: (%s): %v", file, link[1], err)
			}
		}
		for _, name := range codeName.FindAllStringSubmatch(string(text), -1) {
			names++
			if !repository[0].leads(name[1]) {
				t.Errorf("%s: there is no %s", file, name[1])
			}
		}
		return nil
	})
	if err != nil || links < 20 || names < 10 {
		t.Errorf("%d links and %d names in READMEs, %v", links, names, err)
	}
}

// hasHeading reports whether a text has a heading with an anchor, as GitHub makes them.
func hasHeading(text, anchor string) bool {
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(line, "#"); ok {
			name = strings.ToLower(strings.TrimSpace(strings.TrimLeft(name, "#")))
			name = regexp.MustCompile(`[^\w\- ]`).ReplaceAllString(name, "")
			if strings.ReplaceAll(name, " ", "-") == anchor {
				return true
			}
		}
	}
	return false
}
