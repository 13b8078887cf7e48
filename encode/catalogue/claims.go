package catalogue

import (
	"math/big"

	"github.com/exactile/exactile/encode/puzzle"
)

// claim returns a claim about a built-in puzzle with its source.
func claim(kind puzzle.ClaimKind, n int64, source string) puzzle.Claim {
	return puzzle.Claim{Kind: kind, Count: big.NewInt(n), Source: source}
}
