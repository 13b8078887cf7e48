package check

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"

	"github.com/exactile/exactile/encode/cover"
)

// The files of a certificate. Those that are large get the suffix ".zst".
const (
	PuzzleFile      = "puzzle.yaml"
	ModelFile       = "model.dlx"
	SolutionsFile   = "solutions.txt"
	TreeFile        = "proof.tree"
	SymmetryFile    = "symmetry.txt"
	CNFFile         = "puzzle.cnf"
	BlockedFile     = "blocked.cnf"
	DRATFile        = "proof.drat"
	LRATFile        = "proof.lrat"
	CertificateFile = "certificate.json"
)

// parts are the files beside certificate.json.
var parts = []string{PuzzleFile, ModelFile, SolutionsFile, TreeFile, SymmetryFile, CNFFile, BlockedFile, DRATFile, LRATFile}

// formatVersion is that of certificate.json.
const formatVersion = 1

// A Certificate is what certificate.json says.
type Certificate struct {
	Format    int    `json:"format"`
	Generator string `json:"generator"` // the program that wrote it, with its version
	Claim     Claim  `json:"claim"`
	// Nodes is the number of nodes of the search tree.
	Nodes string `json:"nodes"`
	Files []File `json:"files"`
}

// A Claim is what a certificate claims. Counts are decimal.
type Claim struct {
	Puzzle string `json:"puzzle"`
	// Model is the fingerprint of the model (cover.Model.Fingerprint).
	Model     string       `json:"model"`
	Solutions string       `json:"solutions"`
	Digest    cover.Digest `json:"digest"` // of the set of solutions
	// Motions and Orbits are empty where nothing is claimed up to symmetry.
	Motions string `json:"motions,omitempty"`
	Orbits  string `json:"orbits,omitempty"`
}

// A File names a file of a certificate as it is stored.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // 64 hexadecimal digits
}

func readCertificate(dir fs.FS) (*Certificate, error) {
	f, err := openRegular(dir, CertificateFile)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	decoder := json.NewDecoder(io.LimitReader(f, maxCertificateBytes))
	decoder.DisallowUnknownFields()
	cert := new(Certificate)
	if err := decoder.Decode(cert); err != nil {
		return nil, fmt.Errorf("%s: %w", CertificateFile, err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, fmt.Errorf("%s: goes on after its object", CertificateFile)
	}
	if cert.Format != formatVersion {
		return nil, fmt.Errorf("%s: format %d; this program reads format %d", CertificateFile, cert.Format, formatVersion)
	}
	return cert, nil
}
