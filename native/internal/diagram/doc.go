// Package diagram keeps the set of the solutions of a problem so that it can be asked: how
// many solutions contain each option, which is the k-th, and which number one has. The
// layers of states of a merged count are kept, as a decision diagram whose arcs are made
// anew by expanding a state. Sums from the end say how many solutions are below each state;
// with sums from the start they give the marginals, and by themselves the way down to the
// k-th solution. A solution drawn at random is one with a random number. Where the
// solutions are few they are listed and sorted instead, in the same order.
//
// Source: D. E. Knuth, The Art of Computer Programming, volume 4A, section
// 7.1.4 (algorithms B and C on decision diagrams, random solutions).
package diagram
