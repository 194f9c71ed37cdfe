package sbom_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/tools/internal/sbom"
)

// build makes a program with one dependency, from a proxy that Go's own cache is.
func build(t *testing.T, goMod string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":  goMod,
		"main.go": "package main\n\nimport \"golang.org/x/mod/semver\"\n\nfunc main() { println(semver.Canonical(\"v1\")) }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sums, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "build", "-mod=mod", "-o", "shop", ".")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-trimpath")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "shop")
}

const shop = "module example.com/shop\n\ngo 1.26\n\nrequire golang.org/x/mod v0.42.0\n"

func TestWriteListsTheModulesOfAProgram(t *testing.T) {
	program := build(t, shop)
	var out, again bytes.Buffer
	if err := sbom.Write(&out, program); err != nil {
		t.Fatal(err)
	}
	if err := sbom.Write(&again, program); err != nil || out.String() != again.String() {
		t.Errorf("the second list is another: %v", err)
	}
	var bom struct {
		BOMFormat, SpecVersion string
		Metadata               struct{ Component struct{ Name, Type string } }
		Components             []struct {
			Name, Purl string
			Hashes     []struct{ Alg, Content string }
		}
		Dependencies []struct {
			Ref       string
			DependsOn []string
		}
	}
	if err := json.Unmarshal(out.Bytes(), &bom); err != nil {
		t.Fatal(err)
	}
	if bom.BOMFormat != "CycloneDX" || bom.Metadata.Component.Name != "example.com/shop" || bom.Metadata.Component.Type != "application" {
		t.Errorf("got %+v", bom)
	}
	if len(bom.Components) != 2 || !strings.HasPrefix(bom.Components[0].Purl, "pkg:golang/std@1.") || bom.Components[1].Purl != "pkg:golang/golang.org/x/mod@v0.42.0" {
		t.Fatalf("components %+v", bom.Components)
	}
	if hashes := bom.Components[1].Hashes; len(hashes) != 1 || hashes[0].Alg != "SHA-256" || len(hashes[0].Content) != 64 {
		t.Errorf("hashes %+v", hashes)
	}
	if len(bom.Dependencies) != 1 || !slices.Equal(bom.Dependencies[0].DependsOn, []string{bom.Components[0].Purl, bom.Components[1].Purl}) {
		t.Errorf("dependencies %+v", bom.Dependencies)
	}
}

func TestWriteRefusesAReplacedModule(t *testing.T) {
	place := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module golang.org/x/mod\n\ngo 1.26\n", "semver/semver.go": "package semver\n\nfunc Canonical(v string) string { return v }\n"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(place, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(place, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}

	err := sbom.Write(&bytes.Buffer{}, build(t, shop+"\nreplace golang.org/x/mod => "+place+"\n"))

	if err == nil || !strings.Contains(err.Error(), "golang.org/x/mod is replaced") {
		t.Errorf("got %v", err)
	}
}

func TestWriteRefusesAFileThatIsNoProgram(t *testing.T) {
	if err := sbom.Write(&bytes.Buffer{}, "sbom.go"); err == nil {
		t.Error("a list of what a text is built of")
	}
}
