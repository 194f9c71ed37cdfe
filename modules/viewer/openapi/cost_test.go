package openapi_test

import (
	"testing"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// FuzzCost checks that no text of a description takes more to read in full than is
// promised.
func FuzzCost(f *testing.F) {
	const head = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"
	for _, seed := range []struct {
		before string
		n      uint16
		unit   string
		m      uint16
		after  string
	}{
		{head + "components:\n  schemas:\n", 1, "    S@: {properties: {a: {$ref: '#/components/schemas/S^'}, b: {$ref: '#/components/schemas/S^'}}}\n", 41, "    S41: {type: string}\n"},
		{head + "components:\n  schemas:\n", 1, "    S@: {allOf: [{$ref: '#/components/schemas/S^'}, {$ref: '#/components/schemas/S^'}]}\n", 900, ""},
		{head + "paths:\n", 1, "  /a@: {$ref: '#/paths/~1a^'}\n", 3000, ""},
		{head + "paths:\n", 1, "  /a/{b@}: {get: {tags: [t@], operationId: o@, responses: {'200': {description: x}}}}\n", 1000, ""},
		{head + "x-a: &a {a: 1}\nx-b:\n", 1, "  m@: {<<: *a}\n", 5000, ""},
		{head + "x-a: ", 1, "[", 30_000, ""},
		{`{"openapi":"3.1.0","info":{"title":"T","version":"1"},"x":`, 1, `{"a@":`, 9000, "1"},
		{`{"swagger":"2.0","info":{"title":"T","version":"1"},"paths":{`, 1, `"/a@":{"get":{"parameters":[{"$ref":"#/parameters/p"}]}},`, 1500, `"/":{}},"parameters":{"p":{"name":"p","in":"query","type":"string"}}}`},
		{`{"openapi":"3.1.0","info":{"title":"T","version":"1"},"components":{"schemas":{"A":{"enum":[`, 1, "1,", 40_000, `1]}}}}`},
		{"a: &a [*a]\n", 9000, "", 0, ""},
		{"- ", 40_000, "", 0, ""},
		{"? ", 40_000, "", 0, ""},
		{"'", 60_000, "", 0, ""},
		{"#\n", 45_000, "", 0, ""},
		{" !1", 33_333, "", 0, ""},
		{head + "x:\n- ", 1, "! ", 50_000, ""},
		{head + "x: {1\n", 1, "  /a/{b@}: {get: {tags: [t@], responses: {'200': {description: x}}}}\n", 1200, ""},
		{head + "x:\n- [", 1, "1,", 49_000, "]"},
		{head + "x: {1\n a: {", 1, "b: {},\n", 10_000, "}}"},
		{"{openapi: 3.1.0, x: {", 1, "a@: 1,", 9000, "}}"},
	} {
		f.Add(seed.before, seed.n, seed.unit, seed.m, seed.after)
	}
	f.Fuzz(func(t *testing.T, before string, n uint16, unit string, m uint16, after string) {
		text := worktest.Repeated(worktest.MaxRequest, before, int(n), unit, int(m), after)
		if dear := worktest.Dear(len(text), func() int {
			_, _ = openapi.Check(t.Context(), []byte(text), openapi.UntrustedLimits())
			return 0
		}); dear != "" {
			t.Errorf("%s: %.300q", dear, text)
		}
	})
}
