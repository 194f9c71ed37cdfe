package main

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/apps/demo/api"
	"github.com/trefoil-go/trefoil/apps/demo/travelclient"
	"github.com/trefoil-go/trefoil/modules/restclient/restgen"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// generated is what trefoil gen makes of a description.
func generated(t *testing.T, description string) string {
	t.Helper()
	doc, err := openapi.FromContent(description).Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	code, err := restgen.Generate(t.Context(), doc, restgen.WithPackage("travelclient"))
	if err != nil {
		t.Fatal(err)
	}
	return string(code)
}

func TestTheClientIsWhatTrefoilGenMakesOfTheDocument(t *testing.T) {
	var document, stderr strings.Builder
	if status := run([]string{"-store", ":memory:", "doc"}, &document, &stderr); status != 0 {
		t.Fatalf("exit status %d and %s", status, stderr.String())
	}
	if generated(t, document.String()) != travelclient.Source() {
		t.Error("the API has changed: go generate ./apps/demo/travelclient")
	}
}

// withChange runs go with a file in place of one of this module, and returns what it says.
func withChange(t *testing.T, file, text string, args ...string) (string, error) {
	t.Helper()
	name, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	changed, overlay := filepath.Join(dir, filepath.Base(file)), filepath.Join(dir, "overlay.json")
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{name: changed}})
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string]string{changed: text, overlay: string(replace)} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args = append([]string{args[0], "-overlay", overlay}, args[1:]...)
	said, err := exec.CommandContext(t.Context(), "go", args...).CombinedOutput()
	return string(said), err
}

// One line of a controller is another one: what follows from it follows.
func TestAChangedControllerChangesDocumentPageAndClient(t *testing.T) {
	controller := strings.Replace(api.Source(), `json:"trip"`, `json:"departure"`, 1)
	if controller == api.Source() {
		t.Fatal("the controller has no such line")
	}
	program := filepath.Join(t.TempDir(), "demo")
	if said, err := withChange(t, "api/bookings.go", controller, "build", "-o", program, "."); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	document, err := exec.CommandContext(t.Context(), program, "-store", ":memory:", "doc").Output()
	if err != nil {
		t.Fatal(err)
	}

	v, err := viewer.New(openapi.FromContent(string(document)), htmlrender.New())
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if err := v.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	page := httptest.NewRecorder()
	v.ServeHTTP(page, httptest.NewRequest("GET", "/operations/book", nil))
	if !strings.Contains(page.Body.String(), ">departure<") {
		t.Errorf("the page does not show the property: %d and %s", page.Code, page.Body)
	}

	client := generated(t, string(document))
	said, err := withChange(t, "travelclient/travelclient.go", client, "build", "./board")
	if err == nil || !strings.Contains(said, "order.go:") || !strings.Contains(said, "unknown field Trip in struct literal of type travelclient.Order") {
		t.Errorf("the board is compiled all the same: %v, %s", err, said)
	}
}
