package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/config"
	"github.com/trefoil-go/trefoil/apps/trefoil/internal/spec"
)

// commands are those of the program, with their flags.
type commands struct {
	Serve      serveCommand      `cmd:"" help:"Show the reference of descriptions, and follow them as they change."`
	Export     exportCommand     `cmd:"" help:"Write the reference of descriptions as files."`
	Check      checkCommand      `cmd:"" help:"Say what is wrong with descriptions."`
	Diff       diffCommand       `cmd:"" help:"Say what a new version of a description changes for clients."`
	Bundle     bundleCommand     `cmd:"" help:"Write a description of several files as one."`
	Mock       mockCommand       `cmd:"" help:"Answer requests as a description says."`
	Gen        genCommand        `cmd:"" help:"Write the declarations of a Go client."`
	New        newCommand        `cmd:"" help:"Write a service, with its tests and its reference."`
	Version    versionCommand    `cmd:"" help:"Print the version."`
	Completion completionCommand `cmd:"" help:"Print the completions for a shell."`

	Config string `type:"path" placeholder:"FILE" help:"Read FILE in place of the trefoil.yaml beside the description."`

	file *config.File
}

// command is one of the program's.
type command interface {
	// run does the work. Its error is errFound, a usageError, or what failed.
	run(ctx context.Context, s *session) error
	// beside names the description that trefoil.yaml stands beside, "" for none.
	beside() string
}

// command returns the one that was chosen.
func (c *commands) command(parsed *kong.Context) command {
	return parsed.Selected().Target.Addr().Interface().(command)
}

// session is what a command works with.
type session struct {
	*process
	opener *spec.Opener
	file   *config.File
	model  *kong.Application
}

// tell tells of the problems of a description.
func (s *session) tell(read *spec.Spec) {
	for _, problem := range read.Doc.Problems {
		if problem.File == "" {
			fmt.Fprintf(s.stderr, "trefoil: %s: %s\n", read.Name, problem)
			continue
		}
		fmt.Fprintf(s.stderr, "trefoil: %s\n", problem)
	}
}

// parse reads the command line, and what it leaves open from the variables and from
// trefoil.yaml. Nothing is parsed when help was asked for and given.
func parse(args []string, p *process) (*commands, *kong.Context, error) {
	all, parsed, err := parseWith(args, p)
	if err != nil || parsed == nil {
		return nil, nil, err
	}
	file, err := fileFor(all, all.command(parsed))
	if err != nil {
		return nil, nil, usageError{err}
	}
	if err := known(file, parsed.Model); err != nil {
		return nil, nil, usageError{err}
	}
	all, parsed, err = parseWith(args, p, kong.Resolvers(resolver(file)))
	if err != nil {
		return nil, nil, err
	}
	all.file = file
	return all, parsed, nil
}

func fileFor(all *commands, c command) (*config.File, error) {
	if all.Config != "" {
		return config.Read(all.Config)
	}
	name := c.beside()
	if name == "" || name == spec.Stdin || spec.IsURL(name) {
		name = "."
	}
	return config.Beside(name)
}

func parseWith(args []string, p *process, more ...kong.Option) (*commands, *kong.Context, error) {
	all := &commands{}
	helped := false
	parser, err := kong.New(all, append([]kong.Option{
		kong.Name("trefoil"),
		kong.Description("Shows, checks and compares descriptions of APIs: files, addresses, REV:path of git, or - for the standard input."),
		kong.Writers(p.stdout, p.stderr),
		kong.Exit(func(int) { helped = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}),
		kong.ValueFormatter(func(value *kong.Value) string { return value.Help }), // without the variable, which has the name of the flag
		kong.DefaultEnvars("TREFOIL"),
		kong.Vars{"formats": formats, "levels": levels, "rulesets": ruleSets},
	}, more...)...)
	if err != nil {
		return nil, nil, err
	}
	parsed, err := parser.Parse(doubled(parser.Model, args))
	switch {
	case helped:
		return nil, nil, nil
	case err != nil:
		return nil, nil, usageError{err}
	}
	return all, parsed, nil
}

// doubled gives flags that have one dash the second one, as programs in Go take both, and
// takes the word help for the flag.
func doubled(model *kong.Application, args []string) []string {
	if len(args) > 0 && args[0] == "help" {
		args = append(slices.Clone(args[1:]), "--help")
	}
	names := map[string]bool{}
	eachFlag(model.Node, func(_ *kong.Node, f *kong.Flag) {
		names[f.Name] = true
		names["no-"+f.Name] = f.Tag.Negatable != ""
	})
	out := make([]string, len(args))
	for i, arg := range args {
		if arg == "--" {
			copy(out[i:], args[i:])
			break
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
		if out[i] = arg; len(name) > 1 && strings.HasPrefix(arg, "-") && names[name] {
			out[i] = "-" + arg
		}
	}
	return out
}

func eachFlag(n *kong.Node, f func(n *kong.Node, flag *kong.Flag)) {
	for _, flag := range n.Flags {
		f(n, flag)
	}
	for _, child := range n.Children {
		eachFlag(child, f)
	}
}

// resolver gives the flags of a command what trefoil.yaml says, unless a variable does.
func resolver(file *config.File) kong.Resolver {
	return kong.ResolverFunc(func(_ *kong.Context, parent *kong.Path, flag *kong.Flag) (any, error) {
		if parent.Command == nil {
			return nil, nil
		}
		for _, name := range flag.Envs {
			if _, set := os.LookupEnv(name); set {
				return nil, nil
			}
		}
		value, ok := file.Commands[parent.Command.Name][flag.Name]
		if list, isList := value.([]any); isList && flag.Tag.Has("spec") {
			return specs(list, file), nil
		}
		if path, isText := value.(string); ok && isText && flag.Tag.Type == "path" {
			return file.Path(path), nil
		}
		return value, nil
	})
}

// specs are descriptions that a file names, as the process sees them.
func specs(list []any, file *config.File) []any {
	names := slices.Clone(list)
	for i := range names {
		if name, isText := names[i].(string); isText {
			names[i] = spec.Below(name, file.Path)
		}
	}
	return names
}

// known returns an error that names what trefoil.yaml says of a command or flag that
// does not exist.
func known(file *config.File, model *kong.Application) error {
	flags := map[string]map[string]*kong.Flag{}
	for _, child := range model.Children {
		flags[child.Name] = map[string]*kong.Flag{}
		eachFlag(child, func(_ *kong.Node, f *kong.Flag) { flags[child.Name][f.Name] = f })
	}
	for command, values := range file.Commands {
		if flags[command] == nil {
			return fmt.Errorf("%s: there is no command %q", file.Name, command)
		}
		for name, value := range values {
			flag := flags[command][name]
			if flag == nil {
				return fmt.Errorf("%s: the command %s has no flag %q", file.Name, command, name)
			}
			if _, list := value.([]any); list && !flag.IsSlice() {
				return fmt.Errorf("%s: the flag %q of the command %s takes one value", file.Name, name, command)
			}
		}
	}
	if err := file.Severities.Check(rules()); err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	return nil
}

// one returns an error unless at most one of some descriptions is the standard input.
func one(names ...string) error {
	n := 0
	for _, name := range names {
		if name == spec.Stdin {
			n++
		}
	}
	if n > 1 {
		return usageError{errors.New("only one description can be the standard input")}
	}
	return nil
}
