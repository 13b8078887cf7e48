//go:build lean

package foreign

// Whole is false if the program lacks some formats of other programs, to be smaller.
const Whole = false
