package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/exactile/exactile/internal/file"
)

// parts are the files and folders in a folder that belong to a certificate or a plan there. They
// are no puzzles of the user, and a claim that is written into one of them breaks it.
type parts struct {
	folder string
	what   string // "a certificate" or "a plan"; "": neither
	advice string
	names  []string
}

// certificateSuffix is the suffix of folders that are certificates even if their certificate.json
// is damaged.
const certificateSuffix = ".certificate"

// puzzleParts are the parts of a certificate that could be read as puzzles.
var puzzleParts = []string{"puzzle.yaml", "model.dlx"}

// mostRead bounds in bytes what is read of a file to tell what it is: all of a certificate.json,
// and of a plan.json the first keys.
const mostRead = 1 << 20

// partsOf recognizes a certificate and a plan in a folder.
func partsOf(folder string) parts {
	p := parts{folder: folder}
	var cert struct {
		Generator string `json:"generator"`
		Claim     struct {
			Model string `json:"model"`
		} `json:"claim"`
		Files []struct {
			Name string `json:"name"`
		} `json:"files"`
	}
	text := start(filepath.Join(folder, "certificate.json"))
	isOurs := json.Unmarshal(text, &cert) == nil && cert.Generator != "" &&
		cert.Claim.Model != "" && cert.Files != nil
	if isOurs {
		p.what, p.advice = "a certificate", "exactile certify --check"
		p.names = []string{"certificate.json"}
		for _, f := range cert.Files { // no others: the list must not hide puzzles
			if slices.Contains(puzzleParts, f.Name) {
				p.names = append(p.names, f.Name)
			}
		}
	}
	if bytes.Contains(start(filepath.Join(folder, "plan.json")), []byte(`"exactile_plan":`)) {
		p.what, p.advice = "a plan", "exactile merge"
		p.names = append(p.names, "plan.json", "units", "splits", "audits", "leases")
	}
	return p
}

// start returns the beginning of a regular file, nil if it cannot be read.
func start(file string) []byte {
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, mostRead))
	return text
}

// has reports whether a file or folder in the folder is one of the parts.
func (p parts) has(path string) bool { return slices.Contains(p.names, filepath.Base(path)) }

// refuse is the error about a path that is part of a certificate or a plan, or all of it.
func (p parts) refuse(path string) error {
	if filepath.Clean(path) == filepath.Clean(p.folder) {
		return fmt.Errorf("%s: is %s, no puzzle; see %s", path, p.what, p.advice)
	}
	return fmt.Errorf("%s: is part of %s, which claims would break", path, p.what)
}

// isPart reports whether a folder within another is no place of puzzles: a certificate by its name,
// what a killed process has left, or part of a plan.
func isPart(path string, d fs.DirEntry) bool {
	return strings.HasSuffix(d.Name(), certificateSuffix) || file.IsPending(d.Name()) ||
		partsOf(filepath.Dir(path)).has(path)
}
