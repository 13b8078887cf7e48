package file

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// pendingName is the name of a hidden file or folder of this package: a dot, the name that it will
// get, and a random number.
var pendingName = regexp.MustCompile(`^\..*\.[0-9a-f]{8}$`)

// IsPending reports whether a name in a folder is that of a file or folder that is not complete.
func IsPending(name string) bool { return pendingName.MatchString(name) }

// maxTitle bounds, in bytes, how much of a file's name is part of the hidden one's: with the
// additions it must not exceed the length limit of names.
const maxTitle = 100

// hiddenPrefix is what the hidden name of a title begins with.
func hiddenPrefix(title string) string {
	if len(title) > maxTitle {
		title = strings.ToValidUTF8(title[:maxTitle], "")
	}
	return "." + title + "."
}

// left returns the hidden files and folders in a folder, with this title, that no process holds.
func left(in, title string) (paths []string) {
	prefix := hiddenPrefix(title)
	entries, _ := os.ReadDir(filepath.Clean(in)) // what cannot be read stays
	for _, e := range entries {
		path := filepath.Join(in, e.Name())
		if number, ok := strings.CutPrefix(e.Name(), prefix); !ok || len(number) != 8 ||
			!IsPending(e.Name()) {
			continue
		}
		if !e.IsDir() && !e.Type().IsRegular() {
			continue
		}
		if lock, err := lockPath(path); err == nil && lock != nil {
			paths = append(paths, path)
			_ = lock.Close()
		}
	}
	return paths
}
