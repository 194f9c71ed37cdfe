package apichange_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apichange"
)

func TestAlternativesWithinAlternativesAreReadOnce(t *testing.T) {
	const size, levels, most = 200_000, 100, 32 << 20
	schema := strings.Repeat(`{"anyOf":[{"type":"integer"},{"type":"boolean"},`, levels) +
		`{"enum":["` + strings.Repeat("x", size) + `"]}` + strings.Repeat(`]}`, levels)
	description := inRequest(schema)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)

	changes, err := apichange.Compare(description, description)

	runtime.ReadMemStats(&after)
	if err != nil || len(changes) > 0 {
		t.Fatalf("changes %v, error %v", changes, err)
	}
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > most {
		t.Errorf("a description of %d bytes took %d bytes, want up to %d", len(description), bytes, most)
	}
}

func TestWhatOperationsOfSwaggerShareIsMadeOnce(t *testing.T) {
	const most = 64 << 20
	var paths, headers []string
	for i := range 1000 {
		paths = append(paths, fmt.Sprintf(`"/a%d": {"get": {"parameters": [{"$ref": "#/parameters/P"}], "responses": {"200": {"$ref": "#/responses/R"}}}}`, i))
		headers = append(headers, fmt.Sprintf(`"H%d": {"type": "string"}`, i))
	}
	text := fmt.Appendf(nil, `{"swagger": "2.0", "paths": {%s}, "parameters": {"P": {"name": "p", "in": "query", "type": "string", "enum": ["%s"]}}, "responses": {"R": {"headers": {%s}}}}`,
		strings.Join(paths, ","), strings.Repeat("x", 1<<20), strings.Join(headers, ","))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)

	changes, err := apichange.Compare(text, text)

	runtime.ReadMemStats(&after)
	if err != nil || len(changes) > 0 {
		t.Fatalf("changes %v, error %v", changes, err)
	}
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > most {
		t.Errorf("a description of %d bytes took %d bytes, want up to %d", len(text), bytes, most)
	}
}
