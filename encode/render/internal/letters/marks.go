package letters

import "github.com/exactile/exactile/encode/puzzle"

// A Mark is the form in which a drawing shows a symbol.
type Mark int

// The marks: the plain character, or one of the three marks of patterned boards.
const (
	Character Mark = iota
	Square
	Circle
	Cross
)

// Marks returns how to show the symbols of a puzzle. If they are all among s, o and +, they stand
// for the square, circle and cross that are printed on patterned boards; otherwise every symbol is
// a plain character.
func Marks(p *puzzle.Puzzle) func(symbol rune) Mark {
	known := map[rune]Mark{'s': Square, 'o': Circle, '+': Cross}
	for _, site := range p.Board.Sites {
		if site.Symbol != 0 && known[site.Symbol] == Character {
			return func(rune) Mark { return Character }
		}
	}
	return func(symbol rune) Mark { return known[symbol] }
}
