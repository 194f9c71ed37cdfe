package problem_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"reflect"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/problem"
)

func TestAppend(t *testing.T) {
	field := problem.FieldError{In: "query", Name: "limit", Detail: "is < 0"}
	for name, c := range map[string]struct {
		problem problem.Problem
		want    string
	}{
		"of a status":                     {problem.New(404, "no such tree"), `{"title":"Not Found","status":404,"detail":"no such tree"}`},
		"of an unknown status":            {problem.New(499, ""), `{"title":"Error","status":499}`},
		"with all members":                {problem.Problem{Type: "urn:t", Title: "T", Status: 422, Detail: "d", Instance: "i", Errors: []problem.FieldError{field}}, `{"type":"urn:t","title":"T","status":422,"detail":"d","instance":"i","errors":[{"in":"query","name":"limit","detail":"is \u003c 0"}]}`},
		"with further members":            {problem.Problem{Title: "T", Status: 400, More: map[string]any{"z": []int{1}, "a": "x"}}, `{"title":"T","status":400,"a":"x","z":[1]}`},
		"with a limit that is no number":  {problem.Problem{Title: "T", Status: 422, Errors: []problem.FieldError{{In: "body", Detail: "d", Code: "maximum", Limit: "x"}}}, `{"title":"T","status":422,"errors":[{"in":"body","detail":"d","code":"maximum"}]}`},
		"with members called like fields": {problem.Problem{Title: "T", Status: 400, Errors: []problem.FieldError{field}, More: map[string]any{"status": 1, "type": 1, "title": 1, "detail": 1, "instance": 1, "errors": 1, "Title": 1}}, `{"title":"T","status":400,"errors":[{"in":"query","name":"limit","detail":"is \u003c 0"}],"Title":1}`},
		"with errors of another kind":     {problem.Problem{Title: "T", Status: 400, More: map[string]any{"errors": 1}}, `{"title":"T","status":400,"errors":1}`},
		"with texts to escape":            {problem.Problem{Title: "\"\\", Status: 400, Detail: "é\n\x00", More: map[string]any{"ü": 1}}, `{"title":"\"\\","status":400,"detail":"é\n\u0000","ü":1}`},
		"with a text that is not UTF-8":   {problem.Problem{Title: "\xff", Status: 400}, `{"title":"\ufffd","status":400}`},
		"with a value that JSON lacks":    {problem.Problem{Title: "T", Status: 400, More: map[string]any{"f": func() {}}}, `{"title":"T","status":400,"f":null}`},
	} {
		t.Run(name, func(t *testing.T) {
			got := string(c.problem.Append([]byte("x")))
			if got != "x"+c.want {
				t.Errorf("got %s, want %s", got[1:], c.want)
			}
			if !json.Valid([]byte(c.want)) {
				t.Errorf("%s is no JSON", c.want)
			}
		})
	}
}

func TestAppendAllocatesNothingWhereThereIsRoom(t *testing.T) {
	p := problem.New(404, "nothing is at this path")
	p.Instance = "0123456789abcdef"
	room := make([]byte, 0, 512)
	if n := testing.AllocsPerRun(100, func() { p.Append(room) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestWrite(t *testing.T) {
	w := httptest.NewRecorder()
	w.Header().Set("Retry-After", "2")

	problem.New(503, "busy").Write(w)

	want := map[string][]string{"Retry-After": {"2"}, "Content-Type": {"application/problem+json"}, "Content-Length": {"60"}}
	if got := map[string][]string(w.Result().Header); !reflect.DeepEqual(got, want) || w.Code != 503 {
		t.Errorf("status %d, header %v, want 503 and %v", w.Code, got, want)
	}
	if want := `{"title":"Service Unavailable","status":503,"detail":"busy"}`; w.Body.String() != want {
		t.Errorf("got %s, want %s", w.Body, want)
	}
}

func TestWriteOfAStatusThatNoResponseHasIs500(t *testing.T) {
	for _, status := range []int{-1, 0, 99, 103, 600, 1000} {
		w := httptest.NewRecorder()

		problem.Problem{Title: "T", Status: status}.Write(w)

		if want := `{"title":"T","status":500}`; w.Code != 500 || w.Body.String() != want {
			t.Errorf("of %d: got %d %s, want %s", status, w.Code, w.Body, want)
		}
	}
}

func TestFieldErrorIsALine(t *testing.T) {
	for want, f := range map[string]problem.FieldError{
		`query parameter "limit": no number`: {In: "query", Name: "limit", Detail: "no number"},
		"/user/age: is missing":              {In: "body", Pointer: "/user/age", Detail: "is missing"},
		"body: is empty":                     {In: "body", Detail: "is empty"},
		"too much at once":                   {In: "request", Detail: "too much at once"},
	} {
		if got := f.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestReadReadsWhatAppendWrites(t *testing.T) {
	p := problem.Problem{
		Type: "urn:t", Title: "T", Status: 422, Detail: "d", Instance: "i",
		Errors: []problem.FieldError{
			{In: "query", Name: "limit", Detail: "is < 0"},
			{In: "body", Pointer: "/a", Detail: "is missing", Code: "required"},
			{In: "body", Pointer: "/b", Detail: "none of 9007199254740993, x, true", Code: "enum", Allowed: []any{json.Number("9007199254740993"), "x", true}},
			{In: "query", Name: "label", Detail: "item 2: less than 0", Code: "minimum", Limit: "0", Item: 2},
			{In: "query", Name: "a", Detail: "d", Code: "x", Format: "email", Pattern: "^a$", Type: "string", Meant: "b"},
		},
		More: map[string]any{"a": json.RawMessage(`{"b":1}`), "ü": json.RawMessage("12345678901234567890")},
	}
	got, err := problem.Read(p.Append(nil))
	if err != nil || !reflect.DeepEqual(got, p) {
		t.Errorf("got %#v, %v, want %#v", got, err, p)
	}
}

func TestReadOfOthers(t *testing.T) {
	raw := func(s string) json.RawMessage { return json.RawMessage(s) }
	for name, c := range map[string]struct {
		text string
		want problem.Problem
	}{
		"without members":             {`{}`, problem.Problem{}},
		"a status that is a text":     {`{"title":"T","status":"404"}`, problem.Problem{Title: "T"}},
		"a detail that is an object":  {`{"title":"T","detail":{"a":1}}`, problem.Problem{Title: "T"}},
		"a title that is null":        {`{"title":null,"status":500}`, problem.Problem{Status: 500}},
		"errors by field":             {`{"errors":{"name":["is missing"]}}`, problem.Problem{More: map[string]any{"errors": raw(`{"name":["is missing"]}`)}}},
		"errors that are texts":       {`{"errors":["a"]}`, problem.Problem{More: map[string]any{"errors": raw(`["a"]`)}}},
		"errors with further members": {`{"errors":[{"detail":"d","code":7}]}`, problem.Problem{More: map[string]any{"errors": raw(`[{"detail":"d","code":7}]`)}}},
		"errors with codes":           {`{"errors":[{"detail":"d","code":"minimum","limit":1e2}]}`, problem.Problem{Errors: []problem.FieldError{{Detail: "d", Code: "minimum", Limit: "1e2"}}}},
		"errors as in the RFC":        {`{"errors":[{"detail":"d","pointer":"#/age"}]}`, problem.Problem{Errors: []problem.FieldError{{Pointer: "#/age", Detail: "d"}}}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := problem.Read([]byte(c.text))
			if err != nil || !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %#v, %v, want %#v", got, err, c.want)
			}
		})
	}
}

func TestReadRefusesWhatIsNoObject(t *testing.T) {
	for _, text := range []string{"", "null", "[]", `"text"`, `{"title":"T"`, `{} {}`} {
		if p, err := problem.Read([]byte(text)); err == nil {
			t.Errorf("%q is read as %v", text, p)
		}
	}
}

func TestProblemIsALine(t *testing.T) {
	for want, p := range map[string]problem.Problem{
		"Gone: for ever": {Title: "Gone.", Detail: "for ever"},
		"Gone":           {Title: "Gone"},
		"for ever":       {Detail: "for ever"},
	} {
		if got := p.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func ExampleNew() {
	p := problem.New(409, "the tree is there already")
	p.More = map[string]any{"tree": 7}
	fmt.Println(string(p.Append(nil)))
	// Output: {"title":"Conflict","status":409,"detail":"the tree is there already","tree":7}
}

func ExampleRead() {
	p, err := problem.Read([]byte(`{"title":"Conflict","status":409,"detail":"the tree is there already","tree":7}`))
	fmt.Println(p, p.More["tree"].(json.RawMessage)[0] == '7', err)
	// Output: Conflict: the tree is there already true <nil>
}
