// Package plan makes a count in units, on as many machines as there are, exactly once.
//
// A [Plan] says what is counted and how it falls into units. It is plain data with a digest:
// a [Unit] and the plan say exactly which solutions are counted, whatever machine, engine,
// memory or load. For the native search a unit is the solutions whose state at a cell of the
// plan's order hashes to one number modulo another, as package native defines it; for SAT
// engines it is cubes by the hash of their path. Anybody can say of a solution which unit it
// is in ([Job.Holds]).
//
// A [Job] runs units. What comes of a unit is one [Record]: its report, or, where it spent
// its budget of nodes, into how many parts it is split by the next cut of the plan, never
// both. A [Store] keeps the first record of each unit. [Plan.Merge] adds reports up, and
// says what is missing; two different answers for one unit are a [Contradiction] and never
// a sum. A [Folder] is a Store for processes that share a disk.
//
// Orbits that are counted without listing are counted by Burnside's lemma: the solutions that
// other symmetries than the identity fix are part of the first unit, and only the sum of all
// units is divided. Where solutions are listed a unit counts those that are the least of
// their images.
//
// In this package p is a plan, u a unit, m a model and b a backend.
package plan
