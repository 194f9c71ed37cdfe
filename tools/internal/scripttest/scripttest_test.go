package scripttest_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/trefoil-go/trefoil/tools/internal/scripttest"
)

func TestRunReportsWhatIsWrongWithItsPlace(t *testing.T) {
	report, err := scripttest.Run(t.Context(), scripttest.Options{Dir: "testdata/wrong"})
	if err != nil {
		t.Fatal(err)
	}
	want := []scripttest.Case{
		{"folder/failing/passes", ""},
		{"folder/failing/differs", "folder/failing.test.ts:7: the values differ\nat .a[1]: -0, expected 0\nactual:   {a: [1, -0]}\nexpected: {a: [1, 0]}"},
		{"folder/failing/throws elsewhere", "folder/failing.test.ts:10: thrown: TypeError: never here\nstack:\n  folder/source.ts:3\n  folder/failing.test.ts:10"},
		{"folder/failing/throws nothing", "folder/failing.test.ts:12: nothing was thrown\nreturned: 1\nexpected: \"no\""},
		{"folder/failing/keeps a promise", "folder/failing.test.ts:14: nothing was thrown\nreturned: 2\nexpected: \"no\""},
		{"folder/failing/compares nothing", "folder/failing.test.ts:16: the case compares nothing"},
		{"folder/failing/passes", ""},
		{"folder/failing", "folder/failing.test.ts:18: another case of this file has the name passes"},
		{"only/is looked into", ""},
		{"only", "only.test.ts:5: test.only leaves the other cases out"},
		{"state/is not seen, first", ""},
		{"state/is not seen, second", ""},
		{"state/is not seen, last", ""},
		{"thrown/passes", ""},
		{"thrown", "thrown.test.ts:8: thrown outside of a case: Uncaught Error: while it is loaded"},
		{"thrown", "thrown.test.ts:5: thrown outside of a case: Uncaught (in promise) Error: nobody catches this"},
		{"unused", "the file registers no case"},
	}
	for i, c := range report.Cases {
		if i >= len(want) || c != want[i] {
			t.Errorf("got %q: %s", c.Name, c.Failure)
		}
	}
	if len(report.Cases) != len(want) {
		t.Errorf("got %d cases, want %d", len(report.Cases), len(want))
	}
}

// at returns the patience that ends as soon as a case begins, and no other.
func at(name string) func(string) <-chan time.Time {
	over := make(chan time.Time)
	close(over)
	return func(running string) <-chan time.Time {
		if running == name {
			return over
		}
		return nil
	}
}

func TestRunEndsWhatNeverEnds(t *testing.T) {
	for _, c := range []struct{ folder, hangs, name string }{
		{"endless", "runs on and on", "endless/runs on and on"},
		{"forgotten", "waits", "a/waits"},
	} {
		t.Run(c.folder, func(t *testing.T) {
			report, err := scripttest.Run(t.Context(), scripttest.Options{Dir: "testdata/" + c.folder, Patience: at(c.hangs)})
			if err != nil {
				t.Fatal(err)
			}
			if want := []scripttest.Case{{c.name, "never ends: it was ended, and what comes after it was not run"}}; !slices.Equal(report.Cases, want) {
				t.Errorf("got %q, want %q", report.Cases, want)
			}
		})
	}
}

func TestRunNamesWhatCannotBeRun(t *testing.T) {
	for folder, want := range map[string]string{
		"broken": `bundle the tests: broken.test.ts:1:24: Could not resolve "./nowhere"`,
		"none":   "there is no file *.test.ts below testdata/none",
	} {
		t.Run(folder, func(t *testing.T) {
			_, err := scripttest.Run(t.Context(), scripttest.Options{Dir: "testdata/" + folder})
			if err == nil || err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
		})
	}
}

func TestRunSaysHowToGetTheBrowser(t *testing.T) {
	t.Setenv("PATH", "")
	_, err := scripttest.Run(t.Context(), scripttest.Options{Dir: "testdata/wrong"})
	if err == nil || !strings.HasSuffix(err.Error(), "make test installs it") {
		t.Errorf("got %v", err)
	}
}
