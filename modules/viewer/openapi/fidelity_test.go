package openapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// vocabulary are the names that mean something in a description, and so need
// not appear in what is made of it.
var vocabulary = strings.Fields(`tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated
 security servers url content schema example examples encoding headers links name in required style explode allowReserved allowEmptyValue
 value externalValue variables default enum type format items properties additionalProperties allOf anyOf oneOf not nullable readOnly writeOnly
 minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems uniqueItems minProperties
 maxProperties title discriminator propertyName mapping xml namespace prefix attribute wrapped $ref $id $anchor $comment $dynamicRef
 $dynamicAnchor $defs const prefixItems contains minContains maxContains unevaluatedItems unevaluatedProperties propertyNames
 patternProperties dependentRequired dependentSchemas if then else contentEncoding contentMediaType contentSchema x-codeSamples lang label
 source consumes produces schemes collectionFormat contentType server operationRef itemSchema dataValue get put post delete options head
 patch trace query formData body x-enum-varnames x-enum-descriptions x-nullable x-internal defaultMapping nodeType`)

// translated are the members of Swagger 2.0 whose values become something else:
// servers, content where there is a schema, and styles.
var translated = []string{"schemes", "consumes", "produces", "collectionFormat", "x-order"}

// leaves collects every name and every text or number in a value.
func leaves(v any, into map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		if hidden(v) {
			return
		}
		for name, member := range v {
			if slices.Contains(translated, name) || hidden(member) {
				continue
			}
			into[name] = true
			leaves(member, into)
		}
	case []any:
		for _, item := range v {
			leaves(item, into)
		}
	case string:
		into[v] = true
	case json.Number:
		into[v.String()] = true
	}
}

func leavesOfJSON(text []byte) map[string]bool {
	GinkgoHelper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var v any
	Expect(decoder.Decode(&v)).To(Succeed())
	into := map[string]bool{}
	leaves(v, into)
	return into
}

// lost returns what a part of a description holds and what was made of it lacks.
func lost(part json.RawMessage, made any) []string {
	GinkgoHelper()
	if part == nil { // an operation behind the reference of a path item
		return nil
	}
	text, err := json.Marshal(made)
	Expect(err).NotTo(HaveOccurred())
	has := leavesOfJSON(text)
	for _, word := range vocabulary {
		has[word] = true
	}
	var missing []string
	for leaf := range leavesOfJSON(part) {
		replaced := strings.HasPrefix(leaf, "#/components/examples/") || strings.HasPrefix(leaf, "#/components/callbacks/")
		spelled := has[leaf] || has[strings.ToUpper(leaf)] || has["#/components/schemas/"+leaf]
		if leaf != "" && !replaced && !spelled {
			missing = append(missing, fmt.Sprintf("%.60q", leaf))
		}
	}
	return missing
}

// rawParts returns the members of an object in a JSON text.
func rawParts(text json.RawMessage, path ...string) map[string]json.RawMessage {
	GinkgoHelper()
	parts := map[string]json.RawMessage{}
	if len(text) == 0 || text[0] != '{' {
		return parts
	}
	Expect(json.Unmarshal(text, &parts)).To(Succeed())
	if len(path) == 0 {
		return parts
	}
	return rawParts(parts[path[0]], path[1:]...)
}

// some returns about 200 of many parts, spread evenly.
func some[T any](parts []T) []T {
	step := len(parts)/200 + 1
	var list []T
	for i := 0; i < len(parts); i += step {
		list = append(list, parts[i])
	}
	return list
}

var _ = Describe("Every description in JSON at hand", func() {
	var entries []any
	for _, s := range samples() {
		if strings.HasPrefix(s.text, "{") {
			entries = append(entries, Entry(s.name, s))
		}
	}

	DescribeTable("loses nothing in its operations",
		append([]any{func(ctx SpecContext, s sample) {
			doc, err := openapi.FromContent(s.text).Load(ctx)
			Expect(err).NotTo(HaveOccurred())
			paths := rawParts(json.RawMessage(s.text), "paths")

			for _, o := range some(doc.Operations) {
				op, err := doc.Operation(ctx, o.Slug)
				Expect(err).NotTo(HaveOccurred())
				Expect(lost(rawParts(paths[o.Path])[strings.ToLower(o.Method)], op)).To(BeEmpty(), o.Pointer)
			}
		}}, entries...)...)

	DescribeTable("loses nothing in its models",
		append([]any{func(ctx SpecContext, s sample) {
			doc, err := openapi.FromContent(s.text).Load(ctx)
			Expect(err).NotTo(HaveOccurred())
			schemas := rawParts(json.RawMessage(s.text), "components", "schemas")
			for name, schema := range rawParts(json.RawMessage(s.text), "definitions") {
				schemas[name] = schema
			}

			for _, m := range some(doc.Models) {
				model, err := doc.Model(ctx, m.Slug)
				Expect(err).NotTo(HaveOccurred())
				Expect(lost(schemas[m.Name], model)).To(BeEmpty(), m.Ref)
			}
		}}, entries...)...)
})
