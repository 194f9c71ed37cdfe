package routercli

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
)

type (
	// RouteInfo is one route of a table.
	RouteInfo = router.RouteInfo
	// HookInfo is one hook of a route.
	HookInfo = router.HookInfo
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

// write writes to the standard output.
func (c *command) write(text []byte) error {
	if _, err := c.stdout.Write(text); err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	return nil
}

// writeJSON writes the routes with empty lists instead of null.
func (c *command) writeJSON(all []RouteInfo) error {
	list := make([]RouteInfo, len(all))
	for i, r := range all {
		r.Flags, r.Hooks = append([]string{}, r.Flags...), append([]HookInfo{}, r.Hooks...)
		r.Before = append([]string{}, r.Before...)
		list[i] = r
	}
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the routes: %w", err)
	}
	return c.write(append(text, '\n'))
}
