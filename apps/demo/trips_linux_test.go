package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

func TestTripsWatchEndsWellAtASignal(t *testing.T) {
	_, server := serveTrips(t)
	for name, signal := range map[string]os.Signal{"of the keyboard": os.Interrupt, "of the system": syscall.SIGTERM} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(asDemo, "1")
			program, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			command := exec.CommandContext(t.Context(), program, "trips", "watch", "-api", server.URL)
			var stderr lockedBuffer
			command.Stderr = &stderr
			stdout, err := command.StdoutPipe()
			if err == nil {
				err = command.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			out := bufio.NewReader(stdout)
			await(t, out, "Jupiter", "seats")

			if err := command.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}

			if _, err := io.Copy(io.Discard, out); err != nil {
				t.Error(err)
			}
			if err := command.Wait(); err != nil || stderr.last() != "" {
				t.Errorf("%v, %s", err, stderr.last())
			}
		})
	}
}
