// Command exactile solves, counts and compares tile-placement puzzles.
//
// The packages below it parse the command line, call the libraries and turn their results into
// text and an exit status. Only they know flags, the terminal and the process.
//
// This program contains no network: a client and a server of NATS would double its size and the
// time of its start. Command lines that need one are handed to the program exactile-nats, which
// is the same command with a network.
package main

import "github.com/exactile/exactile/cmd/exactile/internal/verbs"

func main() { verbs.Main(runNATSProgram) }
