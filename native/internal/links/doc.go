// Package links searches by the most constrained item: in dancing links, and in
// lists of options of two words and of one as items get fewer; before those, if that is
// asked for, in matrices of bits that are reduced at every node. It serves any model, with
// or without positions.
//
// Source: D. E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1.
package links
