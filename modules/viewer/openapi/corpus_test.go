package openapi_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.yaml.in/yaml/v4"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// sample is a description that stands in a file.
type sample struct {
	name string
	text string
}

// corpusDir holds large descriptions of real services, compressed. It stands
// beside the repository and need not be there.
const corpusDir = "../../../../shared/corpus"

// samples returns the descriptions of testdata, and those of the corpus where the race
// detector is off: they are read one by one, which it has seen with the others.
func samples() []sample {
	names, err := filepath.Glob("testdata/*")
	if err != nil {
		panic(err)
	}
	if !worktest.RaceDetector {
		large, err := filepath.Glob(corpusDir + "/*.gz")
		if err != nil {
			panic(err)
		}
		names = append(names, large...)
	}
	var list []sample
	for _, name := range names {
		if info, err := os.Stat(name); err != nil || info.IsDir() {
			continue
		}
		list = append(list, sample{filepath.Base(name), readText(name)})
	}
	return list
}

func readText(name string) string {
	data, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			panic(err)
		}
		if data, err = io.ReadAll(z); err != nil {
			panic(err)
		}
	}
	return string(data)
}

// plain decodes a text without any of the code under test.
func plain(text string) map[string]any {
	var v map[string]any
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			panic(err)
		}
		return v
	}
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		panic(err)
	}
	return v
}

// counts are what a description holds, counted without the code under test.
type counts struct{ operations, models int }

func count(description map[string]any) counts {
	var c counts
	paths, _ := description["paths"].(map[string]any)
	for path, item := range paths {
		if !strings.HasPrefix(path, "x-") {
			c.operations += countOperations(description, item)
		}
	}
	components, _ := description["components"].(map[string]any)
	schemas, _ := components["schemas"].(map[string]any)
	definitions, _ := description["definitions"].(map[string]any)
	for _, models := range []map[string]any{schemas, definitions} {
		for _, m := range models {
			if !hidden(m) {
				c.models++
			}
		}
	}
	return c
}

func countOperations(description map[string]any, item any) int {
	n := 0
	object, _ := item.(map[string]any)
	if hidden(item) {
		return 0
	}
	if ref, ok := object["$ref"].(string); ok {
		n += countOperations(description, lookup(description, ref))
	}
	for _, method := range []string{"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"} {
		if operation, ok := object[method]; ok && !hidden(operation) {
			n++
		}
	}
	more, _ := object["additionalOperations"].(map[string]any)
	return n + len(more)
}

func hidden(part any) bool {
	object, _ := part.(map[string]any)
	return object["x-internal"] == true || object["x-scalar-ignore"] == true
}

func lookup(description map[string]any, ref string) any {
	var v any = description
	for _, token := range strings.Split(ref, "/")[1:] {
		object, _ := v.(map[string]any)
		v = object[strings.NewReplacer("~1", "/", "~0", "~").Replace(token)]
	}
	return v
}

var _ = Describe("Every description at hand", func() {
	var entries []any
	for _, s := range samples() {
		entries = append(entries, Entry(s.name, s))
	}

	DescribeTable("has all its operations and models, and each can be read",
		append([]any{func(ctx SpecContext, s sample) {
			want := count(plain(s.text))

			doc, err := openapi.FromContent(s.text).Load(ctx)
			Expect(err).NotTo(HaveOccurred())
			readAll(ctx, doc)

			Expect(counts{len(doc.Operations), len(doc.Models)}).To(Equal(want))
		}}, entries...)...)
})
