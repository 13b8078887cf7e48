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

// A partWriter writes one part of a certificate. The size of the part decides whether it is
// compressed, and so its name.
type partWriter struct {
	dir, name string
	plain     bool   // never compress
	head      []byte // what was written before the file was created
	stored    File

	file *os.File
	hash hash.Hash
	buf  *bufio.Writer // before compression
	zip  *zstd.Encoder // nil: not compressed
}

// Write collects the first bytes and creates the file when there are more.
func (p *partWriter) Write(b []byte) (int, error) {
	if p.buf != nil {
		return p.buf.Write(b)
	}
	if len(p.head)+len(b) <= compressAbove {
		p.head = append(p.head, b...)
		return len(b), nil
	}
	if err := p.create(!p.plain); err != nil {
		return 0, err
	}
	return p.buf.Write(b)
}

func (p *partWriter) create(compress bool) (err error) {
	p.stored.Name = p.name
	if compress {
		p.stored.Name += compressedSuffix
	}
	if p.file, err = os.Create(filepath.Join(p.dir, p.stored.Name)); err != nil {
		return err
	}
	p.hash = sha256.New()
	var sink io.Writer = storedWriter{p}
	if compress {
		// With one thread, the same part always gives the same bytes.
		if p.zip, err = zstd.NewWriter(sink, zstd.WithEncoderConcurrency(1)); err != nil {
			return err
		}
		sink = p.zip
	}
	p.buf = bufio.NewWriterSize(sink, 1<<16)
	_, err = p.buf.Write(p.head)
	p.head = nil
	return err
}

// storedWriter writes to the disk and keeps the digest and size of what it wrote.
type storedWriter struct{ p *partWriter }

func (w storedWriter) Write(b []byte) (int, error) {
	n, err := w.p.file.Write(b)
	w.p.hash.Write(b[:n])
	w.p.stored.Bytes += int64(n)
	return n, err
}

// Close ends the part and returns what was stored.
func (p *partWriter) Close() (File, error) {
	if p.buf == nil {
		if err := p.create(false); err != nil {
			return File{}, errors.Join(err, p.closeFile())
		}
	}
	err := p.buf.Flush()
	if p.zip != nil {
		err = errors.Join(err, p.zip.Close())
	}
	if err = errors.Join(err, p.closeFile()); err != nil {
		return File{}, err
	}
	p.stored.SHA256 = hex.EncodeToString(p.hash.Sum(nil))
	return p.stored, nil
}

func (p *partWriter) closeFile() error {
	if p.file == nil {
		return nil
	}
	f := p.file
	p.file = nil
	return f.Close()
}
