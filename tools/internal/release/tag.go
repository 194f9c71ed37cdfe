package release

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

// Commit makes the commit that the tags of a version name: the current one, with the
// go.mod and go.sum files of the packages. It stands on no branch, and neither the work
// tree nor the index is touched. The same commit and packages make the same one again.
// A work tree with changes is refused, because the packages hold them and the commit
// would not.
func Commit(ctx context.Context, repo *workspace.Repo, packages []*Package) (string, error) {
	scratch, err := os.MkdirTemp("", "release-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(scratch)
	g := &git{dir: repo.Root, env: append(os.Environ(), "GIT_INDEX_FILE="+filepath.Join(scratch, "index"))}
	if changed := (&git{dir: repo.Root}).run(ctx, nil, "status", "--porcelain"); changed != "" {
		return "", fmt.Errorf("the work tree has changes that no commit holds:\n%s", changed)
	}
	g.run(ctx, nil, "read-tree", "HEAD")
	for _, p := range packages {
		g.put(ctx, p.Dir+"/go.mod", p.GoMod)
		if p.GoSum != nil {
			g.put(ctx, p.Dir+"/go.sum", p.GoSum)
		}
	}
	tree := g.run(ctx, nil, "write-tree")
	g.env = append(g.env, strings.Split(g.run(ctx, nil, "show", "--no-patch", "--format=GIT_AUTHOR_NAME=%cn%nGIT_AUTHOR_EMAIL=%ce%nGIT_AUTHOR_DATE=%cI%n"+
		"GIT_COMMITTER_NAME=%cn%nGIT_COMMITTER_EMAIL=%ce%nGIT_COMMITTER_DATE=%cI", "HEAD"), "\n")...)
	commit := g.run(ctx, nil, "commit-tree", "-p", "HEAD", "-m", "release: "+repo.Version, tree)
	return commit, g.err
}

// Tag gives a commit the tags of all packages, signed when sign is set, and returns their
// names. No tag is made when one of them exists.
func Tag(ctx context.Context, repo *workspace.Repo, packages []*Package, commit string, sign bool) ([]string, error) {
	g := &git{dir: repo.Root}
	var tags []string
	for _, p := range packages {
		if g.run(ctx, nil, "tag", "--list", p.Tag()) != "" {
			return nil, fmt.Errorf("the tag %s exists: a tag is never moved", p.Tag())
		}
		tags = append(tags, p.Tag())
	}
	kind := "--annotate"
	if sign {
		kind = "--sign"
	}
	for _, tag := range tags {
		g.run(ctx, nil, "tag", kind, "--message", tag, tag, commit)
	}
	return tags, g.err
}

// git runs commands of git. It does nothing after the first error.
type git struct {
	dir string
	env []string
	err error
}

// put makes data the content of a file in the index.
func (g *git) put(ctx context.Context, name string, data []byte) {
	object := g.run(ctx, data, "hash-object", "-w", "--stdin")
	g.run(ctx, nil, "update-index", "--add", "--cacheinfo", "100644,"+object+","+name)
}

func (g *git) run(ctx context.Context, stdin []byte, args ...string) string {
	if g.err != nil {
		return ""
	}
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir, cmd.Env, cmd.Stdin = g.dir, g.env, bytes.NewReader(stdin)
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w\n%s", err, exit.Stderr)
		}
		g.err = fmt.Errorf("git %s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out))
}
