package main

import (
	"errors"
	"flag"
	"io"
	"net"
	"strings"
	"testing"

	"go.uber.org/fx"
)

func TestOptionsComposeTheDemo(t *testing.T) {
	for _, args := range [][]string{
		{},
		{"-engine", "mux"},
		{"-transport", "nethttp"},
		{"-engine", "mux", "-transport", "nethttp", "-v", "-addr", "127.0.0.1:0", "-spec", "e2e/testdata/petstore.json"},
	} {
		options, err := options(args, io.Discard)
		if err != nil {
			t.Errorf("%q: %v", args, err)
			continue
		}
		if err := fx.ValidateApp(options); err != nil {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestOptionsRefuse(t *testing.T) {
	for want, args := range map[string][]string{
		`engine "chi" does not exist: use gin or mux`:          {"-engine", "chi"},
		`transport "fax" does not exist: use resty or nethttp`: {"-transport", "fax"},
		`unexpected argument "petstore.yaml"`:                  {"petstore.yaml"},
		"flag provided but not defined: -port":                 {"-port", "80"},
	} {
		if _, err := options(args, io.Discard); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", args, err, want)
		}
	}
	if _, err := options([]string{"-h"}, io.Discard); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("-h: got %v", err)
	}
}

func TestRunSaysInOneLineWhyItCannotStart(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	tests := map[string]struct {
		args   []string
		status int
		want   string
	}{
		"an unknown engine":    {[]string{"-engine", "chi"}, 2, `demo: engine "chi" does not exist`},
		"a missing file":       {[]string{"-spec", "no/such/file"}, 1, "demo: no/such/file: there is no such file"},
		"an address in use":    {[]string{"-addr", taken.Addr().String()}, 1, "demo: router: listen at " + taken.Addr().String()},
		"an address of nobody": {[]string{"-addr", "nowhere"}, 1, "demo: router: listen at nowhere"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var stderr strings.Builder
			status := run(test.args, &stderr)
			if status != test.status || !strings.HasPrefix(stderr.String(), test.want) || strings.Count(stderr.String(), "\n") != 1 {
				t.Errorf("exit status %d and %q", status, stderr.String())
			}
		})
	}
}
