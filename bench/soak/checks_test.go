package soak_test

// A check compares two things that exactile can do with a puzzle.
type check struct {
	name string
	// every is how often it is made: on one of that many puzzles.
	every int
	// most is the most solutions that a puzzle may have for it; 0 is any number.
	most int
	// run ends with a fault if they disagree.
	run func(s *subject)
}

// allChecks is the table of checks. The numbers keep the whole at less than two
// milliseconds a puzzle.
var allChecks = []check{
	{"brute force", 2, 0, bruteForce},
	{"native lists", 1, 0, nativeLists},
	{"native counts", 1, 0, nativeCounts},
	{"native with switches", 1, 0, nativeSwitches},
	{"native with a rule", 16, 200, nativeRule},
	{"native with workers", 32, 0, nativeWorkers},
	{"the whole formula", 1, 0, wholeFormula},
	{"a contender", 2, satSolutions, anyContender},
	{"shards", 6, satSolutions, shards},
	{"units", 4, satSolutions, units},
	{"split", 4, 0, split},
	{"groups", 6, satSolutions, groups},
	{"rankings", 8, 500, rankings},
	{"designs", 12, 200, designs},
	{"rating", 12, 200, rating},
	{"report", 16, 0, report},
	{"digests", 16, 200, digests},
	{"difference", 32, satSolutions, difference},

	{"group", 4, 0, groupIsClosed},
	{"geometric symmetries", 6, 0, geometricSymmetries},
	{"orbits", 3, 0, orbits},
	{"fixed", 4, 0, fixed},

	{"reduce", 4, 0, reduce},
	{"permuted model", 6, 0, permutedModel},
	{"altered model", 4, 0, alteredModel},

	{"in other words", 3, 0, inOtherWords},
	{"merged pieces", 2, 0, mergedPieces},
	{"hint", 8, 0, hint},
	{"regions", 1, 0, regions},
	{"optional cell", 6, 0, optionalCell},
	{"exact counts", 8, 0, exactCounts},

	{"yaml", 16, 0, throughFormat("yaml", true)},
	{"json", 16, 0, throughFormat("json", true)},
	{"dlx", 16, 0, throughFormat("dlx", true)},
	{"grid", 6, 0, throughFormat("grid", false)},
	{"cap", 1, 0, throughFormat("cap", false)},
	{"exported dimacs", 4, 40, exportedDIMACS},
	{"exported icnf", 12, 0, exportedICNF},
	{"certificate", 128, 300, certificate},
}
