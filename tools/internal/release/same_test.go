package release_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/tools/internal/release"
)

func TestTwoClonesBuildTheSamePrograms(t *testing.T) {
	if err := release.Same(t.Context(), open(t, repository), t.TempDir()); err != nil {
		t.Error(err)
	}
}

// A hook of git writes the directory of a clone into a file that becomes a part of the
// program.
func TestAProgramThatDependsOnItsDirectoryIsFound(t *testing.T) {
	for name, c := range map[string]struct{ hook, want string }{
		"its path":            {"pwd", "the program shop holds the path"},
		"something in a file": {"pwd | wc -c", "the program shop is another one"},
	} {
		t.Run(name, func(t *testing.T) {
			repo := open(t, strings.Replace(repository, "println(router.Answer)", "println(router.Answer, place)", 1)+
				"-- apps/shop/place.go --\npackage main\nimport _ \"embed\"\n//go:embed place.txt\nvar place string\n-- apps/shop/place.txt --\nsomewhere\n")
			template := t.TempDir()
			if err := os.Mkdir(filepath.Join(template, "hooks"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(template, "hooks", "post-checkout"), []byte("#!/bin/sh\n"+c.hook+" >apps/shop/place.txt\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			t.Setenv("GIT_TEMPLATE_DIR", template)

			err := release.Same(t.Context(), repo, t.TempDir())

			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}
