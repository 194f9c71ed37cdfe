package main

import (
	"errors"
	"flag"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/fx"
)

func TestOptionsComposeTheDemo(t *testing.T) {
	for _, args := range [][]string{
		{},
		{"-engine", "mux"},
		{"-debug"},
		{"-edit"},
		{"-store", "postgres://127.0.0.1/demo", "-shared", "redis://127.0.0.1:1", "-strict", "-rate", "10", "-seats", "9", "-behind", "127.0.0.1/32", "-delay", "1s"},
		{"-mock"},
		{"-edit", "-mock"},
		{"-proxy", "-reach", "http://127.0.0.1:9000,https://api.example"},
		{"-transport", "nethttp"},
		{"-engine", "mux", "-transport", "nethttp", "-v", "-addr", "127.0.0.1:0", "-spec", "e2e/testdata/petstore.json"},
	} {
		options, command, err := options(args, io.Discard)
		if err != nil {
			t.Errorf("%q: %v", args, err)
			continue
		}
		if len(command) > 0 {
			t.Errorf("%q: command %q", args, command)
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
		"flag provided but not defined: -port":                 {"-port", "80"},
	} {
		if _, _, err := options(args, io.Discard); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", args, err, want)
		}
	}
	if _, _, err := options([]string{"-h"}, io.Discard); !errors.Is(err, flag.ErrHelp) {
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
		"an unknown command":     {[]string{"petstore.yaml"}, 2, `demo: unexpected argument "petstore.yaml"`},
		"an unknown engine":      {[]string{"-engine", "chi"}, 2, `demo: engine "chi" does not exist`},
		"a missing file":         {[]string{"-spec", "no/such/file"}, 1, "demo: no/such/file: there is no such file"},
		"an address of no store": {[]string{"-store", "postgres://%"}, 1, "demo: open the store: "},
		"no address to share at": {[]string{"-shared", "http://127.0.0.1"}, 1, `demo: the shared store "http://127.0.0.1": `},
		"no prefix of a proxy":   {[]string{"-behind", "proxy"}, 1, "demo: the proxies in front: "},
		"no origin to reach":     {[]string{"-proxy", "-reach", "api.example"}, 1, `demo: tryit: `},
		"an address in use":      {[]string{"-addr", taken.Addr().String()}, 1, "demo: router: listen at " + taken.Addr().String()},
		"an address of nobody":   {[]string{"-addr", "nowhere"}, 1, "demo: router: listen at nowhere"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var stderr strings.Builder
			status := run(append([]string{"-store", ":memory:"}, test.args...), io.Discard, &stderr)
			if status != test.status || !strings.HasPrefix(stderr.String(), test.want) || strings.Count(stderr.String(), "\n") != 1 {
				t.Errorf("exit status %d and %q", status, stderr.String())
			}
		})
	}
}

func TestRunRunsCommandsOfTheRouter(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	run := func(args ...string) (int, string, string) {
		var stdout, stderr strings.Builder
		status := run(append([]string{"-addr", taken.Addr().String()}, args...), &stdout, &stderr)
		return status, stdout.String(), stderr.String()
	}

	status, routes, stderr := run("-engine", "mux", "routes")
	if status != 0 || stderr != "" || !strings.Contains(routes, "AUTH") || !strings.Contains(routes, "/trips/live") {
		t.Errorf("routes: exit status %d, %q and\n%s", status, stderr, routes)
	}

	file := filepath.Join(t.TempDir(), "openapi.json")
	if status, _, stderr := run("doc", "-o", file); status != 0 || stderr != "" {
		t.Fatalf("doc -o: exit status %d and %q", status, stderr)
	}
	if status, changes, _ := run("doc", "-against", file); status != 0 || changes != "0 breaking, 0 compatible change(s)\n" {
		t.Errorf("doc -against: exit status %d and %q", status, changes)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	more := strings.Replace(string(text), `"/trips/live":`, `"/trips/dead":`, 1)
	if err := os.WriteFile(file, []byte(more), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, changes, _ := run("doc", "-against", file); status != 1 || !strings.Contains(changes, "/trips/dead") {
		t.Errorf("doc -against, without a path: exit status %d and %q", status, changes)
	}
}
