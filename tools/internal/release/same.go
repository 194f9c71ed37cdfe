package release

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"

	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

// Same builds the published programs of the current commit in two clones below scratch,
// which have paths of different lengths, and returns an error when they differ by a byte,
// or hold the path of a clone. What the first build has compiled is used by the second
// one when its inputs are the same, so only a difference costs anything.
func Same(ctx context.Context, repo *workspace.Repo, scratch string) error {
	var programs []string
	for _, m := range repo.Published() {
		if m.Program() {
			programs = append(programs, m.Dir)
		}
	}
	clones := []string{filepath.Join(scratch, "clone"), filepath.Join(scratch, "another place", "of a clone")}
	for _, clone := range clones {
		if err := build(ctx, repo, clone, programs); err != nil {
			return err
		}
	}
	var errs []error
	for _, program := range programs {
		errs = append(errs, same(clones, path.Base(program)))
	}
	return errors.Join(errs...)
}

func build(ctx context.Context, repo *workspace.Repo, clone string, programs []string) error {
	if out, err := exec.CommandContext(ctx, "git", "clone", "--quiet", "--shared", "--no-tags", repo.Root, clone).CombinedOutput(); err != nil {
		return fmt.Errorf("clone the repository: %w\n%s", err, out)
	}
	args := []string{"build", "-trimpath", "-buildvcs=false", "-o", filepath.Join(clone, "made") + string(filepath.Separator)}
	for _, program := range programs {
		args = append(args, "./"+program)
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = clone, append(os.Environ(), "GOWORK=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build the programs in a clone: %w\n%s", err, out)
	}
	return nil
}

func same(clones []string, program string) error {
	var sums [][sha256.Size]byte
	for _, clone := range clones {
		data, err := os.ReadFile(filepath.Join(clone, "made", program))
		if err != nil {
			return err
		}
		if bytes.Contains(data, []byte(clone)) {
			return fmt.Errorf("the program %s holds the path of the directory that it was built in", program)
		}
		sums = append(sums, sha256.Sum256(data))
	}
	if sums[0] != sums[1] {
		return fmt.Errorf("the program %s is another one when it is built in another clone: %x and %x", program, sums[0], sums[1])
	}
	return nil
}
