package consumer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

func goEnv(ctx context.Context) (map[string]string, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "-json", "GOPROXY", "GOMODCACHE", "GONOSUMDB").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	var env map[string]string
	if err := json.Unmarshal(out, &env); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	return env, nil
}

// shared are flags of the Makefile: what the tests have compiled of the standard library
// and of third parties is found in GOCACHE then.
const shared = "-trimpath -gcflags=all=-dwarf=false"

// environment makes our modules come from proxy and everything else from what
// the machine has already, then from where it usually comes. Only our modules
// are not looked up in the checksum database, which cannot know them yet.
func environment(ambient map[string]string, proxy string) []string {
	return append(os.Environ(),
		"GOWORK=off",
		"GOFLAGS=-mod=mod -modcacherw "+shared,
		"GOTOOLCHAIN=local",
		"GOPROXY="+joinList(fileURL(proxy), fileURL(filepath.Join(ambient["GOMODCACHE"], "cache", "download")), ambient["GOPROXY"]),
		"GONOSUMDB="+joinList(ambient["GONOSUMDB"], workspace.Prefix),
		"GONOPROXY=none",
		"GOPRIVATE=",
		"ADDRESS=127.0.0.1:0", // of programs that serve
	)
}

// Environment returns what makes the environment of a go command that has a proxy in a
// directory before all others.
func Environment(ctx context.Context) (func(proxy string) []string, error) {
	ambient, err := goEnv(ctx)
	if err != nil {
		return nil, err
	}
	return func(proxy string) []string { return environment(ambient, proxy) }, nil
}

// offline is the environment of a reader of the documents: nothing comes from a network,
// so nothing can be looked up in the checksum database either. What the machine has was
// held to it when it was downloaded. Programs that serve listen at free ports.
func offline(ambient map[string]string, proxy, bin string) []string {
	return append(os.Environ(),
		"GOWORK=off",
		"GOFLAGS=-modcacherw "+shared,
		"GOTOOLCHAIN=local",
		"GOPROXY="+joinList(fileURL(proxy), fileURL(filepath.Join(ambient["GOMODCACHE"], "cache", "download"))),
		"GOSUMDB=off",
		"GONOPROXY=none",
		"GOPRIVATE=",
		"GOBIN="+bin,
		"PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
		"ADDRESS=127.0.0.1:0",
		"TREFOIL_ADDR=127.0.0.1:0",
	)
}

func joinList(items ...string) string {
	return strings.Join(slices.DeleteFunc(items, func(s string) bool { return s == "" }), ",")
}

func fileURL(dir string) string { return "file://" + filepath.ToSlash(dir) }

// thirdPartySums joins the go.sum files of the published modules, without the
// lines of our own modules.
func thirdPartySums(repo *workspace.Repo) ([]byte, error) {
	var lines []string
	for _, m := range repo.Published() {
		data, err := os.ReadFile(filepath.Join(repo.Abs(m), "go.sum"))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(data) {
			if !workspace.Ours(string(line)) {
				lines = append(lines, string(line))
			}
		}
	}
	slices.Sort(lines)
	return []byte(strings.Join(slices.Compact(lines), "")), nil
}
