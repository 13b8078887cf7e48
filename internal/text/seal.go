package text

import (
	"crypto/sha256"
	"encoding/hex"
)

// Seal returns a short hash of a stored text. Results are stored and copied before they are added
// up or compared, and one changed digit among thousands would not be noticed. A seal is against
// accidents and edits by hand: whoever knows this function can forge one.
func Seal(text []byte) string {
	const length = 8
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:length])
}
