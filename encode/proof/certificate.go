package proof

// FileNames are the names of the files of a certificate, for code that reads one or describes one.
// Large files get the suffix ".zst". The comment of package check describes their content; that
// package declares the names again. LRAT is the name of the proof with hints that older versions
// wrote: it is checked and replaced like other parts.
var FileNames = struct {
	Puzzle, Model, Solutions, Tree, Layers, Argument, Symmetry, Recount, Theorems, CNF, Blocked,
	DRAT, LRAT, Certificate string
}{
	Puzzle: "puzzle.yaml", Model: "model.dlx", Solutions: "solutions.txt", Tree: "proof.tree",
	Layers: "proof.layers", Argument: "proof.argument", Symmetry: "symmetry.txt",
	Recount: "Recount.v", Theorems: "count.v", CNF: "puzzle.cnf",
	Blocked: "blocked.cnf", DRAT: "proof.drat", LRAT: "proof.lrat", Certificate: "certificate.json",
}

// formatVersion is the version of certificate.json.
const formatVersion = 1

// maxItems and maxOptions are the limits of a checker.
const maxItems, maxOptions = 1 << 18, 1 << 21

// A Certificate is the content of certificate.json.
type Certificate struct {
	Format    int    `json:"format"`
	Generator string `json:"generator"` // the program that wrote it, with its version
	Claim     Claim  `json:"claim"`
	// Nodes is the number of nodes of the search tree, 0 without a tree.
	Nodes string `json:"nodes"`
	// Steps are those of a recount, 0 unless they are more than a checker takes by default.
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

// A File names a file of a certificate as it is stored.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // 64 hexadecimal digits
}

// compressedSuffix marks a compressed part.
const compressedSuffix = ".zst"
