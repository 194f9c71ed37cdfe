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

// environment makes our modules come from proxy and everything else from what
// the machine has already, then from where it usually comes. Only our modules
// are not looked up in the checksum database, which cannot know them yet.
func environment(ambient map[string]string, proxy string) []string {
	return append(os.Environ(),
		"GOWORK=off",
		"GOFLAGS=-mod=mod -modcacherw -trimpath", // -trimpath lets the builds share GOCACHE
		"GOTOOLCHAIN=local",
		"GOPROXY="+joinList(fileURL(proxy), fileURL(filepath.Join(ambient["GOMODCACHE"], "cache", "download")), ambient["GOPROXY"]),
		"GONOSUMDB="+joinList(ambient["GONOSUMDB"], workspace.Prefix),
		"GONOPROXY=none",
		"GOPRIVATE=",
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
			if !ours(string(line)) {
				lines = append(lines, string(line))
			}
		}
	}
	slices.Sort(lines)
	return []byte(strings.Join(slices.Compact(lines), "")), nil
}
