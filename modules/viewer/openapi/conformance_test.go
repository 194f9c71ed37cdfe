package openapi_test

import (
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

func TestConformance(t *testing.T) {
	for _, s := range samples() {
		if len(s.text) > 1<<20 { // the suite reads everything nine times
			continue
		}
		t.Run(s.name, func(t *testing.T) { coretest.TestSpecSource(t, openapi.FromContent(s.text)) })
	}
}

func TestConformanceOfASecondRun(t *testing.T) {
	dir := t.TempDir()
	if _, err := openapi.FromContent(kept, openapi.WithCacheDir(dir)).Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	coretest.TestSpecSource(t, openapi.FromContent(kept, openapi.WithCacheDir(dir)))
}
