// Package plan counts in units, each exactly once, on any number of machines.
//
// A [Plan] defines what is counted and its units. It is plain data with a digest: a [Unit]
// and the plan define exactly which solutions are counted, on every machine, with every
// engine, memory and load. For the native search a unit is the solutions whose state at a
// cell of the plan's order hashes to one number modulo another, as package native defines
// it; for SAT engines it is a restriction of the model. [Job.Holds] reports whether a
// solution is in a unit.
//
// A [Job] runs units. The result of a unit is one [Record]: its report or, if it spent its
// budget of nodes, the number of parts into which the next cut of the plan splits it,
// never both. The first record of each unit is kept: a [Folder] does this for processes that
// share a disk. [Plan.Merge] adds up reports and lists what is missing; two different answers
// for one unit are a [Contradiction] and never a sum.
//
// Orbits are counted without listing by Burnside's lemma: the solutions fixed by symmetries
// other than the identity are part of the first unit, and only the sum of all units is
// divided. If solutions are listed, a unit counts those that are the least of their images.
//
// In this package p is a plan, u a unit, m a model and b a backend.
package plan
