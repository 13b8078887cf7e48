// Package cli is what the verbs of exactile share: how a command line is read, puzzles are
// loaded, backends are chosen and limited, and answers are printed. From the bottom up:
//
//	status       exit statuses, and which one wins if several puzzles were run
//	usage        checks of arguments and flags, and values of flags
//	version      names this program by its version, and by its digest
//	limits       the limits of input from an environment variable
//	collector    the garbage collector of the process, by --memory
//	wrap         paragraphs and tables of a terminal
//	progress     a line on standard error that says how far a run has come
//	console      streams, notes, errors and the screen of a run; explain shows where an error is
//	complete     shell completion
//	output       standard output, or a file that gets its name when it is complete
//	load         puzzles: files, standard input and built-in ones
//	engine       the backend, its flags and the notes about its work
//	checkpoint   runs that go on where they were stopped
package cli
