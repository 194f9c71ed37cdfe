// Package compat says whether the number of a version fits what it changes.
//
//	base, err := compat.Before(ctx, repo, p)
//	said, err := compat.Compare(ctx, gorelease, env, p, packages, base)
package compat

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
	modzip "golang.org/x/mod/zip"

	"github.com/trefoil-go/trefoil/tools/internal/modproxy"
	"github.com/trefoil-go/trefoil/tools/internal/release"
	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

// Before returns the highest version below its own that the repository has a tag of for a
// package, "" for none.
func Before(ctx context.Context, repo *workspace.Repo, p *release.Package) (string, error) {
	out, err := exec.CommandContext(ctx, "git", "-C", repo.Root, "tag", "--list", p.Dir+"/v*").Output()
	if err != nil {
		return "", fmt.Errorf("list the tags: %w", err)
	}
	highest := ""
	for _, tag := range strings.Fields(string(out)) {
		version := strings.TrimPrefix(tag, p.Dir+"/")
		if semver.IsValid(version) && semver.Compare(version, p.Version) < 0 && semver.Compare(version, highest) > 0 {
			highest = version
		}
	}
	return highest, nil
}

// Compare lets gorelease, the file of that program, say whether the version of a package
// fits what has changed since an earlier one, and returns what it says. All are the
// packages of the version, from which it takes its siblings. env returns the environment
// in which the go command finds the earlier versions, and what a proxy in a directory has.
func Compare(ctx context.Context, gorelease string, env func(proxy string) []string, p *release.Package, all []*release.Package, base string) (string, error) {
	dir, err := os.MkdirTemp("", "compat-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	// A version that a proxy has cannot be released again. The cache of modules is one, so
	// the siblings must not be left in that of the machine.
	siblings := slices.DeleteFunc(slices.Clone(all), func(one *release.Package) bool { return one.Path == p.Path })
	proxy := filepath.Join(dir, "proxy")
	if err := modproxy.Write(proxy, siblings); err != nil {
		return "", err
	}
	archive, unpacked := filepath.Join(dir, "zip"), filepath.Join(dir, "module")
	if err := os.WriteFile(archive, p.Zip, 0o600); err != nil {
		return "", err
	}
	if err := modzip.Unzip(unpacked, module.Version{Path: p.Path, Version: p.Version}, archive); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, gorelease, "-base="+base, "-version="+p.Version)
	cmd.Dir, cmd.Env = unpacked, append(env(proxy), "GOMODCACHE="+filepath.Join(dir, "modcache"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %s after %s: %w\n%s", p.Path, p.Version, base, err, out)
	}
	return string(out), nil
}
