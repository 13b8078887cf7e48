//go:build !lean

package foreign

// Whole says that the program reads and writes the formats of every other program.
const Whole = true
