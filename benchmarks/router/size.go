package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// size is the size of a program that answers "hello", built with -trimpath
// -ldflags "-s -w".
type size struct {
	name  string
	bytes int64
}

type program struct {
	name, dir, tags string
}

const noMsgpack = ", nomsgpack"

func programs() []program {
	return []program{
		{"net/http", "./hello/nethttp", ""},
		{trefoilOn("ServeMux"), "./hello/muxrouter", ""},
		{rawGin, "./hello/gin", ""},
		{rawGin + noMsgpack, "./hello/gin", "nomsgpack"},
		{trefoilOn("gin"), "./hello/ginrouter", ""},
		{trefoilOn("gin") + noMsgpack, "./hello/ginrouter", "nomsgpack"},
	}
}

// measureSizes builds the programs. It is called in the directory of the module.
func measureSizes() (sizes []size, err error) {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }() // the temporary directory is not ours to mend
	for _, p := range programs() {
		fmt.Fprintln(os.Stderr, "bench: build", p.name)
		out := filepath.Join(dir, "hello")
		build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-tags", p.tags, "-o", out, p.dir)
		build.Env = append(os.Environ(), "GOWORK=off", "CGO_ENABLED=0")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return nil, fmt.Errorf("build %s: %w", p.dir, err)
		}
		info, err := os.Stat(out)
		if err != nil {
			return nil, err
		}
		sizes = append(sizes, size{p.name, info.Size()})
	}
	return sizes, nil
}
