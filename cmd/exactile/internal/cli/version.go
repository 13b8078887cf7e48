package cli

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
)

// FirstRelease is the first version that is published: until it is, nothing can be installed by its
// version. Texts that name a version say "from FirstRelease on", and a test holds them to it.
const FirstRelease = "v0.1.0"

// Version is the module's version as the build recorded it.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// Commit returns the commit that the program was built from, with a mark if files were changed
// since, "" if it is not recorded.
func Commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = ", changed"
		}
	}
	if commit == "" {
		return ""
	}
	return commit + changed
}

// ProgramVersion identifies this program: by its version, or by a digest of its file if the version
// is missing or not exact.
func ProgramVersion() (string, error) {
	name := Version()
	if strings.HasPrefix(name, "v") && !strings.Contains(name, "+") {
		return name, nil
	}
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	digest, err := FileDigest(path)
	if err != nil {
		return "", err
	}
	return name + ", a program of " + digest, nil
}

// FileDigest is a digest of the program file at a path.
func FileDigest(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return fmt.Sprintf("sha256:%x", h.Sum(nil)[:8]), nil
}
