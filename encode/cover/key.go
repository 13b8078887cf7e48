package cover

import (
	"crypto/sha256"
	"encoding/binary"
)

// Key identifies solutions of one model without keeping them. It is half of a SHA-256, so that two
// solutions with the same key will never occur in practice.
func (s Solution) Key() [16]byte {
	text := make([]byte, 0, 4*len(s))
	for _, o := range s {
		text = binary.LittleEndian.AppendUint32(text, uint32(o))
	}
	sum := sha256.Sum256(text)
	return [16]byte(sum[:16])
}
