package main

import "github.com/spf13/cobra"

// helpCommand prints the help of a verb or a topic.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [VERB or TOPIC]",
		Short: "Help about a verb or a topic",
		RunE: func(cmd *cobra.Command, args []string) error {
			verb, _, err := cmd.Root().Find(args)
			if err != nil || verb == cmd.Root() && len(args) > 0 {
				return usage("no verb and no topic is called %q%s", args[0], nearestVerb(cmd.Root(), args[0]))
			}
			return verb.Help()
		},
	}
}

// usageTemplate is what stands below the text of a verb's help: cobra's own, but
// with verbs for commands, topics, and flags that are wrapped at 80 columns.
const usageTemplate = `Usage:
  {{.UseLine}}
{{- if .HasExample}}

Examples:
{{.Example}}
{{- end}}
{{- $all := .Commands}}
{{- range $group := .Groups}}

{{.Title}}
{{- range $all}}{{if and (eq .GroupID $group.ID) .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}
{{- end}}{{end}}
{{- end}}
{{- if .HasAvailableSubCommands}}

{{if .HasParent}}Shells{{else}}Help{{end}}:
{{- range $all}}{{if and (eq .GroupID "") (or .IsAvailableCommand (eq .Name "help"))}}
  {{rpad .Name .NamePadding}} {{.Short}}
{{- end}}{{end}}
{{- end}}
{{- if .HasHelpSubCommands}}

Topics, as in exactile help counts:
{{- range $all}}{{if .IsAdditionalHelpTopicCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}
{{- end}}{{end}}
{{- end}}
{{- if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsagesWrapped 80 | trimTrailingWhitespaces}}
{{- end}}
{{- if .HasAvailableInheritedFlags}}

Flags of every verb:
{{.InheritedFlags.FlagUsagesWrapped 80 | trimTrailingWhitespaces}}
{{- end}}
{{- if .HasAvailableSubCommands}}

exactile VERB --help says more about a verb.
{{- end}}
`
