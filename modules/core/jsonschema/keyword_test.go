package jsonschema_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
)

func TestPatternBoundsItsSize(t *testing.T) {
	for text, known := range map[string]bool{
		"^a{10}$": true, "(?=a)": false, "a{1000}": false, strings.Repeat("a", 101): false, "((a{9}){9}){9}": false,
		"^[A-Za-z0-9-]{40}$": true, "^(ab){40}$": false, // a class of characters is one instruction
	} {
		if re := jsonschema.Pattern(text, 100); (re != nil) != known {
			t.Errorf("%s: %v", text, re)
		}
	}
}

func TestFloatIsWhatRoundsToOne(t *testing.T) {
	for data, want := range map[string]bool{
		"3.4028235e38": true, "-3.40282350001e38": true, "1e-400": true, "0.1": true, "3.41e38": false, "-1e39": false, "1e400": false,
	} {
		report := jsonschema.New(nil).Check([]byte(data), &schema{Format: "float"}, "")
		if valid := len(report.Faults) == 0; valid != want {
			t.Errorf("%s is a float: %t", data, valid)
		}
	}
}

func TestCheckNotesWhatItCannotCheck(t *testing.T) {
	long := `"` + strings.Repeat("a", 1<<20) + `"`
	for _, c := range []struct {
		schema     *schema
		data, want string
	}{
		{&schema{Items: &schema{Pattern: "(?!a)b"}}, `["x","y"]`, "the pattern (?!a)b cannot be read and accepts everything"},
		{&schema{Pattern: "(a{1,100}b){5}"}, long, "a text is too long to be checked for the pattern (a{1,100}b){5}"},
		{&schema{Pattern: "((a{10}b){10}c){10}" + strings.Repeat("(x{1000})", 20)}, `"x"`, "the pattern ((a{10}b){10}c){10}" + strings.Repeat("(x{1000})", 20) + " cannot be read and accepts everything"},
		{&schema{DynamicRef: "#gone"}, `1`, "the dynamic reference #gone leads nowhere and accepts everything"},
	} {
		report := jsonschema.New(nil).Check([]byte(c.data), c.schema, "")
		if len(report.Faults) > 0 || !slices.Equal(report.Notes, []string{c.want}) {
			t.Errorf("%d faults and the notes %q, not %q", len(report.Faults), report.Notes, c.want)
		}
	}
}
