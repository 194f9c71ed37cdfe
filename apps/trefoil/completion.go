package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/template"
)

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Shell that reads them: ${enum}."`
}

func (*completionCommand) beside() string { return "" }

func (c *completionCommand) run(_ context.Context, s *session) error {
	var list []completed
	for _, child := range s.model.Children {
		one := completed{Name: child.Name, Help: strings.ReplaceAll(child.Help, "'", "’")}
		for _, f := range slices.Concat(child.AllFlags(true)...) {
			one.Flags = append(one.Flags, f.Name)
			if f.Tag.Negatable != "" {
				one.Flags = append(one.Flags, "no-"+f.Name)
			}
		}
		list = append(list, one)
	}
	return writeCompletion(s.stdout, c.Shell, list)
}

// completed is a command with what can stand behind it.
type completed struct {
	Name, Help string
	Flags      []string // without dashes
}

// scripts are the completions, by shell.
var scripts = map[string]*template.Template{
	"bash": script(`_trefoil() {
	local flags=
	if ((COMP_CWORD == 1)); then
		COMPREPLY=($(compgen -W '{{range .}}{{.Name}} {{end}}' -- "${COMP_WORDS[1]}"))
		return
	fi
	case ${COMP_WORDS[1]} in
{{range .}}	{{.Name}}) flags='{{join .Flags}}' ;;
{{end}}	esac
	case ${COMP_WORDS[COMP_CWORD]} in
	-*)
		local name=${COMP_WORDS[COMP_CWORD]#-}
		COMPREPLY=($(compgen -W "$flags" -- "--${name#-}"))
		;;
	*) COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")) ;;
	esac
}
complete -o filenames -F _trefoil trefoil
`),
	"zsh": script(`#compdef trefoil
_trefoil() {
	local -a commands flags
	commands=({{range .}}'{{.Name}}:{{.Help}}' {{end}})
	if ((CURRENT == 2)); then
		_describe command commands
		return
	fi
	case $words[2] in
{{range .}}	{{.Name}}) flags=({{join .Flags}}) ;;
{{end}}	esac
	if [[ $PREFIX == -* ]]; then
		PREFIX=--${${PREFIX#-}#-}
		compadd -a flags
	else
		_files
	fi
}
compdef _trefoil trefoil
`),
	"fish": script(`{{range .}}complete -c trefoil -n __fish_use_subcommand -f -a {{.Name}} -d '{{.Help}}'
{{$name := .Name}}{{range .Flags}}complete -c trefoil -n '__fish_seen_subcommand_from {{$name}}' -l {{.}} -o {{.}}
{{end}}{{end}}`),
}

func script(text string) *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"join": func(flags []string) string { return "--" + strings.Join(flags, " --") },
	}).Parse(text))
}

func writeCompletion(w io.Writer, shell string, list []completed) error {
	if err := scripts[shell].Execute(w, list); err != nil {
		return fmt.Errorf("write the completions: %w", err)
	}
	return nil
}
