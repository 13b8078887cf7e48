package proof

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// checkFree returns an error if a file in dir has the name of a part and is none: a user's own
// puzzle.yaml must not be lost.
func checkFree(dir string) error {
	listed, err := listedFiles(dir)
	if err != nil {
		return err
	}
	for _, name := range fileNames() {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil && !listed[name] {
			return fmt.Errorf("proof: %s is in the way: it is no part of a certificate",
				filepath.Join(dir, name))
		}
	}
	return nil
}

// maxCertificateBytes bounds the certificate.json that is replaced.
const maxCertificateBytes = 1 << 20

// listedFiles returns the files of the certificate in dir; only its own name if there is none.
func listedFiles(dir string) (map[string]bool, error) {
	listed := map[string]bool{FileNames.Certificate: true}
	path := filepath.Join(dir, FileNames.Certificate)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return listed, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular() || info.Size() > maxCertificateBytes:
		return nil, fmt.Errorf("proof: %s is in the way: it is no part of a certificate", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var cert Certificate
	if err := json.Unmarshal(text, &cert); err != nil {
		return nil, fmt.Errorf("proof: %s is in the way: %w", path, err)
	}
	for _, f := range cert.Files {
		listed[f.Name] = true
	}
	return listed, nil
}

// fileNames lists all names that a file of a certificate can have.
func fileNames() []string {
	n := FileNames
	names := []string{n.Certificate}
	for _, name := range []string{n.Puzzle, n.Model, n.Solutions, n.Tree, n.Layers, n.Argument,
		n.Symmetry, n.CNF, n.Blocked,
		n.DRAT, n.LRAT} {
		names = append(names, name, name+compressedSuffix)
	}
	return names
}
