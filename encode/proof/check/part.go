package check

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"

	"github.com/klauspost/compress/zstd"
)

// The files of a certificate. Large ones get the suffix ".zst".
const (
	puzzleFile      = "puzzle.yaml"
	modelFile       = "model.dlx"
	solutionsFile   = "solutions.txt"
	treeFile        = "proof.tree"
	layersFile      = "proof.layers"
	argumentFile    = "proof.argument"
	symmetryFile    = "symmetry.txt"
	recountFile     = "Recount.v"
	theoremsFile    = "count.v"
	cnfFile         = "puzzle.cnf"
	blockedFile     = "blocked.cnf"
	dratFile        = "proof.drat"
	lratFile        = "proof.lrat"
	certificateFile = "certificate.json"
)

// parts are the files beside certificate.json, in the order of their listing there.
var parts = []string{
	puzzleFile, modelFile, treeFile, layersFile, argumentFile, solutionsFile, symmetryFile,
	recountFile, theoremsFile, cnfFile, blockedFile, lratFile, dratFile,
}

// A File names a file of a certificate as it is stored.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // 64 hexadecimal digits
}

// compressedSuffix marks a compressed part.
const compressedSuffix = ".zst"

// A partReader is an open part of a certificate. It reads as uncompressed bytes.
type partReader struct {
	io.Reader
	stored File // filled in while reading
	file   fs.File
	hash   hash.Hash
	unzip  *zstd.Decoder
}

// openPart opens a part of the certificate in dir by its plain name, and decompresses it if it is
// stored compressed. It is an error if both forms exist, and fs.ErrNotExist if none does.
func openPart(dir fs.FS, name string) (*partReader, error) {
	p := &partReader{stored: File{Name: name}, hash: sha256.New()}
	plain, err := openRegular(dir, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	zipped, zipErr := openRegular(dir, name+compressedSuffix)
	switch {
	case plain != nil && zipped != nil:
		return nil, errors.Join(fmt.Errorf("both %s and %s are there", name, name+compressedSuffix),
			plain.Close(), zipped.Close())
	case plain != nil:
		p.file = plain
		p.Reader = (*storedReader)(p)
		return p, nil
	case errors.Is(zipErr, fs.ErrNotExist):
		return nil, err
	case zipErr != nil:
		return nil, zipErr
	}
	p.file, p.stored.Name = zipped, name+compressedSuffix
	// Memory is bounded whatever the file contains: a file that needs more is refused.
	p.unzip, err = zstd.NewReader((*storedReader)(p), zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(64<<20))
	if err != nil {
		return nil, errors.Join(err, zipped.Close())
	}
	p.Reader = p.unzip
	return p, nil
}

// openRegular opens a regular file. It refuses folders, devices and pipes: opening some of them
// would wait for ever.
func openRegular(dir fs.FS, name string) (fs.File, error) {
	info, err := fs.Stat(dir, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	return dir.Open(name)
}

// storedReader reads from the disk and keeps the digest and size of what it read.
type storedReader partReader

func (p *storedReader) Read(b []byte) (int, error) {
	n, err := p.file.Read(b)
	p.hash.Write(b[:n])
	p.stored.Bytes += int64(n)
	return n, err
}

// Finish reads the rest and returns the file as it is stored.
func (p *partReader) Finish() (File, error) {
	if _, err := io.Copy(io.Discard, (*storedReader)(p)); err != nil {
		return File{}, err
	}
	p.stored.SHA256 = hex.EncodeToString(p.hash.Sum(nil))
	return p.stored, nil
}

// Close closes the file.
func (p *partReader) Close() error {
	if p.unzip != nil {
		p.unzip.Close()
	}
	return p.file.Close()
}
