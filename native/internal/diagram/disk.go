package diagram

import (
	"encoding/binary"
	"fmt"
	"os"
)

// A disk holds the layers for which there is no room in memory, in an unnamed file:
// nothing is left of it however the process ends.
type disk struct {
	file   *os.File
	end    int64
	buffer []byte
}

// An extent is where a layer is on a disk: its keys, its sums and its slots, one after
// another.
type extent struct {
	*disk
	at           int64
	states, sums int // sums: their words
	slots        int
}

// piece is how many bytes are read or written at a time.
const piece = 1 << 16

func newDisk() (*disk, error) {
	file, err := os.CreateTemp("", "exactile-*.layers")
	if err != nil {
		return nil, errDisk(err)
	}
	if os.Remove(file.Name()) != nil {
		// The system cannot remove an open file, and there will be no call at the end of
		// its use.
		file.Close()
		os.Remove(file.Name())
		return nil, ErrMemory
	}
	return &disk{file: file, buffer: make([]byte, 0, piece)}, nil
}

func errDisk(err error) error {
	return fmt.Errorf("native: the layers of a diagram that memory has no room for: %w", err)
}

// write writes a layer.
func (k *disk) write(l *layer) (*extent, error) {
	e := &extent{k, k.end, l.states(), len(l.sums), len(l.slots)}
	for _, words := range [][]uint64{l.keys, l.sums} {
		for _, x := range words {
			k.buffer = binary.LittleEndian.AppendUint64(k.buffer, x)
			if err := k.flush(piece); err != nil {
				return nil, err
			}
		}
	}
	for _, x := range l.slots {
		k.buffer = binary.LittleEndian.AppendUint32(k.buffer, x)
		if err := k.flush(piece); err != nil {
			return nil, err
		}
	}
	return e, k.flush(1)
}

// flush writes the buffer, if it has at least this many bytes.
func (k *disk) flush(least int) error {
	if len(k.buffer) < least {
		return nil
	}
	if _, err := k.file.WriteAt(k.buffer, k.end); err != nil {
		return errDisk(err)
	}
	k.end += int64(len(k.buffer))
	k.buffer = k.buffer[:0]
	return nil
}

// read reads the layer again.
func (e *extent) read(l *layer) error {
	l.keys, l.sums = make([]uint64, keyWords*e.states), make([]uint64, e.sums)
	l.slots = make([]uint32, e.slots)
	at := e.at
	for _, words := range [][]uint64{l.keys, l.sums} {
		if err := e.words(words, at); err != nil {
			return err
		}
		at += 8 * int64(len(words))
	}
	buffer := e.buffer[:piece]
	for rest := l.slots; len(rest) > 0; {
		n := min(len(rest), piece/4)
		if _, err := e.file.ReadAt(buffer[:4*n], at); err != nil {
			return errDisk(err)
		}
		for j := range n {
			rest[j] = binary.LittleEndian.Uint32(buffer[4*j:])
		}
		rest, at = rest[n:], at+4*int64(n)
	}
	return nil
}

// words reads words.
func (e *extent) words(into []uint64, at int64) error {
	for len(into) > 0 {
		n := min(len(into), piece/8)
		buffer := e.buffer[:8*n]
		if _, err := e.file.ReadAt(buffer, at); err != nil {
			return errDisk(err)
		}
		for j := range n {
			into[j] = binary.LittleEndian.Uint64(buffer[8*j:])
		}
		into, at = into[n:], at+8*int64(n)
	}
	return nil
}

// key reads the two words of a state.
func (e *extent) key(n int) (key [keyWords]uint64, err error) {
	return key, e.words(key[:], e.at+8*keyWords*int64(n))
}

// sum reads the sum of a state, which has width words.
func (e *extent) sum(n, width int) ([]uint64, error) {
	sum := make([]uint64, width)
	return sum, e.words(sum, e.at+8*int64(keyWords*e.states+width*n))
}

// slot reads a slot.
func (e *extent) slot(at int) (uint32, error) {
	buffer := e.buffer[:4]
	_, err := e.file.ReadAt(buffer, e.at+8*int64(keyWords*e.states+e.sums)+4*int64(at))
	if err != nil {
		err = errDisk(err)
	}
	return binary.LittleEndian.Uint32(buffer), err
}
