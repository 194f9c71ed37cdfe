package consumer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/trefoil-go/trefoil/tools/internal/docs"
)

// readerFiles is what a reader has before typing: the files below main are on the branch
// main of a repository of git, and those below work have changed since.
const readerFiles = "tools/consumer/reader"

// of returns the commands of a document that are typed.
func (l *Lab) of(page string) []docs.Command {
	return slices.DeleteFunc(slices.Clone(l.commands), func(c docs.Command) bool { return c.File != page || c.Reason != "" })
}

// Pages are the documents whose commands no consumer types.
func (l *Lab) Pages(consumers []Consumer) []string {
	var pages []string
	for _, c := range l.commands {
		typed := slices.ContainsFunc(consumers, func(one Consumer) bool { return one.Page == c.File })
		if !typed && c.Reason == "" {
			pages = append(pages, c.File)
		}
	}
	return slices.Compact(pages)
}

// Install types the commands of pages that install programs, each once.
func (l *Lab) Install(ctx context.Context, pages []string) error {
	dir := filepath.Join(l.scratch, "installing")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var commands []docs.Command
	for _, page := range pages {
		for _, c := range l.of(page) {
			known := func(one docs.Command) bool { return one.Text == c.Text }
			if installs(c) && !slices.ContainsFunc(commands, known) {
				commands = append(commands, c)
			}
		}
	}
	return typeAll(ctx, dir, l.readerEnv(), commands)
}

func installs(c docs.Command) bool { return strings.HasPrefix(c.Text, "go install ") }

// Read types the other commands of one page, in a new directory.
func (l *Lab) Read(ctx context.Context, page string) error {
	dir := filepath.Join(l.scratch, "reader", filepath.FromSlash(page))
	commands := slices.DeleteFunc(l.of(page), installs)
	begun := slices.ContainsFunc(commands, func(c docs.Command) bool { return strings.HasPrefix(c.Text, "go mod init ") })
	if err := l.begin(ctx, dir, begun); err != nil {
		return err
	}
	return typeAll(ctx, dir, l.readerEnv(), commands)
}

func (l *Lab) readerEnv() []string {
	return append(slices.Clone(l.offline), "GOMODCACHE="+filepath.Join(l.scratch, "reader-modcache"))
}

// begin fills the directory of a reader, with a go.mod unless the reader makes one.
func (l *Lab) begin(ctx context.Context, dir string, begun bool) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	r := runner{dir: dir, env: append(l.readerEnv(), "GIT_AUTHOR_NAME=reader", "GIT_AUTHOR_EMAIL=reader@example.com", "GIT_COMMITTER_NAME=reader", "GIT_COMMITTER_EMAIL=reader@example.com")}
	if !begun {
		r.run(ctx, "go", "mod", "init", "example.com/reader")
	}
	root := filepath.Join(l.repo.Root, filepath.FromSlash(readerFiles))
	r.err = errors.Join(r.err, spread(filepath.Join(root, "main"), dir))
	r.run(ctx, "git", "init", "--quiet", "--initial-branch=main")
	r.run(ctx, "git", "add", "--all")
	r.run(ctx, "git", "commit", "--quiet", "--message", "before")
	return errors.Join(r.err, spread(filepath.Join(root, "work"), dir))
}

// spread copies the files below from; the name of one with Go code ends in .txt there.
func spread(from, to string) error {
	return filepath.WalkDir(from, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			if name == from && errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			return err
		}
		below, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, strings.TrimSuffix(below, ".txt"))
		if entry.IsDir() {
			return os.MkdirAll(target, 0o777)
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o666)
	})
}

// typeAll types commands one after the other. "cd" is for the rest of a code block.
func typeAll(ctx context.Context, dir string, env []string, commands []docs.Command) error {
	at, block := dir, 0
	for _, c := range commands {
		if c.Block != block {
			at, block = dir, c.Block
		}
		if below, ok := strings.CutPrefix(c.Text, "cd "); ok {
			at = filepath.Join(at, filepath.FromSlash(below))
			continue
		}
		if out, err := typeOne(ctx, at, env, c); err != nil {
			return fmt.Errorf("%s:%d: %s: %w\n%s", c.File, c.Line, c.Text, err, out)
		}
	}
	return nil
}

// typed is what is typed for a command. "go tool" ignores GOFLAGS, and so would compile
// the standard library and all third parties a second time: "go build tool" builds the
// same programs.
func typed(c docs.Command) string {
	if rest, ok := strings.CutPrefix(c.Text, "go tool "); ok {
		return "go build -o .tools/ tool && .tools/" + rest
	}
	return c.Text
}

// longest is how long a command may take: some compile a large program first.
const longest = 20 * time.Minute

// typeOne runs a command until it ends. One that serves is asked for a page, and ended as
// with Ctrl+C when it has answered.
func typeOne(ctx context.Context, dir string, env []string, c docs.Command) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	out := &output{}
	cmd := exec.CommandContext(ctx, "sh", "-c", typed(c))
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, env, out, out
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // a shell has children
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	if err := cmd.Start(); err != nil {
		return "", err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	looking := time.NewTicker(50 * time.Millisecond)
	defer looking.Stop()
	for {
		select {
		case err := <-ended:
			return out.String(), errors.Join(status(err, c), shown(out.String(), c))
		case <-looking.C:
		}
		if url := out.address(c.Serves); url != "" && answers(ctx, url) {
			return out.String(), errors.Join(syscall.Kill(-cmd.Process.Pid, syscall.SIGINT), interrupted(<-ended))
		}
	}
}

// status compares the exit status with the one that the document says.
func status(err error, c docs.Command) error {
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	got := 0
	if exit != nil {
		got = exit.ExitCode()
	}
	switch {
	case c.Serves != "":
		return fmt.Errorf("ended with %d and never answered at %s", got, c.Serves)
	case got != c.Status:
		return fmt.Errorf("exit status %d, want %d", got, c.Status)
	}
	return nil
}

// shown compares the output with the lines that the document shows of it: they stand in it,
// one behind the other. A "…" is any text of a line; blanks around a line do not count.
func shown(output string, c docs.Command) error {
	if c.Serves != "" || c.Shown == "" {
		return nil
	}
	pattern := strings.ReplaceAll(regexp.QuoteMeta("\n"+lines(c.Shown)), "…", ".*")
	if regexp.MustCompile(pattern).MatchString("\n" + lines(output)) {
		return nil
	}
	return fmt.Errorf("the document shows another output:\n%s", c.Shown)
}

// lines is a text without the blanks around its lines.
func lines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}

// interrupted accepts the end of a program that does not say what Ctrl+C did to it.
func interrupted(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil
	}
	return err
}

// answers reports whether a server has a page, or knows that it has none.
func answers(ctx context.Context, url string) bool {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return err == nil && answer.StatusCode < 500
}

// output is what a command has said so far. It is safe for concurrent use.
type output struct {
	mu   sync.Mutex
	said bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.said.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.said.String()
}

var listens = regexp.MustCompile(`\b(?:http://|address=)((?:127\.0\.0\.1|localhost):\d+[^\s"]*)`)

// address is where the command says that it serves, or else where the document says so.
func (o *output) address(documented string) string {
	if said := listens.FindStringSubmatch(o.String()); said != nil {
		return "http://" + said[1]
	}
	return documented
}
