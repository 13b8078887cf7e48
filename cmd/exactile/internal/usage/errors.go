package usage

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/internal/spelling"
)

// wanted describes the values of flags, by their type in pflag.
var wanted = map[string]string{
	"bool": "true or false", "int": "a whole number", "int64": "a whole number",
	"uint64":  "a whole number, not below zero",
	"float64": "a number", "duration": "a time with its unit, such as 10s, 5m or 1h30m",
}

// FlagError turns an error of the flag parser into a usage error, which suggests the flag that
// was probably meant and where to find help.
func FlagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		var flags []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { // also those of all verbs
			if !f.Hidden {
				flags = append(flags, "--"+f.Name)
			}
		})
		name := "--" + unknown.GetSpecifiedName()
		err = fmt.Errorf("unknown flag %s%s", name, spelling.Hint(name, flags))
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		flag := invalid.GetFlag()
		name := "--" + flag.Name
		if flag.Shorthand != "" {
			name = "-" + flag.Shorthand
		}
		if want, known := wanted[flag.Value.Type()]; known {
			err = fmt.Errorf("%s %q: want %s", name, invalid.GetValue(), want)
		}
	}
	return status.With(status.Misuse, err)
}
