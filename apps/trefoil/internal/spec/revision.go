package spec

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// ofRevision is the source of a file as a revision of git has it.
func ofRevision(ctx context.Context, name string, options []openapi.Option) (*openapi.Source, error) {
	name, file, _ := strings.Cut(name, ":")
	if strings.HasPrefix(file, "./") || strings.HasPrefix(file, "../") { // relative to the current folder, as git has it
		prefix, err := git(ctx, "rev-parse", "--show-prefix").Output()
		if err != nil {
			return nil, fmt.Errorf("%s:%s: find the current folder in git: %w", name, file, err)
		}
		file = path.Join(strings.TrimSuffix(string(prefix), "\n"), file)
	}
	file = path.Clean(file)
	r := &revision{ctx: ctx, name: name, files: map[string]shown{}}
	if _, err := r.show(file); err != nil {
		return nil, err
	}
	return openapi.FromFS(r, file, append(options, openapi.WithFilesBelow("."))...)
}

// revision is what git has in a revision, as a file system. Each file is read once. It is
// safe for concurrent use.
type revision struct {
	ctx  context.Context //nolint:containedctx // of the run that reads it; fs.FS has none
	name string

	mu    sync.Mutex
	files map[string]shown // guarded by mu
}

// shown is what git says of a file.
type shown struct {
	text string
	err  error
}

// Open implements fs.FS.
func (r *revision) Open(name string) (fs.File, error) {
	text, err := r.show(name)
	if err != nil {
		return nil, err
	}
	return blob{strings.NewReader(text), path.Base(name)}, nil
}

func (r *revision) show(name string) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	file, known := r.files[name]
	if !known {
		file.text, file.err = show(r.ctx, r.name+":"+name)
		r.files[name] = file
	}
	return file.text, file.err
}

// blob is a file of a revision.
type blob struct {
	*strings.Reader
	name string
}

// Stat implements fs.File.
func (b blob) Stat() (fs.FileInfo, error) { return b, nil }

// Close implements fs.File.
func (b blob) Close() error { return nil }

// Name implements fs.FileInfo.
func (b blob) Name() string { return b.name }

// Mode implements fs.FileInfo.
func (b blob) Mode() fs.FileMode { return 0o444 }

// ModTime implements fs.FileInfo.
func (b blob) ModTime() time.Time { return time.Time{} }

// IsDir implements fs.FileInfo.
func (b blob) IsDir() bool { return false }

// Sys implements fs.FileInfo.
func (b blob) Sys() any { return nil }

// git is a command of git that fetches nothing from a remote.
func git(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, "git", args...)
	command.Env = append(os.Environ(), "GIT_NO_LAZY_FETCH=1", "GIT_LITERAL_PATHSPECS=1", "LC_ALL=C")
	return command
}

// show returns a file as a revision has it.
func show(ctx context.Context, name string) (string, error) {
	var stdout, stderr bytes.Buffer
	command := git(ctx, "cat-file", "blob", "--", name)
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := command.Run(); err != nil {
		said, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(stderr.String()), "fatal: "), "\n")
		if said == "" {
			said = err.Error()
		}
		return "", fmt.Errorf("%s: git: %s", name, said)
	}
	return stdout.String(), nil
}
