package atmost

import "github.com/exactile/exactile/encode/cnf"

// ModuloTotalizer counts in a balanced binary tree, in two digits: for the literals below a node,
// the quotient and the remainder of their number by the modulus p, both in unary. p = 0 selects the
// square root of the bound. O(n log n sqrt k) variables at most and O(n sqrt n) clauses for a
// modulus near the root of n. Auxiliaries are functions of the literals on every assignment, unless
// freeAux is set.
//
// Source: T. Ogawa, Y. Liu, R. Hasegawa, M. Koshimura and H. Fujita, Modulo Based CNF Encoding of
// Cardinality Constraints and Its Application to MaxSAT Solvers, ICTAI 2013. The lower bound uses
// the same clauses on negated literals.
func ModuloTotalizer(p int) Bounds {
	return func(to cnf.Sink, lits []cnf.Lit, lo, hi int, freeAux bool) {
		modulo(to, lits, lo, hi, freeAux, p, true)
	}
}

// KModuloTotalizer is [ModuloTotalizer] with the first digit cut off above the bound k, as in the
// Totalizer: O(n (p + k/p)) variables.
//
// Source: A. Morgado, A. Ignatiev and J. Marques-Silva, MSCG: Robust Core-Guided MaxSAT
// Solving, JSAT 2014.
func KModuloTotalizer(p int) Bounds {
	return func(to cnf.Sink, lits []cnf.Lit, lo, hi int, freeAux bool) {
		modulo(to, lits, lo, hi, freeAux, p, false)
	}
}

// modulo encodes the bounds; with toTheEnd the first digit is not cut off.
func modulo(to cnf.Sink, lits []cnf.Lit, lo, hi int, freeAux bool, p int, toTheEnd bool) {
	c := newCounter(to, lits, lo, hi, freeAux)
	if c == nil {
		return
	}
	lits, lo, hi = c.mirrored(lits)
	if p < 2 {
		for p = 2; p*p <= hi; p++ {
		}
	}
	d := digits{c, p, hi/p + 1}
	if toTheEnd {
		d.top = len(lits)/p + 1
	}
	root := d.tree(lits)
	if hi < len(lits) {
		// The first digit is at most hi/p, and if it is equal, the second is at most hi%p.
		d.to.AddSimplified(-root.first.atLeast(hi/p + 1))
		d.to.AddSimplified(-root.first.atLeast(hi/p), -root.second.atLeast(hi%p+1))
	}
	if lo > 0 {
		d.to.AddSimplified(root.first.atLeast(lo / p))
		d.to.AddSimplified(root.first.atLeast(lo/p+1), root.second.atLeast(lo%p))
	}
}

// A unary is a number from 0 to its length: literal j-1 means that it is at least j.
type unary []cnf.Lit

// atLeast returns the literal or constant for j.
func (u unary) atLeast(j int) cnf.Lit {
	switch {
	case j <= 0:
		return cnf.True
	case j <= len(u):
		return u[j-1]
	}
	return cnf.False
}

// A number is first times the modulus plus second.
type number struct{ first, second unary }

// digits makes the clauses of a modulo totalizer. The first digit is cut off at top, which also
// stands for all greater values.
type digits struct {
	*counter
	p, top int
}

func (d *digits) tree(lits []cnf.Lit) number {
	if len(lits) == 1 || d.to.Err() != nil {
		return number{second: unary(lits[:1])}
	}
	half := len(lits) / 2
	return d.sum(d.tree(lits[:half]), d.tree(lits[half:]), len(lits))
}

// sum returns the number a+b, which is at most size. With up, the digits with carry are never less
// than the number of true literals; with down, never more.
func (d *digits) sum(a, b number, size int) number {
	carry := cnf.False
	if most := len(a.second) + len(b.second); most >= d.p {
		carry = d.to.NewVar()
	}
	s := number{
		first:  d.to.NewVars(min(size/d.p, d.top)),
		second: d.to.NewVars(min(size, d.p-1)),
	}
	for i := range len(a.second) + 1 {
		for j := range len(b.second) + 1 {
			d.remains(a.second, b.second, i, j, s.second, carry)
		}
	}
	for i := range len(a.first) + 1 {
		for j := range len(b.first) + 1 {
			d.fits(a.first, b.first, i, j, s.first, carry)
		}
	}
	return s
}

// remains adds the clauses for the second digit and the carry: from at least i in a and at least j
// in b, and from at most i and at most j.
func (d *digits) remains(a, b unary, i, j int, sum unary, carry cnf.Lit) {
	m, p := i+j, d.p
	x, y := a.atLeast(i), b.atLeast(j)
	switch {
	case !d.up || m == 0:
	case m < p:
		d.to.AddSimplified(-x, -y, sum.atLeast(m), carry)
	case m == p:
		d.to.AddSimplified(-x, -y, carry)
	default:
		d.to.AddSimplified(-x, -y, sum.atLeast(m-p))
	}
	if !d.down {
		return
	}
	x, y = a.atLeast(i+1), b.atLeast(j+1)
	switch {
	case m < p-1:
		d.to.AddSimplified(x, y, -sum.atLeast(m+1))
	case m == p-1:
		d.to.AddSimplified(x, y, -carry)
	}
	if carry != cnf.False && m >= p {
		d.to.AddSimplified(x, y, -sum.atLeast(m-p+1), -carry)
	}
	if carry != cnf.False && i == len(a) && j == len(b) { // greater sums are impossible
		for more := m - p + 2; more <= len(sum); more++ {
			d.to.AddSimplified(-sum.atLeast(more), -carry)
		}
	}
}

// fits adds the same clauses for the first digit.
func (d *digits) fits(a, b unary, i, j int, sum unary, carry cnf.Lit) {
	m := i + j
	if x, y := a.atLeast(i), b.atLeast(j); d.up {
		if m > 0 && m <= d.top {
			d.to.AddSimplified(-x, -y, sum.atLeast(m))
		}
		if m+1 <= d.top {
			d.to.AddSimplified(-x, -y, -carry, sum.atLeast(m+1))
		}
	}
	if x, y := a.atLeast(i+1), b.atLeast(j+1); d.down {
		if m+1 <= d.top {
			d.to.AddSimplified(x, y, carry, -sum.atLeast(m+1))
		}
		if m+2 <= d.top {
			d.to.AddSimplified(x, y, -sum.atLeast(m+2))
		}
	}
}
