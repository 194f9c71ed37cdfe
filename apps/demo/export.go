package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"go.uber.org/dig"
	"go.uber.org/fx"

	"github.com/trefoil-go/trefoil/modules/viewer"
	exporter "github.com/trefoil-go/trefoil/modules/viewer/export"
)

// export writes the reference as files and returns the exit status.
func export(composition fx.Option, args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("demo export", flag.ContinueOnError)
	flags.SetOutput(stderr)
	single := flags.String("single", "", "`file` to write all of the reference into")
	flags.Usage = func() {
		fmt.Fprintln(stderr, "demo [flags] export DIR\ndemo [flags] export -single FILE")
		flags.PrintDefaults()
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case flags.NArg() > 1 || (flags.NArg() == 1) == (*single != ""):
		flags.Usage()
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal does not wait for what the first one ends
	if err := write(ctx, composition, flags.Arg(0), *single); err != nil {
		fmt.Fprintln(stderr, "demo:", dig.RootCause(err))
		return 1
	}
	return 0
}

// write runs the application for as long as the export takes.
func write(ctx context.Context, composition fx.Option, dir, single string) (err error) {
	var v *viewer.Viewer
	a := fx.New(composition, fx.Populate(&v))
	if err := a.Err(); err != nil {
		return err
	}
	if err := a.Start(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Stop(context.WithoutCancel(ctx))) }()
	if single == "" {
		return exporter.Folder(ctx, v, dir)
	}
	return writeSingle(ctx, v, single)
}

func writeSingle(ctx context.Context, v *viewer.Viewer, name string) (err error) {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	out := bufio.NewWriter(f)
	return errors.Join(exporter.Single(ctx, v, out), out.Flush())
}
