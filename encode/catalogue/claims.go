package catalogue

import (
	"math/big"

	"github.com/exactile/exactile/encode/puzzle"
)

// claim returns a statement about a built-in puzzle, and who says so.
func claim(kind puzzle.ClaimKind, n int64, source string) puzzle.Claim {
	return puzzle.Claim{Kind: kind, Count: big.NewInt(n), Source: source}
}
