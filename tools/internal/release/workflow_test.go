package release_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const root = "../../.."

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

type step struct {
	Uses, Run, Shell string
	Env              map[string]string
	With             map[string]any
}

type workflow struct {
	Name string
	On   any
	Jobs map[string]struct{ Steps []step }
}

func readWorkflow(t *testing.T, name string) (w workflow) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(readFile(t, filepath.Join(".github/workflows", name))), &w); err != nil {
		t.Fatal(err)
	}
	return w
}

var (
	makes   = regexp.MustCompile(`(?m)^\s*make ([a-z-]+)`)
	ourFile = regexp.MustCompile(`(?:\./|--file )(apps/[\w/]+)`)
)

// What workflows run is in the repository.
func TestWorkflowsNameWhatThereIs(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, ".github/workflows/*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	makefile := readFile(t, "Makefile")
	for _, file := range files {
		workflow := readWorkflow(t, filepath.Base(file))
		if workflow.On == nil || len(workflow.Jobs) == 0 {
			t.Errorf("%s: %+v", file, workflow)
		}
		for _, job := range workflow.Jobs {
			for _, one := range job.Steps {
				if (one.Uses == "") == (one.Run == "") {
					t.Errorf("%s: a step uses or runs something: %+v", file, one)
				}
				for _, found := range makes.FindAllStringSubmatch(one.Run, -1) {
					if !strings.Contains(makefile, "\n"+found[1]+":") {
						t.Errorf("%s: there is no target %s", file, found[1])
					}
				}
				for _, found := range ourFile.FindAllStringSubmatch(one.Run, -1) {
					if _, err := os.Stat(filepath.Join(root, found[1])); err != nil {
						t.Errorf("%s: %v", file, err)
					}
				}
			}
		}
	}
}

// The earlier versions that a release is compared with are tags.
func TestWorkflowsThatCheckAReleaseFetchTheTags(t *testing.T) {
	for _, name := range []string{"check.yaml", "release.yaml"} {
		for _, job := range readWorkflow(t, name).Jobs {
			if first := job.Steps[0]; !strings.HasPrefix(first.Uses, "actions/checkout@") || first.With["fetch-depth"] != 0 {
				t.Errorf("%s: the clone has no tags: %+v", name, first)
			}
		}
	}
}

func TestTheContainerHoldsAStaticProgramAndRunsItWithoutRights(t *testing.T) {
	_, last, found := strings.Cut(readFile(t, "apps/trefoil/Containerfile"), "\nFROM scratch\n")
	if !found || strings.Contains(last, "\nRUN ") || strings.Contains(last, "\nFROM ") {
		t.Error("the container is made of something else than files")
	}
	if !regexp.MustCompile(`(?m)^USER [1-9]\d*:[1-9]\d*$`).MatchString(last) {
		t.Error("the program runs as root")
	}
	if !strings.Contains(readFile(t, "apps/trefoil/Containerfile"), "RUN CGO_ENABLED=0 go build -trimpath -tags=small") {
		t.Error("the program is not static and small")
	}
	command := exec.CommandContext(t.Context(), "go", "list", "-deps", "-tags=small", "./apps/trefoil")
	command.Dir = root
	command.Env = append(os.Environ(), "GOWORK=", "GOFLAGS=")
	out, err := command.Output()
	if err != nil || bytes.Contains(out, []byte("speakeasy-api/")) {
		t.Errorf("the small program holds the rules of speakeasy-api/openapi, or: %v", err)
	}
}

// The action is run with a go command that installs an echo.
func TestTheActionRunsTheCommandWithItsArguments(t *testing.T) {
	var action struct {
		Runs struct {
			Using string
			Steps []step
		}
	}
	if err := yaml.Unmarshal([]byte(readFile(t, "action.yaml")), &action); err != nil {
		t.Fatal(err)
	}
	if action.Runs.Using != "composite" || len(action.Runs.Steps) != 2 || action.Runs.Steps[1].Shell != "bash" {
		t.Fatalf("got %+v", action.Runs)
	}
	dir := t.TempDir()
	fake := "#!/bin/sh\ncase $1 in\nenv) echo " + dir + " ;;\ninstall)\n\tmkdir -p " + dir + "/bin\n\tprintf '#!/bin/sh\\necho '$2'\\nprintf \"<%%s>\" \"$@\"\\nexit 1\\n' >" + dir + "/bin/trefoil\n\tchmod +x " + dir + "/bin/trefoil ;;\nesac\n"
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(fake), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-e", "-o", "pipefail", "-c", action.Runs.Steps[1].Run)
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "ARGS=check -format github *.yaml $(pwd)", "VERSION=v0.1.0")

	out, err := cmd.Output()

	if want := "github.com/trefoil-go/trefoil/apps/trefoil@v0.1.0\n<check><-format><github><*.yaml><$(pwd)>"; string(out) != want || err == nil {
		t.Errorf("got %q, %v, want %q and the exit status of the command", out, err, want)
	}
}
