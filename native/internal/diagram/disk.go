package diagram

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
)

// A disk holds the layers for which there is no room in memory, in an unnamed file:
// nothing is left of it however the process ends.
type disk struct {
	file   *os.File
	end    int64
	buffer []byte
}

// An extent is where a layer is on a disk: its keys, its sums and its slots, one after
// another, and how many numbers each of them is.
type extent struct {
	*disk
	at                int64
	keys, sums, slots int
}

// piece is how many numbers are read or written at a time.
const piece = 1 << 13

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
	return &disk{file: file, buffer: make([]byte, 8*piece)}, nil
}

func errDisk(err error) error {
	return fmt.Errorf("native: the layers of a diagram that memory has no room for: %w", err)
}

// put writes a layer.
func (k *disk) put(keys, sums []uint64, slots []uint32) (*extent, error) {
	e := &extent{k, k.end, len(keys), len(sums), len(slots)}
	if err := cmp.Or(write(k, keys), write(k, sums), write(k, slots)); err != nil {
		return nil, err
	}
	return e, nil
}

// fetch reads the layer again.
func (e *extent) fetch() (keys, sums []uint64, slots []uint32, err error) {
	keys, sums, slots = make([]uint64, e.keys), make([]uint64, e.sums), make([]uint32, e.slots)
	err = cmp.Or(read(e.disk, keys, e.at), read(e.disk, sums, e.sumAt(0)), read(e.disk, slots, e.slotAt(0)))
	return keys, sums, slots, err
}

// keyAt, sumAt and slotAt are where a word of the keys, one of the sums, and a slot are.
func (e *extent) keyAt(word int) int64 { return e.at + 8*int64(word) }

func (e *extent) sumAt(word int) int64 { return e.keyAt(e.keys + word) }

func (e *extent) slotAt(slot int) int64 { return e.sumAt(e.sums) + 4*int64(slot) }

// write writes numbers at the end.
func write[T uint32 | uint64](k *disk, numbers []T) error {
	for some := range slices.Chunk(numbers, piece) {
		n, _ := binary.Encode(k.buffer, binary.LittleEndian, some)
		if _, err := k.file.WriteAt(k.buffer[:n], k.end); err != nil {
			return errDisk(err)
		}
		k.end += int64(n)
	}
	return nil
}

// read reads numbers.
func read[T uint32 | uint64](k *disk, numbers []T, at int64) error {
	for some := range slices.Chunk(numbers, piece) {
		buffer := k.buffer[:binary.Size(some)]
		if _, err := k.file.ReadAt(buffer, at); err != nil {
			return errDisk(err)
		}
		at += int64(len(buffer))
		binary.Decode(buffer, binary.LittleEndian, some)
	}
	return nil
}
