package apichange_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apichange"
)

// BenchmarkCompare compares two descriptions of 1,000 operations and 200 models
// that differ in one place.
func BenchmarkCompare(b *testing.B) {
	old := large(1000, 200)
	changed := bytes.Replace(old, []byte(`"maxLength": 199`), []byte(`"maxLength": 198`), 1)
	b.SetBytes(int64(len(old)))
	for b.Loop() {
		changes, err := apichange.Compare(old, changed)
		if err != nil || len(changes) == 0 {
			b.Fatalf("changes %v, error %v", changes, err)
		}
	}
}

func large(operations, models int) []byte {
	text := bytes.NewBufferString(`{"openapi": "3.1.0", "paths": {`)
	for i := range operations {
		fmt.Fprintf(text, `"/things%d/{id}": {"put": {"operationId": "put%[1]d",
			"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}, {"name": "q", "in": "query", "schema": {"type": "string", "maxLength": 8}}],
			"requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/M%[2]d"}}}},
			"responses": {"200": {"description": "OK", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/M%[2]d"}}}}, "default": {"description": "An error"}}}},`, i, i%models)
	}
	text.WriteString(`"/": {}}, "components": {"schemas": {`)
	for i := range models {
		fmt.Fprintf(text, `"M%d": {"type": "object", "required": ["a", "b"], "properties": {
			"a": {"type": "string", "maxLength": %[1]d}, "b": {"type": ["integer", "null"], "minimum": 1}, "next": {"$ref": "#/components/schemas/M%[2]d"},
			"list": {"type": "array", "items": {"enum": ["x", "y"]}}}},`, i, (i+1)%models)
	}
	text.WriteString(`"Last": true}}}`)
	return text.Bytes()
}
