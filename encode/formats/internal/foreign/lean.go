//go:build lean

package foreign

// Whole says that the program does without some formats of other programs, to be smaller.
const Whole = false
