package letters

import "github.com/exactile/exactile/encode/puzzle"

// A Mark is what a drawing shows of a symbol.
type Mark int

// The marks: a character as it is, or one of the three of patterned boards.
const (
	Character Mark = iota
	Square
	Circle
	Cross
)

// Marks returns how to show the symbols of a puzzle. Where they are all among
// s, o and +, they stand for the square, circle and cross that are printed on
// patterned boards; otherwise every symbol is a character like any other.
func Marks(p *puzzle.Puzzle) func(symbol rune) Mark {
	known := map[rune]Mark{'s': Square, 'o': Circle, '+': Cross}
	for _, site := range p.Board.Sites {
		if site.Symbol != 0 && known[site.Symbol] == Character {
			return func(rune) Mark { return Character }
		}
	}
	return func(symbol rune) Mark { return known[symbol] }
}
