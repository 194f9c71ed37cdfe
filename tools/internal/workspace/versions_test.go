package workspace_test

import (
	"slices"
	"testing"

	"github.com/trefoil-go/trefoil/tools/internal/workspace"
)

func TestDifferences(t *testing.T) {
	together := workspace.ParseVersions("example.com/own\nexample.com/net v0.62.0\nexample.com/text v1.0.0\nexample.com/other v3.0.0\n")
	m := workspace.Module{Dir: "modules/router"}
	for name, c := range map[string]struct {
		alone string
		want  []string
	}{
		"the same versions":              {"example.com/net v0.62.0\nexample.com/text v1.0.0\n", nil},
		"a sibling has no version":       {"example.com/own\n\nexample.com/net v0.62.0\n", nil},
		"what the workspace has not got": {"example.com/lost v1.0.0\n", nil},
		"other versions": {"example.com/text v0.9.0\nexample.com/net v0.56.0\n", []string{
			"modules/router/go.mod: example.com/net is v0.56.0, but the workspace tests v0.62.0",
			"modules/router/go.mod: example.com/text is v0.9.0, but the workspace tests v1.0.0",
			"modules/router/go.mod: run GOWORK=off go -C modules/router get example.com/net@v0.62.0 example.com/text@v1.0.0 && GOWORK=off go -C modules/router mod tidy",
		}},
	} {
		if got := m.Differences(workspace.ParseVersions(c.alone), together); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
