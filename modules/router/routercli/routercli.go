// Package routercli is the command line of an application that serves a router:
// it lists the routes and writes or compares their description, without opening
// a port.
//
//	func main() {
//		r := newRouter()
//		if code, handled := routercli.Run(r, os.Args[1:], os.Stdout, os.Stderr); handled {
//			os.Exit(code)
//		}
//		if err := r.Start(); err != nil {
//			log.Fatal(err)
//		}
//	}
//
// The commands are "routes", "doc" and "help". Everything else is left to the
// application, no command at all too: it starts its server then.
package routercli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Router is what the commands ask for: a *router.Router. Its methods are called
// one after the other; a route table with mistakes is an error of both.
type Router interface {
	// Routes lists the routes in the order of the table.
	Routes() ([]RouteInfo, error)
	// Load returns the description of the routes.
	Load(ctx context.Context) (*apidoc.Document, error)
}

// The codes that Run returns.
const (
	codeOK     = 0
	codeFailed = 1 // the table has mistakes, a file cannot be used, or a change breaks clients
	codeUsage  = 2
)

const usage = `routes [-json] [-hooks]            list the routes; -hooks adds a line for every hook
doc [-o FILE] [-against OLD.json]  write the OpenAPI description, or say what it changes
help                               say this
`

// errUsage says that a command was called in a wrong way, which was told.
var errUsage = errors.New("wrong usage")

// errBreaking says that a description breaks clients, which was told.
var errBreaking = errors.New("there are breaking changes")

// command is one invocation of a command.
type command struct {
	router         Router
	flags          *flag.FlagSet
	args           []string
	stdout, stderr io.Writer
}

// Run runs the command that args begins with. Handled is false when there is
// none of that name, and nothing was written then. The code is what the process
// ends with: 0 for success, 1 for a table with mistakes, a file that cannot be
// used or a breaking change, 2 for wrong usage.
func Run(r Router, args []string, stdout, stderr io.Writer) (code int, handled bool) {
	if len(args) == 0 {
		return codeOK, false
	}
	run, known := map[string]func(*command) error{"routes": routes, "doc": doc, "help": help}[args[0]]
	if !known {
		return codeOK, false
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(stderr)
	c := &command{router: r, flags: flags, args: args[1:], stdout: stdout, stderr: stderr}
	return c.code(run(c)), true
}

// code turns an error into what the process ends with, and tells it unless that
// was done.
func (c *command) code(err error) int {
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return codeOK
	case errors.Is(err, errUsage):
		return codeUsage
	case errors.Is(err, errBreaking):
		return codeFailed
	}
	fmt.Fprintln(c.stderr, err)
	return codeFailed
}

// parse reads the flags, which are all that a command takes.
func (c *command) parse() error {
	if err := c.flags.Parse(c.args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return err
		}
		return errUsage // the flag set has told it
	}
	if c.flags.NArg() > 0 {
		fmt.Fprintf(c.stderr, "%s: unexpected argument %q\n", c.flags.Name(), c.flags.Arg(0))
		c.flags.Usage()
		return errUsage
	}
	return nil
}

func help(c *command) error {
	if err := c.parse(); err != nil {
		return err
	}
	return c.write([]byte(usage))
}

// write writes to the standard output.
func (c *command) write(text []byte) error {
	if _, err := c.stdout.Write(text); err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	return nil
}
