// Package manual holds the texts of the command: a help page for each verb, the topics with the
// tables of the program in them, the short and the long help, and the pages of man. Verbs are not
// known here: they are the commands below the root.
package manual
