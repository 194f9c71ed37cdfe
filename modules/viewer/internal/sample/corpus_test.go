package sample_test

import (
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// corpusDir holds large descriptions of real services, compressed. It stands
// beside the repository and need not be there.
var corpusDir = cmp.Or(os.Getenv("TREFOIL_CORPUS"), "../../../../../shared/corpus")

// loaded is the description of a file, which may be compressed.
func loaded(ctx context.Context, name string) *apidoc.Document {
	GinkgoHelper()
	file, err := os.Open(name)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(file.Close)
	var text io.Reader = file
	if strings.HasSuffix(name, ".gz") {
		text, err = gzip.NewReader(file)
		Expect(err).NotTo(HaveOccurred())
	}
	data, err := io.ReadAll(text)
	Expect(err).NotTo(HaveOccurred())
	doc, err := openapi.FromContent(string(data)).Load(ctx)
	Expect(err).NotTo(HaveOccurred())
	return doc
}

// outcome counts the samples of a description, and names those that it refuses
// itself.
type outcome struct {
	checks  *jsonschema.Checker
	count   int
	refused []string
}

func (m *outcome) body(ctx context.Context, doc *apidoc.Document, where string, media []apidoc.MediaType, to sample.Direction, sent core.Direction) {
	for i := range media {
		if media[i].Schema == nil || !strings.HasSuffix(media[i].Name, "json") {
			continue
		}
		value := sample.Make(shape.New(ctx, doc), media[i].Schema, sample.Options{To: to})
		m.count++
		if faults := m.checks.Check(value.JSON, media[i].Schema, sent).Faults; len(faults) > 0 {
			m.refused = append(m.refused, fmt.Sprint(where, " ", media[i].Name, " ", faults[0]))
		}
	}
}

// all makes the samples of all bodies of a description.
func all(ctx context.Context, doc *apidoc.Document) outcome {
	m := outcome{checks: jsonschema.New(func(ref string) (*apidoc.Schema, bool) { s, err := doc.Schema(ctx, ref); return s, err == nil })}
	const most = 2000 // operations of one description
	for i := 0; i < len(doc.Operations); i += 1 + len(doc.Operations)/most {
		op, err := doc.Operation(ctx, doc.Operations[i].Slug)
		if err != nil {
			continue
		}
		where := op.Method + " " + op.Path
		if op.RequestBody != nil {
			m.body(ctx, doc, where, op.RequestBody.Content, sample.Request, core.InRequest)
		}
		for _, r := range op.Responses {
			m.body(ctx, doc, where+" "+r.Status, r.Content, sample.Response, core.InResponse)
		}
	}
	slices.Sort(m.refused)
	return m
}

// Samples that no rule of the writer makes right are counted here; the number may
// only fall. DigitalOcean gives a value that none of its own alternatives accepts.
// Alternatives of oneOf at GitHub accept each other's values.
var _ = DescribeTable("A description accepts the samples that are made of it:", worktest.Large,
	func(ctx SpecContext, name string, exceptions int) {
		path := filepath.Join(corpusDir, name)
		if _, err := os.Stat(path); err != nil {
			Skip("there is no " + path)
		}

		m := all(ctx, loaded(ctx, path))

		Expect(m.count).To(BeNumerically(">", 0))
		Expect(len(m.refused)).To(BeNumerically("<=", exceptions), strings.Join(m.refused, "\n"))
	},
	Entry("a small one", "burgershop-3.1.yaml.gz", 0),
	Entry("Petstore", "petstore.json.gz", 0),
	Entry("Petstore in Swagger 2.0", "petstore-v2.json.gz", 0),
	Entry("DigitalOcean", "digitalocean.json.gz", 3),
	Entry("Stripe", "stripe.json.gz", 0),
	Entry("GitHub", "github.json.gz", 15),
	Entry("Kubernetes", "kubernetes.json.gz", 0),
	Entry("Microsoft Graph", "msgraph-derived.json.gz", 0),
)
