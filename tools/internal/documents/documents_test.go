package documents_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

const (
	root    = "../../.."
	folder  = "../../documents" // pins the packages of npm
	fixture = "../modules/router/internal/oas/testdata/3.1.0.golden.json"
	made    = "testdata/goclient/api/api.go"
)

func TestProgramsOfOthersReadTheDocuments(t *testing.T) {
	demo := build(t)
	written := document(t, demo)
	t.Run("oapi-codegen makes a client that talks to the demo", func(t *testing.T) {
		t.Parallel()
		if err := os.MkdirAll(filepath.Dir(made), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, document := range []string{"../../" + fixture, written} {
			run(t, ".", "go", "tool", "oapi-codegen", "-package", "api", "-generate", "types,client", "-o", made, document)
			run(t, ".", "go", "build", "./"+filepath.Dir(made))
		}
		run(t, ".", "go", "run", "./testdata/goclient", start(t, demo))
	})
	if _, err := exec.LookPath("npm"); err != nil {
		t.Log("not run: there is no npm to get Redocly, Spectral and openapi-typescript")
		return
	}
	run(t, folder, "../npm-packages.sh", "documents")
	t.Run("openapi-typescript makes a client that talks to the demo", func(t *testing.T) {
		t.Parallel()
		npx(t, "openapi-typescript", "../"+fixture, "--redocly", "fixture.yaml", "--output", filepath.Join(t.TempDir(), "fixture.ts"))
		npx(t, "openapi-typescript", written, "--output", "made/api.ts")
		npx(t, "tsc", "-p", ".")
		run(t, folder, "node", "made/client.js", start(t, demo))
	})
	for name, args := range map[string][]string{
		"Redocly finds no fault in the demo's":   {"redocly", "lint", "--config", "redocly.yaml", written},
		"Redocly finds no fault in the fixture":  {"redocly", "lint", "--config", "fixture.yaml", "../" + fixture},
		"Spectral finds no fault in the demo's":  {"spectral", "lint", "--quiet", "--ruleset", "spectral.yaml", written},
		"Spectral finds no fault in the fixture": {"spectral", "lint", "--quiet", "--ruleset", "spectral.yaml", "../" + fixture},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			npx(t, args...)
		})
	}
}

func npx(t *testing.T, args ...string) {
	t.Helper()
	run(t, folder, "node_modules/.bin/"+args[0], args[1:]...)
}

// build builds the demo.
func build(t *testing.T) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "demo")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-o", program, "./apps/demo")
	cmd.Dir, cmd.Env = root, append(os.Environ(), "GOWORK=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build the demo: %v\n%s", err, out)
	}
	return program
}

// document writes the document of the demo's routes to a file.
func document(t *testing.T, demo string) (file string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), demo, "doc").Output()
	if err != nil {
		t.Fatalf("demo doc: %v", err)
	}
	file = filepath.Join(t.TempDir(), "demo.json")
	if err := os.WriteFile(file, out, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// start runs the demo until the test ends and returns its address.
func start(t *testing.T, demo string) (address string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, demo, "-addr", "127.0.0.1:0", "-store", ":memory:")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = cmd.Wait() // says that it was interrupted
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if address = regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(lines.Text()); address != "" {
			return address
		}
	}
	t.Fatalf("the demo does not say where it listens: %v", lines.Err())
	return ""
}

// run runs a program that has to succeed.
func run(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s %v: %v\n%s", name, args, err, out)
	}
}
