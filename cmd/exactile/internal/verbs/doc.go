// Package verbs is the command line of exactile: a file for each verb, the table of all verbs,
// and a run of one of them from the arguments to the exit status. What only one verb needs
// stands in files that begin with its name.
package verbs
