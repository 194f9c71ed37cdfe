package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"

	"github.com/alecthomas/kong"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Shell that reads them: ${enum}."`
}

func (*completionCommand) beside() string { return "" }

func (c *completionCommand) run(_ context.Context, s *session) error {
	var list []completed
	for _, child := range s.model.Children {
		one := completed{Name: child.Name, Help: strings.ReplaceAll(child.Help, "'", "’")}
		for _, argument := range child.Positional {
			one.Values = append(one.Values, valuesOf(argument)...)
		}
		for _, f := range slices.Concat(child.AllFlags(true)...) {
			one.Flags = append(one.Flags, completedFlag{f.Name, valuesOf(f.Value)})
			if f.Tag.Negatable != "" {
				one.Flags = append(one.Flags, completedFlag{Name: "no-" + f.Name})
			}
		}
		list = append(list, one)
	}
	return writeCompletion(s.stdout, c.Shell, list)
}

// valuesOf are those of a fixed list, but for the empty one.
func valuesOf(v *kong.Value) []string {
	return slices.DeleteFunc(v.EnumSlice(), func(value string) bool { return value == "" })
}

// completed is a command with what can stand behind it. The values are those of a fixed
// list, empty where any may stand.
type completed struct {
	Name, Help string
	Values     []string
	Flags      []completedFlag
}

type completedFlag struct {
	Name   string // without dashes
	Values []string
}

// scripts are the completions, by shell. A flag has one dash or two, and its value stands
// behind a space or an equals sign, which is a word of its own in bash.
var scripts = map[string]*template.Template{
	"bash": script(`_trefoil() {
	local flags= values= word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
	if ((COMP_CWORD == 1)); then
		COMPREPLY=($(compgen -W '{{range .}}{{.Name}} {{end}}' -- "$word"))
		return
	fi
	if [[ $word == = ]]; then
		word=
	elif [[ $before == = ]]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	case ${COMP_WORDS[1]} in
{{range .}}	{{.Name}}) flags='{{join .Flags}}' values='{{words .Values}}' ;;
{{end}}	esac
	case "${COMP_WORDS[1]} $before" in
{{range $command := .}}{{range .Flags}}{{if .Values}}	'{{$command.Name}} --{{.Name}}' | '{{$command.Name}} -{{.Name}}') values='{{words .Values}}' ;;
{{end}}{{end}}{{end}}	esac
	case $word in
	-*) word=${word#-} && COMPREPLY=($(compgen -W "$flags" -- "--${word#-}")) ;;
	*)
		if [[ $values ]]; then
			COMPREPLY=($(compgen -W "$values" -- "$word"))
		else
			COMPREPLY=($(compgen -f -- "$word"))
		fi
		;;
	esac
}
complete -o filenames -F _trefoil trefoil
`),
	"zsh": script(`#compdef trefoil
_trefoil() {
	local -a commands flags values
	local before=$words[CURRENT-1]
	commands=({{range .}}'{{.Name}}:{{.Help}}' {{end}})
	if ((CURRENT == 2)); then
		_describe command commands
		return
	fi
	if [[ $PREFIX == -*=* ]]; then
		before=${PREFIX%%=*}
		compset -P '*='
	fi
	case $words[2] in
{{range .}}	{{.Name}}) flags=({{join .Flags}}) values=({{words .Values}}) ;;
{{end}}	esac
	case "$words[2] $before" in
{{range $command := .}}{{range .Flags}}{{if .Values}}	'{{$command.Name}} --{{.Name}}' | '{{$command.Name}} -{{.Name}}') values=({{words .Values}}) ;;
{{end}}{{end}}{{end}}	esac
	if [[ $PREFIX == -* ]]; then
		PREFIX=--${${PREFIX#-}#-}
		compadd -a flags
	elif (($#values)); then
		compadd -a values
	else
		_files
	fi
}
compdef _trefoil trefoil
`),
	"fish": script(`{{range .}}complete -c trefoil -n __fish_use_subcommand -f -a {{.Name}} -d '{{.Help}}'
{{$name := .Name}}{{if .Values}}complete -c trefoil -n '__fish_seen_subcommand_from {{$name}}' -f -a '{{words .Values}}'
{{end}}{{range .Flags}}complete -c trefoil -n '__fish_seen_subcommand_from {{$name}}' -l {{.Name}} -o {{.Name}}{{if .Values}} -x -a '{{words .Values}}'{{end}}
{{end}}{{end}}`),
}

func script(text string) *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"join": func(flags []completedFlag) string {
			names := make([]string, len(flags))
			for i, f := range flags {
				names[i] = "--" + f.Name
			}
			return strings.Join(names, " ")
		},
		"words": func(values []string) string { return strings.Join(values, " ") },
	}).Parse(text))
}

func writeCompletion(w io.Writer, shell string, list []completed) error {
	if err := scripts[shell].Execute(w, list); err != nil {
		return fmt.Errorf("write the completions: %w", err)
	}
	return nil
}
