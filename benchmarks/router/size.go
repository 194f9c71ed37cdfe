package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// size is the size of a program that answers "hello", in bytes: as it is built by
// default, and without what debuggers need (-ldflags "-s -w").
type size struct {
	name            string
	whole, stripped int64
}

type program struct {
	name, dir, tags string
}

const noMsgpack = ", nomsgpack"

func programs() []program {
	return []program{
		{"net/http", "./hello/nethttp", ""},
		{"chi", "./hello/chi", ""},
		{trefoilOn("ServeMux"), "./hello/muxrouter", ""},
		{trefoilOn("trie"), "./hello/trierouter", ""},
		{rawGin, "./hello/gin", ""},
		{rawGin + noMsgpack, "./hello/gin", "nomsgpack"},
		{trefoilOn("gin"), "./hello/ginrouter", ""},
		{trefoilOn("gin") + noMsgpack, "./hello/ginrouter", "nomsgpack"},
	}
}

// measureSizes builds the programs. It is called in the directory of the module.
func measureSizes(all []program) (sizes []size, err error) {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }() // the temporary directory is not ours to mend
	for _, p := range all {
		fmt.Fprintln(os.Stderr, "bench: build", p.name)
		s := size{name: p.name}
		if s.whole, err = p.build(filepath.Join(dir, "whole"), ""); err == nil {
			s.stripped, err = p.build(filepath.Join(dir, "stripped"), "-s -w")
		}
		if err != nil {
			return nil, fmt.Errorf("build %s: %w", p.dir, err)
		}
		sizes = append(sizes, s)
	}
	return sizes, nil
}

func (p program) build(out, linker string) (int64, error) {
	build := exec.Command("go", "build", "-trimpath", "-ldflags", linker, "-tags", p.tags, "-o", out, p.dir)
	build.Env = append(os.Environ(), "GOWORK=off", "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return 0, err
	}
	info, err := os.Stat(out)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
