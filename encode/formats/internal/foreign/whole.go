//go:build !lean

package foreign

// Whole is true if the program reads and writes the formats of every other program.
const Whole = true
