package apichange_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apichange"
)

// objectWith is a schema with a member that is as given.
func objectWith(member string) string {
	return `{"type":"object","required":["id"],"properties":{"id":{"type":"integer","format":"int64"},"name":` + member + `}}`
}

// described are lines such as " id: integer", "-name: string" and "+name: integer", behind
// the pointers of the schemas.
func described(s *apichange.Schemas) []string {
	if s == nil {
		return nil
	}
	lines := []string{s.Old + " > " + s.New}
	add := func(sign, name, text string) {
		if name != "" {
			text = name + ": " + text
		}
		lines = append(lines, sign+text)
	}
	for _, line := range s.Lines {
		switch {
		case line.Same > 0:
			lines = append(lines, fmt.Sprintf("=%d", line.Same))
		case !line.Differs:
			add(" ", line.Name, line.New)
		default:
			if line.Old != "" {
				add("-", line.Name, line.Old)
			}
			if line.New != "" {
				add("+", line.Name, line.New)
			}
		}
	}
	return lines
}

const inBody, inAnswer = "/paths/~1things~1{id}/get/requestBody/content/application~1json/schema", "/paths/~1things~1{id}/get/responses/200/content/application~1json/schema"

var schemasOfChanges = []struct {
	name, old, new string // members of an operation
	want           []string
}{
	{
		"a member of a request body changes", body(objectWith(`{"type":"string"}`)), body(objectWith(`{"type":"string","maxLength":20}`)),
		[]string{inBody + " > " + inBody, " object", " id: integer (int64), required", "-name: string", "+name: string, maxLength 20"},
	},
	{
		"a member of a response is gone", answer(objectWith(`{"type":"string"}`)), answer(`{"type":"object","required":["id"],"properties":{"id":{"type":"integer","format":"int64"}}}`),
		[]string{inAnswer + " > " + inAnswer, " object", " id: integer (int64), required", "-name: string"},
	},
	{
		"an object within an object changes", answer(objectWith(objectWith(`{"type":"string"}`))), answer(objectWith(objectWith(`{"type":"boolean"}`))),
		[]string{inAnswer + "/properties/name > " + inAnswer + "/properties/name", " object", " id: integer (int64), required", "-name: string", "+name: boolean"},
	},
	{
		"the items of a member change", answer(objectWith(`{"type":"array","items":{"type":"string"}}`)), answer(objectWith(`{"type":"array","items":{"enum":["a","b"]}}`)),
		[]string{inAnswer + " > " + inAnswer, " object", " id: integer (int64), required", "-name: array of string", `+name: array of string (enum "a", "b")`},
	},
	{
		"a parameter changes", `"parameters":[{"name":"q","in":"query","schema":{"type":"integer","minimum":1}}]`, `"parameters":[{"name":"q","in":"query","schema":{"type":"integer","exclusiveMinimum":1,"default":7}}]`,
		[]string{"/paths/~1things~1{id}/get/parameters/0/schema > /paths/~1things~1{id}/get/parameters/0/schema", "-integer, minimum 1", "+integer, minimum 1 (excluded), default 7"},
	},
	{
		"a parameter is new", ``, `"parameters":[{"name":"q","in":"query","schema":{"type":["integer","null"],"deprecated":true}}]`,
		[]string{" > /paths/~1things~1{id}/get/parameters/0/schema", "+integer or null, deprecated"},
	},
	{
		"a parameter is gone", `"parameters":[{"$ref":"#/components/parameters/Page"}]`, ``,
		[]string{"/components/parameters/Page/schema > ", "-integer"},
	},
	{"a parameter becomes required", `"parameters":[{"name":"q","in":"query","schema":{}}]`, `"parameters":[{"name":"q","in":"query","required":true,"schema":{}}]`, nil},
	{
		"a request body is gone", body(objectWith(`{"type":"null"}`)), ``,
		[]string{inBody + " > ", "-object", "-id: integer (int64), required", "-name: null"},
	},
	{
		"a media type is new", answer(`{"type":"string"}`), `"responses":{"200":{"content":{"application/json":{"schema":{"type":"string"}},"text/csv":{"schema":{"type":"string","format":"x"}}}}}`,
		[]string{" > /paths/~1things~1{id}/get/responses/200/content/text~1csv/schema", "+string (x)"},
	},
	{
		"a status is gone", `"responses":{"200":{},"404":{"$ref":"#/components/responses/Gone"}}`, `"responses":{"200":{}}`,
		[]string{"/components/responses/Gone/content/text~1plain/schema > ", "-string"},
	},
	{
		"a header is new", `"responses":{"200":{}}`, `"responses":{"200":{"headers":{"Age":{"schema":{"type":"integer"}}}}}`,
		[]string{" > /paths/~1things~1{id}/get/responses/200/headers/Age/schema", "+integer"},
	},
	{
		"parts of allOf are laid together", answer(`{"allOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"b":{}}}]}`), answer(`{"allOf":[{"properties":{"a":{"type":"integer"}}},{"properties":{"b":{}}}]}`),
		[]string{inAnswer + " > " + inAnswer, " object", "-a: string", "+a: integer", " b: any"},
	},
	{
		"an alternative is gone", answer(`{"oneOf":[{"type":"string"},{"type":"integer"},{"type":"boolean"}]}`), answer(`{"oneOf":[{"type":"string"},{"type":"integer"}]}`),
		[]string{inAnswer + " > " + inAnswer, " any", "-|boolean: boolean", " |integer: integer", " |string: string"},
	},
	{
		"members of any name change", answer(`{"type":"object","additionalProperties":{"type":"string"}}`), answer(`{"type":"object","additionalProperties":{"type":"integer"}}`),
		[]string{inAnswer + " > " + inAnswer, " object", "-*: string", "+*: integer"},
	},
	{"an operation is deprecated", ``, `"deprecated":true`, nil},
}

func TestAChangeHasTheSmallestSchemaThatSaysWhatItIsPartOf(t *testing.T) {
	for _, c := range schemasOfChanges {
		t.Run(c.name, func(t *testing.T) {
			changes := compare(t, getting(c.old), getting(c.new))

			if len(changes) == 0 {
				t.Fatal("there are no changes")
			}
			if got := described(changes[0].Schemas); !slices.Equal(got, c.want) {
				t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

func TestAComponentOfManyOperationsIsShownItself(t *testing.T) {
	const shared = `{"openapi":"3.0.3","paths":{
		"/a":{"get":{%[2]s}},"/b":{"put":{%[1]s}}
	},"components":{"schemas":{"Pet":{"properties":{"kind":{"$ref":"#/components/schemas/Kind"},"owner":{"type":"string","nullable":%[4]s}}},"Kind":{"type":"string","enum":[%[3]s]}}}}`
	ref := `{"$ref":"#/components/schemas/Pet"}`
	old := fmt.Appendf(nil, shared, body(ref), answer(`{"type":"array","items":`+ref+`}`), `"cat"`, "false")
	changed := fmt.Appendf(nil, shared, body(ref), answer(`{"type":"array","items":`+ref+`}`), `"cat","dog"`, "true")

	var got []string
	for _, c := range compare(t, old, changed) {
		got = append(got, described(c.Schemas)...)
	}

	pet := []string{"/components/schemas/Pet > /components/schemas/Pet", " object", " kind: Kind", "-owner: string", "+owner: string or null"}
	kind := []string{"/components/schemas/Kind > /components/schemas/Kind", `-string, enum "cat"`, `+string, enum "cat", "dog"`}
	if want := slices.Concat(kind, pet, kind, pet); !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSchemasOfSwaggerAreShownAtTheirPlace(t *testing.T) {
	changed := strings.NewReplacer(`"name": {"type": "string", "x-nullable": true}`, `"name": {"type": "string"}`, `"name": "page", "in": "query", "type": "integer"`, `"name": "page", "in": "query", "type": "integer", "maximum": 9`).Replace(petsOfSwagger)

	var got []string
	for _, c := range compare(t, []byte(petsOfSwagger), []byte(changed)) {
		got = append(got, described(c.Schemas)...)
	}

	pet := []string{"/definitions/Pet > /definitions/Pet", " object", "-name: string or null", "+name: string"}
	page := []string{"/parameters/Page > /parameters/Page", "-integer", "+integer, maximum 9"}
	if want := slices.Concat(pet, page, pet); !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestALargeSchemaIsFolded(t *testing.T) {
	members := func(kind string) string {
		var all []string
		for i := range 40 {
			all = append(all, fmt.Sprintf(`"m%02d":{"type":"string"}`, i))
		}
		return answer(`{"properties":{` + strings.Join(all, ",") + `,"m20":{"type":"` + kind + `"}}}`)
	}

	got := described(compare(t, getting(members("string")), getting(members("integer")))[0].Schemas)

	want := []string{
		inAnswer + " > " + inAnswer, " object", "=17", " m17: string", " m18: string", " m19: string", "-m20: string", "+m20: integer",
		" m21: string", " m22: string", " m23: string", "=16",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestAHugeSchemaIsCut(t *testing.T) {
	members := func(kind string) []byte {
		var all []string
		for i := range 500 {
			all = append(all, fmt.Sprintf(`"m%03d":{"type":"%s"}`, i, kind))
		}
		return getting(answer(`{"properties":{` + strings.Join(all, ",") + `}}`))
	}

	s := compare(t, members("string"), members("integer"))[0].Schemas

	if len(s.Lines) != 120 || s.LeftOut != 381 {
		t.Errorf("%d lines, %d left out, want 120 and 381", len(s.Lines), s.LeftOut)
	}
}

func TestTheSchemasOfVeryManyChangesAreBounded(t *testing.T) {
	components := func(kind string) []byte {
		var members, schemas, responses []string
		for i := range 60 {
			members = append(members, fmt.Sprintf(`"m%d":{"type":"%s"}`, i, kind))
		}
		for i := range 600 {
			schemas = append(schemas, fmt.Sprintf(`"S%d":{"properties":{%s}}`, i, strings.Join(members, ",")))
			responses = append(responses, fmt.Sprintf(`"x/%d":{"schema":{"$ref":"#/components/schemas/S%d"}}`, i, i))
		}
		return fmt.Appendf(nil, `{"openapi":"3.1.0","paths":{"/a":{"get":{"responses":{"200":{"content":{%s}}}}}},"components":{"schemas":{%s}}}`,
			strings.Join(responses, ","), strings.Join(schemas, ","))
	}

	seen, lines := map[*apichange.Schemas]bool{}, 0
	for _, c := range compare(t, components("string"), components("integer")) {
		if c.Schemas != nil && !seen[c.Schemas] {
			seen[c.Schemas] = true
			lines += len(c.Schemas.Lines)
		}
	}

	if lines != 30_000 {
		t.Errorf("%d lines, want 30000", lines)
	}
}

func TestLongTextsOfManyMembersAreNotKept(t *testing.T) {
	const large, members = 1 << 20, 40
	var all []string
	for i := range members {
		all = append(all, fmt.Sprintf(`"m%d":{"allOf":[{"$ref":"#/components/schemas/Large"}]}`, i))
	}
	text := func(last string) []byte {
		return fmt.Appendf(nil, `{"openapi":"3.1.0","paths":{"/a":{"get":{%s}}},"components":{"schemas":{"Large":{"enum":["%s"]}}}}`,
			answer(`{"properties":{`+strings.Join(all, ",")+`,"last":{"type":"`+last+`"}}}`), strings.Repeat("x", large))
	}

	for _, c := range compare(t, text("string"), text("integer")) {
		if c.Schemas != nil {
			t.Errorf("there are %d lines", len(c.Schemas.Lines))
		}
	}
}

func TestTextsOfSchemasCannotMoveOthers(t *testing.T) {
	hostile := `"a\n+ b\u202e"`
	changed := answer(`{"type":` + hostile + `,"properties":{` + hostile + `:{"$ref":"#/components/schemas/a\n` + `b"},"":{"format":` + hostile + `}}}`)

	var got []string
	for _, c := range compare(t, getting(answer(`{"properties":{}}`)), getting(changed)) {
		got = append(got, described(c.Schemas)...)
	}

	if len(got) == 0 {
		t.Fatal("there is no schema")
	}
	for _, line := range got {
		if strings.ContainsAny(line, "\n\u202e") {
			t.Errorf("%q has what cannot be seen", line)
		}
	}
}

func TestALongEnumIsCutWhereItDiffers(t *testing.T) {
	values := func(last string) []byte {
		var all []string
		for i := range 100 {
			all = append(all, fmt.Sprintf(`"value%02d"`, i))
		}
		return getting(answer(`{"enum":[` + strings.Join(append(all, last), ",") + `]}`))
	}

	s := compare(t, values(`"x"`), values(`"z"`))[0].Schemas

	want := []string{inAnswer + " > " + inAnswer, `-… "x"`, `+… "z"`}
	if got := described(s); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestChangesOfOneSchemaShareIt(t *testing.T) {
	changes := compare(t, getting(answer(objectWith(`{"type":"string"}`))), getting(answer(`{"type":"object","properties":{"id":{"type":"string"}}}`)))

	if len(changes) != 3 || changes[0].Schemas == nil || changes[0].Schemas != changes[2].Schemas {
		t.Errorf("got %+v", changes)
	}
}
