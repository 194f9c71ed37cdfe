package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCommand struct{}

func (*versionCommand) beside() string { return "" }

func (*versionCommand) run(_ context.Context, s *session) error {
	_, err := fmt.Fprintf(s.stdout, "trefoil %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// version is the one that the program was built of: "(devel)" for that of a clone.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
