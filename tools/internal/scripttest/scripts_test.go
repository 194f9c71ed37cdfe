package scripttest_test

import (
	"testing"

	"github.com/trefoil-go/trefoil/tools/internal/scripttest"
)

// TestScripts runs the unit tests of the viewer's scripts. Each case is a subtest:
// -run TestScripts/serialize reports those of a folder.
func TestScripts(t *testing.T) {
	report, err := scripttest.Run(t.Context(), scripttest.Options{Dir: "../../../modules/viewer/ui"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range report.Cases {
		t.Run(c.Name, func(t *testing.T) {
			if c.Failure != "" {
				t.Error(c.Failure)
			}
		})
	}
}
