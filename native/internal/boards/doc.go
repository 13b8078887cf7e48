// Package boards builds the models that the tests below native search: boards of squares
// and cubes and pieces on them. No other code uses it.
package boards
