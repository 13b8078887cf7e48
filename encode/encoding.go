package encode

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/atmost"
	"github.com/exactile/exactile/internal/text"
)

// An Encoding defines how the bounds of items become clauses. Encodings are plain values: set
// FreeAux in a copy, or build one from encoders. Missing fields are those of the Default, so the
// zero Encoding is the Default.
type Encoding struct {
	// Name is the registry key, or ONE+MANY for a pair of encodings.
	Name string
	// Text describes in one line the encoding and its cost for n literals and an upper bound k;
	// Source is its origin. Lookup and Encodings fill them in.
	Text, Source string
	// AtMost encodes the bound 1; nil: as the Default. Test one of your own with atmost.Check.
	AtMost atmost.AtMost
	// Open is AtMost with fewer clauses and auxiliary variables that may be left open. FreeAux uses
	// it; nil: there is none, and FreeAux uses AtMost.
	Open atmost.AtMost
	// Determined is set if the auxiliary variables of AtMost are functions of the literals whenever
	// at most one literal is true. For every encoding they are if exactly one is.
	Determined bool
	// Pairs is set if AtMost has a clause for every two literals and no others. Encode writes each
	// such clause once, even if two options exclude each other in several items.
	Pairs bool
	// Bounds encodes all other bounds; nil, as in encodings only for the bound 1: the Totalizer.
	Bounds atmost.Bounds
	// FreeAux selects the smallest formula, which may leave auxiliary variables open. A solution
	// may then have several models, so models must be counted or blocked by their projection on the
	// options.
	FreeAux bool
	// BreakSymmetry adds the clauses of LexLeader for the symmetries of the model: the formula then
	// has as many models as the model has orbits of solutions.
	BreakSymmetry bool
	// Redundant adds clauses also for bounds above 1 that other items imply. Solvers are no faster
	// with them, and model counters much slower; but unit propagation alone cannot derive sums.
	Redundant bool

	// param describes the number after the name, which is at least least; oneWith makes AtMost for
	// a number, or manyWith Bounds. Without a param, the encoding takes no number.
	param    string
	least    int
	oneWith  func(n int) atmost.AtMost
	manyWith func(n int) atmost.Bounds
}

// table lists the at-most encodings in the order in which they are shown.
var table = []Encoding{
	{Name: "pairwise", AtMost: atmost.Pairwise, Determined: true, Pairs: true,
		Text:   "a clause for every pair: no variables, n(n-1)/2 clauses",
		Source: "folklore"},
	{Name: "sequential", AtMost: atmost.Bounds(atmost.Sequential).AtMostOne,
		Bounds: atmost.Sequential,
		Text:   "counts along the literals: k(n-k)-1 variables, O(nk) clauses",
		Source: "Sinz, CP 2005"},
	{Name: "product", AtMost: atmost.Product(nil),
		Text:   "rows and columns of a grid: O(sqrt n) variables, about 2n clauses",
		Source: "Chen, ModRef 2010"},
	{Name: "commander", AtMost: atmost.Commander(3), Determined: true,
		param: "literals a commander", least: 2,
		oneWith: atmost.Commander,
		Text:    "a commander for every three: about n/2 variables, 7n/2 clauses",
		Source:  "Klieber and Kwon, CFV 2007"},
	{Name: "bimander", AtMost: atmost.Bimander(2),
		param: "literals a group", least: 1,
		oneWith: atmost.Bimander,
		Text:    "pairs, numbered in binary: log n variables, O(n log n) clauses",
		Source:  "Nguyen and Mai, SoICT 2015"},
	{Name: "bitwise", AtMost: atmost.Bitwise,
		Text:   "literals, numbered in binary: log n variables, n log n clauses",
		Source: "Frisch and others, JAR 2005; Prestwich, SAT 2007"},
	{Name: "ladder", AtMost: atmost.Ladder, Determined: true,
		Text:   "climbs while none holds: n variables, 4n-2 clauses",
		Source: "Gent and Nightingale, ModRef 2004"},
	{Name: "totalizer", AtMost: atmost.Bounds(atmost.Totalizer).AtMostOne, Bounds: atmost.Totalizer,
		Text:   "counts in a binary tree, up to k: O(n log k) variables, O(nk) clauses",
		Source: "Bailleux and Boufkhad, CP 2003"},
	{Name: "mtotalizer", AtMost: atmost.Bounds(atmost.Totalizer).AtMostOne,
		Bounds: atmost.ModuloTotalizer(0), param: "the modulus", least: 2,
		manyWith: atmost.ModuloTotalizer, Text: "a totalizer of two digits: O(n sqrt n) clauses",
		Source: "Ogawa and others, ICTAI 2013"},
	{Name: "kmtotalizer", AtMost: atmost.Bounds(atmost.Totalizer).AtMostOne,
		Bounds: atmost.KModuloTotalizer(0), param: "the modulus", least: 2,
		manyWith: atmost.KModuloTotalizer, Text: "the same, cut off above k",
		Source: "Morgado and others, JSAT 2014"},
	{Name: "sortnet", AtMost: atmost.Bounds(atmost.SortingNetwork).Determined, Determined: true,
		Open: atmost.Bounds(atmost.SortingNetwork).AtMostOne, Bounds: atmost.SortingNetwork,
		Text:   "sorts them by odd-even merges: O(n log^2 n) variables and clauses",
		Source: "Batcher, AFIPS 1968; Een and Sorensson, JSAT 2006"},
	{Name: "cardnet", AtMost: atmost.Bounds(atmost.CardinalityNetwork).Determined, Determined: true,
		Open: atmost.Bounds(atmost.CardinalityNetwork).AtMostOne, Bounds: atmost.CardinalityNetwork,
		Text:   "sorts blocks and keeps the k+1 largest: O(n log^2 k) variables and clauses",
		Source: "Asin and others, SAT 2009"},
}

// complete returns the encoding with missing fields filled in.
func (e Encoding) complete() Encoding {
	if e.AtMost == nil {
		usual, _ := byName(Default)
		e.AtMost, e.Open = usual.AtMost, usual.Open
		e.Determined, e.Pairs = usual.Determined, usual.Pairs
		e.Name = cmp.Or(e.Name, Default)
	}
	if e.Bounds == nil {
		usual, _ := byName(e.Many())
		e.Bounds = usual.Bounds
	}
	return e
}

// Many is the name of the encoding of bounds above 1: another one if e is only for 1.
func (e Encoding) Many() string {
	if e.Bounds == nil {
		return "totalizer"
	}
	return e.Name
}

// Default is the name of the default encoding.
const Default = "product"

// Encodings returns the registered encodings. Those without Bounds are only for the bound 1; the
// others can stand after the + of a pair.
func Encodings() []Encoding { return slices.Clone(table) }

// Names returns the names of the registered encodings in the order of Encodings.
func Names() []string { return names(func(Encoding) bool { return true }) }

// names returns the names of the table's entries for which wanted is true.
func names(wanted func(Encoding) bool) (list []string) {
	for _, e := range table {
		if wanted(e) {
			list = append(list, e.Name)
		}
	}
	return list
}

func byName(name string) (Encoding, bool) {
	for _, e := range table {
		if e.Name == name {
			return e, true
		}
	}
	return Encoding{}, false
}

// Lookup returns the encoding called name: a registered one, some of which take a slash and a
// number, as in bimander/4; or ONE+MANY, which uses ONE for the bound 1 and MANY for all other
// bounds. MANY must have Bounds. An encoding only for the bound 1 uses the totalizer for the
// others. The error lists the names.
func Lookup(name string) (Encoding, error) {
	one, many, pair := strings.Cut(name, "+")
	e, ok, err := parametrized(one)
	switch {
	case err != nil:
		return Encoding{}, err
	case !ok:
		return Encoding{}, unknown("at-most encoding", one, Names())
	}
	if pair {
		general, _, err := parametrized(many)
		switch {
		case err != nil:
			return Encoding{}, err
		case general.Bounds == nil:
			return Encoding{}, unknown("encoding of bounds above 1", many,
				names(func(e Encoding) bool { return e.Bounds != nil }))
		}
		e.Bounds = general.Bounds
	}
	e.Name = name
	return e.complete(), nil
}

// mostParam is the greatest number after a name.
const mostParam = 1 << 20

// parametrized returns the encoding of a name, which may have a slash and a number after it. The
// error is an invalid number.
func parametrized(name string) (e Encoding, ok bool, err error) {
	base, text, given := strings.Cut(name, "/")
	e, ok = byName(base)
	if !ok || !given {
		return e, ok, nil
	}
	if e.param == "" {
		with := names(func(e Encoding) bool { return e.param != "" })
		return e, ok, fmt.Errorf("encode: %s: %s takes no number, as these do: %s", name, base,
			strings.Join(with, ", "))
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < e.least || n > mostParam || text != strconv.Itoa(n) {
		return e, ok, fmt.Errorf("encode: %s: want a number (%s) from %d to %d after the slash",
			name, e.param, e.least, mostParam)
	}
	if e.oneWith != nil {
		e.AtMost, e.Open = e.oneWith(n), nil
	} else {
		e.Bounds = e.manyWith(n)
	}
	return e, ok, nil
}

func unknown(what, name string, known []string) error {
	return fmt.Errorf("encode: no %s is called %q: want one of %s%s", what, name,
		strings.Join(known, ", "), text.Hint(name, known))
}
