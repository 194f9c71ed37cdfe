// Package modproxy writes the modules of a release as a module proxy in the file system.
//
//	packages, err := release.Prepare(ctx, repo)
//	err = modproxy.Write(dir, packages)
//
// A go command with GOPROXY=file://dir,… then downloads them as any consumer
// will: without go.work, without replace lines, without files that are not in
// the zip. The protocol is the one of https://go.dev/ref/mod#goproxy-protocol.
package modproxy

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/mod/module"

	"github.com/trefoil-go/trefoil/tools/internal/release"
)

// Write adds every package to the proxy in dir, which is made when it is missing.
func Write(dir string, packages []*release.Package) error {
	for _, p := range packages {
		if err := write(dir, p); err != nil {
			return fmt.Errorf("write the proxy for %s: %w", p.Path, err)
		}
	}
	return nil
}

func write(dir string, p *release.Package) error {
	escaped, err := module.EscapePath(p.Path)
	if err != nil {
		return err
	}
	base := filepath.Join(dir, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(base, 0o777); err != nil {
		return err
	}
	info, err := json.Marshal(struct{ Version string }{p.Version})
	if err != nil {
		return err
	}
	for name, data := range map[string][]byte{
		"list":              []byte(p.Version + "\n"),
		p.Version + ".info": info,
		p.Version + ".mod":  p.GoMod,
		p.Version + ".zip":  p.Zip,
	} {
		if err := os.WriteFile(filepath.Join(base, name), data, 0o666); err != nil {
			return err
		}
	}
	return nil
}
