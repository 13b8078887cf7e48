// Package links searches by the most constrained item: first in dancing links and, as items get
// fewer, in lists of options of two words, and in rows of bits once few options are left. On
// request, it searches in bit matrices before the lists, reduces them at every node, and goes on in
// lists of options of one word where they fit. It serves any model, with or without positions.
//
// Source: D. E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1.
package links
