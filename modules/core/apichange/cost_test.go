package apichange_test

import (
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
