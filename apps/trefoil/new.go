package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/scaffold"
)

type newCommand struct {
	Dir    string `arg:"" type:"path" help:"Directory to write into, which must be empty."`
	Module string `placeholder:"PATH" help:"Path of the module: the name of the directory, unless told."`
}

func (*newCommand) beside() string { return "" }

func (c *newCommand) run(_ context.Context, s *session) error {
	service := scaffold.Service{Module: cmp.Or(c.Module, filepath.Base(c.Dir)), Version: release(), Go: language(runtime.Version())}
	switch err := scaffold.Write(c.Dir, service); {
	case errors.Is(err, scaffold.ErrModule):
		return usageError{err}
	case err != nil:
		return err
	}
	_, err := fmt.Fprintf(s.stdout, "cd %s\ngo mod tidy\ngo test ./...\ngo run .\n", c.Dir)
	return err
}

// released is a version that other modules can require.
var released = regexp.MustCompile(`^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$`)

// release is the version of the modules that the program was built of, which is that of
// all. It is empty for those of a clone.
func release() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || !released.MatchString(info.Main.Version) || strings.Count(info.Main.Version, "-") > 1 {
		return ""
	}
	return info.Main.Version
}

// language is the version of Go that a release of it speaks, without its fixes: 1.26 for
// go1.26.8.
func language(release string) string {
	parts := strings.Split(strings.TrimPrefix(release, "go"), ".")
	return strings.Join(parts[:min(2, len(parts))], ".")
}
