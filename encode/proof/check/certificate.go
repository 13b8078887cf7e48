package check

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// formatVersion is the version of certificate.json.
const formatVersion = 1

// A Certificate is the content of certificate.json.
type Certificate struct {
	Format    int    `json:"format"`
	Generator string `json:"generator"` // the program that wrote it, with its version
	Claim     Claim  `json:"claim"`
	// Nodes is the number of nodes of the search tree, 0 without one.
	Nodes string `json:"nodes"`
	// Steps are those of the recount, where they are more than the usual limit. A check does not
	// rely on them.
	Steps int64  `json:"steps,omitempty"`
	Files []File `json:"files"`
}

// A Claim is what a certificate claims. Counts are decimal.
type Claim struct {
	Puzzle string `json:"puzzle"`
	// Model is the fingerprint of the model (cover.Model.Fingerprint).
	Model     string `json:"model"`
	Solutions string `json:"solutions"`
	Digest    string `json:"digest,omitempty"` // of the set of solutions, if they are listed
	// Motions and Orbits are empty if nothing is claimed up to symmetry.
	Motions string `json:"motions,omitempty"`
	Orbits  string `json:"orbits,omitempty"`
}

// maxCertificateBytes bounds certificate.json, which is read whole.
const maxCertificateBytes = 1 << 20

// readCertificate reads certificate.json. It refuses ambiguous text: keys that are repeated or in
// another case, text after the end. To ensure that, the file must equal, byte for byte, what
// writing its content again gives.
func readCertificate(ctx context.Context, dir fs.FS) (*Certificate, error) {
	f, err := openRegular(dir, certificateFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxCertificateBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", certificateFile, err)
	}
	if len(text) > maxCertificateBytes {
		return nil, &Refusal{certificateFile, "end",
			fmt.Sprintf("larger than %d bytes", maxCertificateBytes)}
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	cert := new(Certificate)
	if err := decoder.Decode(cert); err != nil {
		return nil, fmt.Errorf("%s: %w", certificateFile, err)
	}
	if cert.Format != formatVersion {
		return nil, fmt.Errorf("%s: format %d; this program reads format %d", certificateFile,
			cert.Format, formatVersion)
	}
	want, err := json.MarshalIndent(cert, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", certificateFile, err)
	}
	cmp := newComparer(ctx, certificateFile, "not spelt as certificates are: "+
		"a key is repeated or in other letters, or something is there that says nothing",
		bytes.NewReader(text))
	if _, err := cmp.Write(append(want, '\n')); err != nil {
		return nil, err
	}
	if err := cmp.end(); err != nil {
		return nil, err
	}
	return cert, checkNames(cert.Files)
}

// checkNames refuses files that are not parts, that are repeated, or that are out of order.
func checkNames(files []File) error {
	last := -1
	for _, f := range files {
		k := slices.Index(parts, strings.TrimSuffix(f.Name, compressedSuffix))
		switch {
		case k < 0:
			return refuseClaim("%.40q is not the name of a part", f.Name)
		case k <= last:
			return refuseClaim("%s is listed twice, or out of order", f.Name)
		}
		last = k
	}
	return nil
}

// rejectOtherFiles refuses files that have the name of a part but are not listed: a reader could
// take them for checked ones.
func rejectOtherFiles(dir fs.FS, listed map[string]File) error {
	entries, err := fs.ReadDir(dir, ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		_, ok := listed[e.Name()]
		if !ok && slices.Contains(parts, strings.TrimSuffix(e.Name(), compressedSuffix)) {
			return refuseClaim("%s is in the folder, but not among the files", e.Name())
		}
	}
	return nil
}

func refuseClaim(format string, args ...any) error {
	return &Refusal{certificateFile, "claim", fmt.Sprintf(format, args...)}
}
