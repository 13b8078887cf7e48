package catalogue

import (
	"github.com/exactile/exactile/encode/pegs"
	"github.com/exactile/exactile/encode/puzzle"
)

func pegsFamily(e pegs.Edition) family {
	text := "six pieces on a board of 5 by 5 with three pegs, given as x,y: the written plan"
	example := "pegs:1,0 3,2 4,4"
	if e == pegs.Fixed {
		text = "the same, as it is played"
		example = "pegs-fixed:1,0 2,2 4,4"
	}
	return family{
		name:    e.Family(),
		entries: []Entry{{e.Family() + ":X,Y X,Y X,Y", text, example}},
		lookup: func(rest string, _ bool) ([]*puzzle.Puzzle, error) {
			cells, err := e.Parse(rest)
			if err != nil {
				return nil, err
			}
			p, err := pegs.New(e, cells...)
			if err != nil {
				return nil, err
			}
			return []*puzzle.Puzzle{p}, nil
		},
	}
}
