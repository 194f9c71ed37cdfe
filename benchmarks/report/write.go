package report

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/pprof"
)

// Write writes a report to a file, whose directories it makes, or to standard
// output for "-".
func Write(file string, report func(io.Writer) error) error {
	if file == "-" {
		return report(os.Stdout)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return fmt.Errorf("make the directory of %s: %w", file, err)
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := errors.Join(report(out), out.Close()); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return nil
}

// Profiled does the work, with a CPU profile of it when a file is named.
func Profiled(file string, work func() error) error {
	if file == "" {
		return work()
	}
	out, err := os.Create(file)
	if err != nil {
		return fmt.Errorf("profile: %w", err)
	}
	if err := pprof.StartCPUProfile(out); err != nil {
		return errors.Join(fmt.Errorf("profile: %w", err), out.Close())
	}
	err = work()
	pprof.StopCPUProfile()
	return errors.Join(err, out.Close())
}
