package proof

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
)

// compressAbove is the size above which a part is compressed: a smaller part stays readable by any
// program.
const compressAbove = 64 << 10

// A partWriter writes one part of a certificate, all of it through buf. The size of the part
// decides whether it is compressed, and so its name: the file is created when the buffer is full.
type partWriter struct {
	dir      string
	compress bool // a large part
	stored   File

	buf  *bufio.Writer // of compressAbove bytes, in front of Write
	out  io.Writer     // the file and the hash, or zip; nil before the file is created
	file *os.File
	hash hash.Hash
	zip  *zstd.Encoder // nil: not compressed
}

func newPartWriter(dir, name string, compress bool) *partWriter {
	p := &partWriter{dir: dir, compress: compress, stored: File{Name: name}, hash: sha256.New()}
	p.buf = bufio.NewWriterSize(p, compressAbove)
	return p
}

// Write is called by the buffer.
func (p *partWriter) Write(b []byte) (int, error) {
	if p.out == nil {
		if err := p.create(p.compress); err != nil {
			return 0, err
		}
	}
	return p.out.Write(b)
}

func (p *partWriter) create(compress bool) (err error) {
	if compress {
		p.stored.Name += compressedSuffix
	}
	if p.file, err = os.Create(filepath.Join(p.dir, p.stored.Name)); err != nil {
		return err
	}
	p.out = io.MultiWriter(p.file, p.hash)
	if compress {
		// With one thread, the same part always gives the same bytes.
		p.zip, err = zstd.NewWriter(p.out, zstd.WithEncoderConcurrency(1))
		p.out = p.zip
	}
	return err
}

// Close ends the part; then stored describes it.
func (p *partWriter) Close() (err error) {
	if p.out == nil { // all of it is in the buffer
		if err := p.create(false); err != nil {
			return err
		}
	}
	err = p.buf.Flush()
	if p.zip != nil {
		err = errors.Join(err, p.zip.Close())
	}
	size, sizeErr := p.file.Seek(0, io.SeekCurrent)
	p.stored.Bytes, p.stored.SHA256 = size, hex.EncodeToString(p.hash.Sum(nil))
	return errors.Join(err, sizeErr, p.file.Close())
}
