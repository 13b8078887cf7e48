package usage

import "github.com/spf13/pflag"

// choices is the annotation of a flag that holds what its value may be.
const choices = "exactile_choices"

// Choose says what the value of a flag may be, for the completion of shells.
func Choose(flags *pflag.FlagSet, flag string, values ...string) {
	_ = flags.SetAnnotation(flag, choices, values) // the flag is there
}

// Choices returns what was said with [Choose].
func Choices(flag *pflag.Flag) []string { return flag.Annotations[choices] }
