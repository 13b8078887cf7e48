// Package diagram keeps the set of the solutions of a problem for queries: how many
// solutions contain each option, which solution is the k-th, and which number a solution
// has. It keeps the layers of states of a merged count, as a decision diagram whose arcs
// are recomputed by expanding a state. Sums from the end are the numbers of solutions below
// each state; with sums from the start they give the marginals, and alone the way down to
// the k-th solution. A random solution is one with a random number. If the solutions are
// few they are listed and sorted instead, in the same order.
//
// Source: D. E. Knuth, The Art of Computer Programming, volume 4A, section
// 7.1.4 (algorithms B and C on decision diagrams, random solutions).
package diagram
