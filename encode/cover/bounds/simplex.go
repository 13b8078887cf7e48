package bounds

// A simplex is a linear program: maximize the last row over nonnegative variables, where each other
// row is at most its bound. Each bound has a small part of its own beside it, so that no two
// corners coincide and the search does not cycle; the solution is of the bounds alone. It is
// approximate: what rests on it needs an exact test.
//
// Source: G. B. Dantzig's simplex method in a condensed tableau; A. Charnes, Optimality and
// degeneracy in linear programming, 1952, for the small parts.
type simplex struct {
	// rows have a column for each variable, then the bound, and the bound with its small part.
	rows    [][]float64
	columns int
	basis   []int // variable of each row: from columns on, what a row leaves of its bound
	others  []int // variable of each column
}

const (
	tiny = 1e-9
	// smallPart is the scale of the small parts. It is far above rounding errors.
	smallPart = 1e-6
)

// newSimplex is for rows that each have two more columns than there are variables; the last row
// is the aim.
func newSimplex(rows [][]float64) *simplex {
	s := &simplex{rows: rows, columns: len(rows[0]) - 2}
	random := uint64(1)
	for k := range rows[:len(rows)-1] {
		random = random*6364136223846793005 + 1442695040888963407
		rows[k][s.columns+1] = rows[k][s.columns] + smallPart*(1+float64(random>>40)/(1<<24))
		s.basis = append(s.basis, s.columns+k)
	}
	for c := range s.columns {
		s.others = append(s.others, c)
	}
	return s
}

// solve pivots until nothing improves the aim, or the work is done, and returns the variables.
func (s *simplex) solve(work *int) (values []float64, optimal bool) {
	aim := s.rows[len(s.rows)-1]
	for {
		enters := -1
		for c, gain := range aim[:s.columns] {
			if gain > tiny && (enters < 0 || gain > aim[enters]) {
				enters = c
			}
		}
		if enters < 0 {
			break
		}
		leaves, least := -1, 0.
		for k, row := range s.rows[:len(s.basis)] {
			if row[enters] <= tiny {
				continue
			}
			if ratio := row[s.columns+1] / row[enters]; leaves < 0 || ratio < least {
				leaves, least = k, ratio
			}
		}
		if *work -= len(s.rows) * s.columns; leaves < 0 || *work < 0 {
			return nil, false
		}
		s.pivot(leaves, enters)
	}
	values = make([]float64, s.columns)
	for k, v := range s.basis {
		if v < s.columns {
			values[v] = s.rows[k][s.columns]
		}
	}
	return values, true
}

// pivot exchanges the variables of a row and a column.
func (s *simplex) pivot(r, c int) {
	row := s.rows[r]
	by := 1 / row[c]
	for k := range row {
		row[k] *= by
	}
	row[c] = by
	for k, other := range s.rows {
		factor := other[c]
		if k == r || factor == 0 {
			continue
		}
		other = other[:len(row)]
		for j, x := range row {
			other[j] -= factor * x
		}
		other[c] = -factor * by
	}
	s.basis[r], s.others[c] = s.others[c], s.basis[r]
}
