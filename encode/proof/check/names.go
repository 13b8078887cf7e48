package check

// The files of a certificate. Large ones get the suffix ".zst".
const (
	puzzleFile      = "puzzle.yaml"
	modelFile       = "model.dlx"
	solutionsFile   = "solutions.txt"
	treeFile        = "proof.tree"
	layersFile      = "proof.layers"
	argumentFile    = "proof.argument"
	symmetryFile    = "symmetry.txt"
	cnfFile         = "puzzle.cnf"
	blockedFile     = "blocked.cnf"
	dratFile        = "proof.drat"
	lratFile        = "proof.lrat"
	certificateFile = "certificate.json"
)

// parts are the files beside certificate.json, in the order of their listing there.
var parts = []string{
	puzzleFile, modelFile, treeFile, layersFile, argumentFile, solutionsFile, symmetryFile, cnfFile,
	blockedFile, lratFile, dratFile,
}

// A File names a file of a certificate as it is stored.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // 64 hexadecimal digits
}

// compressedSuffix marks a compressed part.
const compressedSuffix = ".zst"
