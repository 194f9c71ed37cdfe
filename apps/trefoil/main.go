// Command trefoil shows, checks and compares descriptions of APIs, in Swagger 2.0 and
// OpenAPI 3.x:
//
//	go install github.com/trefoil-go/trefoil/apps/trefoil@latest
//
//	trefoil serve api.yaml                  # the reference, which follows the file
//	trefoil serve -edit -mock specs/        # those of a folder, with a page for all of them
//	trefoil export -o public api.yaml       # the reference as files
//	trefoil check api.yaml                  # what is wrong with a description
//	trefoil diff main:api.yaml api.yaml     # what breaks clients: exit status 1
//	trefoil bundle -o one.yaml api.yaml     # one file of a description in several
//	trefoil mock api.yaml                   # a server that answers as described
//	trefoil gen -package api api.yaml       # declarations for restclient
//	trefoil new shop                        # a service, with its tests and its reference
//
// A description is a file, an address, a file in a revision of git (REV:path), or "-"
// for the standard input. Other files that it leads to belong to it, as long as they stand
// below its folder, or below the current one when it does. Reports go to the standard output, everything else to the
// standard error. The exit status is 0 when all is fine, 1 when something was found, 2
// when the command is called wrongly, and 3 when it cannot do what it was asked for,
// such as read a description.
//
// A flag may have one dash or two. Flags that are not given are taken from variables
// such as TREFOIL_FAIL_ON, then from trefoil.yaml beside the description:
//
//	severities:               # error, warning, note or off, by rule
//	  breaking/operationId: warning
//	configuration:            # of the viewer, by its names in JSON
//	  theme: moon
//	check:                    # flags of a command
//	  baseline: known.json    # paths are relative to trefoil.yaml
//
// Nothing is sent anywhere but requests for what arguments name.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/spec"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
)

func main() {
	worker.Main(worker.WithRenderers(pages(), nil)) // first of all: in a process that reads what readers type, it does not return
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal does not wait for what the first one ends
	status := run(ctx, os.Args[1:], &process{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, now: time.Now,
		color: isTerminal(os.Stdout) && os.Getenv("NO_COLOR") == "", told: isTerminal(os.Stderr),
	})
	stop()
	os.Exit(status)
}

// process is what a command has of the process that it runs in.
type process struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	now            func() time.Time
	color          bool // of what is written to stdout
	told           bool // how far the work is, on stderr
}

// The exit statuses.
const (
	fine   = 0
	found  = 1
	misuse = 2
	failed = 3
)

// errFound says that a report has findings, which it tells.
var errFound = errors.New("something was found")

// usageError says that the command was called wrongly.
type usageError struct{ error }

// run runs a command and returns the exit status.
func run(ctx context.Context, args []string, p *process) int {
	var misused usageError
	switch err := execute(ctx, args, p); {
	case err == nil:
		return fine
	case errors.Is(err, errFound):
		return found
	case errors.As(err, &misused):
		fmt.Fprintln(p.stderr, "trefoil:", err)
		return misuse
	default:
		fmt.Fprintln(p.stderr, "trefoil:", err)
		return failed
	}
}

func execute(ctx context.Context, args []string, p *process) error {
	all, parsed, err := parse(args, p)
	if err != nil || parsed == nil {
		return err
	}
	transport := httptransport.New(nil)
	defer transport.CloseIdleConnections()
	s := &session{process: p, opener: spec.NewOpener(p.stdin, transport), file: all.file, model: parsed.Model}
	ctx, done := withProgress(ctx, p)
	defer done()
	return all.command(parsed).run(ctx, s)
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
