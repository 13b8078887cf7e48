// Package formats reads and writes puzzle files: exactile's own in YAML and in
// JSON, and those of other programs. Read tells the format from the content,
// or else from the ending of the name.
//
// Whatever is wrong with a file is said with its place, as an Error for each
// mistake: file:line:col and what was expected. A Document keeps the places of a
// puzzle's parts, so that what is only found when the puzzle is compiled can be
// placed too. The package never panics on bad input and reads nothing without
// bounds, see Limits.
//
// # The puzzle file
//
// A puzzle of our own is a mapping with these keys; all but board may be left
// out.
//
//	format    1
//	name      what to call the puzzle; the file's name where left out
//	lattice   square, cube, hex or triangle; square where left out
//	board     rows: '.' must be covered, '?' may stay empty, '#' or ' ' is no
//	          cell, any other character is a cell with that symbol
//	pieces    a list: name, shape, count, rotate, flip
//	optional  true: every cell may stay empty
//	place     a list: piece, cells: placements that every solution contains
//	claims    a list: what is known of the solutions, and who says so
//
// A board or a shape is a text of rows or a list of rows; on the cube lattice an
// empty row separates layers. In a shape 'X' or '#' is a cell, '.' or ' ' is
// none, any other character a cell with that symbol. A piece may be turned and
// flipped where it does not say otherwise; on the cube lattice it is not flipped
// then, since its mirror image is another object there. A count is a number, a range
// such as 0..1 or 1..any, or any; 1 where left out. A claim has one of the keys
// solutions, up_to_symmetry, at_least, unique and digest, and a source. Several
// documents in one file, separated in YAML by ---, are several puzzles.
//
// The package knows files and the puzzle model; it counts nothing and checks no
// claim.
package formats
