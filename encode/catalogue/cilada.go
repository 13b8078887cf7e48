package catalogue

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/puzzle"
)

// ciladaVariants lists the pieces of cilada.yaml that every variant uses, the first being variant
// 1. Variant 25 repeats variant 21, as the game does.
var ciladaVariants = strings.Fields(`
	AABCDDEFGIKN   ABCDDEFFGJKM   ABCCDEFFIJMN   ABDDEEFFIKMN   ABBCDEFFIJKM
	ABBCCCDFIJKM   ABBCCCDDEFFKJ  ABBCCCDDHKLN   ABBBCCDDEFFHL  ABBBCCDDEFFLN
	ABBBCCCDDFFGI  AABCDEFFGIJM   AABCDDEFGKNM   AABCDEFFGHIJ   AABCDEFFGJMN
	AABCCDEFIJKM   AABCCDDEEFFHN  AABCCCDDGHIL   AABBCCDFGIJK   AABBCCDFGJLN
	AABBCCCDEFFIJ  AABBCCCDEFFJN  AABBCCCDJKLM   AABBCCCDDEFHK  AABBCCCDEFFIJ
	AABBFGIJKMN    AABBBCFFGJMN   AABBBCCCDDFGL  AAABCCDEEFFIJ  AAABCCDEEFFHJ
	AAABCDDEEFFGN  AAABCCDDEEFKM  AAABBCEFJKMN   AAABBEFFGJMN   AAABBBCCCDFGH
	AAABBBCCEFFIJ  AAABCDEFGIMN   AAABCCDDEEFHL  AAABCCCDGIJL   AAABBCEFIJKM
	AAABBCCCDDEEFF AAABBCCDGKHM   AAAABBCCDEFGI  AAACCCDEIJLN   AAABBCCCIJLN
	AAAABCCDEEFHM  AAAABCCDEEFIM  AAAABBBCCCGFJ  AAAABBBCCDEEFF BBBDDEFFKLMN
`)

func ciladaFamily() family {
	last := len(ciladaVariants)
	return family{
		name: "cilada",
		entries: []Entry{
			{"cilada:N",
				fmt.Sprintf("variant N of Cilada, N from 1 to %d: a patterned board of 7 rows "+
					"and 4 columns", last), "cilada:7"},
			{"cilada:M..N", fmt.Sprintf("the variants M to N; cilada alone is all %d", last),
				"cilada:1..50"},
		},
		lookup: func(rest string, colon bool) ([]*puzzle.Puzzle, error) {
			if !colon {
				rest = fmt.Sprintf("1..%d", last)
			}
			variants := []string{rest}
			if strings.Contains(rest, "..") {
				var err error
				if variants, err = numbers(rest); err != nil {
					return nil, fmt.Errorf("cilada:%s: %w", rest, err)
				}
			}
			var all []*puzzle.Puzzle
			game := fromFile("cilada")
			for _, variant := range variants {
				n, err := ciladaNumber(variant)
				if err != nil {
					return nil, fmt.Errorf("cilada:%s: %w", rest, err)
				}
				all = append(all, cilada(game, n))
			}
			return all, nil
		},
	}
}

func ciladaNumber(digits string) (int, error) {
	n, err := strconv.ParseUint(digits, 10, 16)
	if err != nil || n < 1 || int(n) > len(ciladaVariants) {
		return 0,
			fmt.Errorf("%q is no variant: want a number from 1 to %d, or a range such as 3..7",
				digits, len(ciladaVariants))
	}
	return int(n), nil
}

// cilada returns variant n, from 1, of the game. Copies of a piece are one piece with a count.
func cilada(game *puzzle.Puzzle, n int) *puzzle.Puzzle {
	p := &puzzle.Puzzle{Name: fmt.Sprintf("cilada:%d", n), Lattice: game.Lattice, Board: game.Board}
	p.Board.Sites = slices.Clone(p.Board.Sites)
	for _, piece := range game.Pieces {
		if copies := strings.Count(ciladaVariants[n-1], piece.Name); copies > 0 {
			piece.Cells, piece.Count = slices.Clone(piece.Cells), puzzle.Exactly(copies)
			p.Pieces = append(p.Pieces, piece)
		}
	}
	return p
}
