// Package boards builds the models that the tests below native search: boards of squares
// and cubes and pieces on them. It is written without package puzzle, so that a test
// cannot inherit a mistake from there. No other code uses it.
package boards
