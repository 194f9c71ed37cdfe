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
	"flag"
	"io"
)

const usage = `routes [-json] [-hooks]            list the routes; -hooks adds a line for every hook
doc [-o FILE] [-against OLD.json]  write the OpenAPI description, or say what it changes
help                               say this
`

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

func help(c *command) error {
	if err := c.parse(); err != nil {
		return err
	}
	return c.write([]byte(usage))
}
