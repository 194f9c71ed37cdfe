package mock_test

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// asRequest is the request of a sample as a client sends it.
func asRequest(ctx context.Context, s snippet.Request) *http.Request {
	GinkgoHelper()
	body := &bytes.Buffer{}
	contentType := ""
	if b := s.Body; b != nil {
		switch {
		case b.Parts != nil:
			w := multipart.NewWriter(body)
			for _, p := range b.Parts {
				if p.File != "" {
					part, _ := w.CreateFormFile(p.Name, p.File)
					fmt.Fprint(part, "content")
					continue
				}
				Expect(w.WriteField(p.Name, p.Text)).To(Succeed())
			}
			Expect(w.Close()).To(Succeed())
			contentType = w.FormDataContentType()
		case b.File != "":
			body.WriteString("content")
		default:
			body.WriteString(b.Text)
		}
	}
	u, err := url.Parse(s.URL.Shown)
	Expect(err).NotTo(HaveOccurred(), s.URL.Shown)
	r := httptest.NewRequestWithContext(ctx, s.Method, u.RequestURI(), body)
	for _, h := range s.Headers {
		r.Header.Set(h.Name, h.Value.Shown)
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	for _, c := range s.Cookies {
		r.AddCookie(&http.Cookie{Name: c.Name, Value: c.Value.Shown})
	}
	return r
}

// trial is what came of the samples of a description.
type trial struct {
	requests int
	refused  []string // with a reason
	unfit    []string // answers that their own schema refuses
}

// try sends the sample of every operation of a description to its mock server.
func try(ctx context.Context, doc *apidoc.Document, options ...mock.Option) trial {
	GinkgoHelper()
	m, err := mock.New(core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return doc, nil }), append(options, mock.WithPause(0))...)
	Expect(err).NotTo(HaveOccurred())
	t := trial{}
	for i := range doc.Operations {
		op, err := doc.Operation(ctx, doc.Operations[i].Slug)
		Expect(err).NotTo(HaveOccurred())
		op = withValues(ctx, doc, op)
		for _, prefer := range []string{"", "dynamic=true"} {
			r := asRequest(ctx, snippet.Build(ctx, doc, op, snippet.Options{Fields: snippet.Usual}))
			if prefer != "" {
				r.Header.Set("Prefer", prefer)
			}
			w := httptest.NewRecorder()
			m.ServeHTTP(w, r)
			t.judge(ctx, doc, op, w)
		}
	}
	return t
}

// withValues gives path parameters values: samples have placeholders.
func withValues(ctx context.Context, doc *apidoc.Document, op *apidoc.Operation) *apidoc.Operation {
	whole := *op
	whole.Parameters = slices.Clone(op.Parameters)
	for i := range whole.Parameters {
		if p := &whole.Parameters[i]; p.In == apidoc.InPath && p.Example == nil && p.Schema != nil && len(p.Examples) == 0 {
			p.Example = sample.Make(shape.New(ctx, doc), p.Schema, sample.Options{To: sample.Request}).JSON
		}
	}
	return &whole
}

func (t *trial) judge(ctx context.Context, doc *apidoc.Document, op *apidoc.Operation, w *httptest.ResponseRecorder) {
	t.requests++
	name := op.Method + " " + op.Path
	if told := w.Header().Values("Mock-Violation"); len(told) > 0 || strings.Contains(w.Header().Get("Content-Type"), "problem+json") && w.Code >= 400 && w.Code != 406 {
		t.refused = append(t.refused, fmt.Sprint(name, ": ", w.Code, " ", told, " ", w.Body.String()[:min(w.Body.Len(), 80)]))
		return
	}
	checker := jsonschema.New(func(ref string) (*apidoc.Schema, bool) { s, err := doc.Schema(ctx, ref); return s, err == nil })
	for _, r := range op.Responses {
		for _, m := range r.Content {
			made := m.Example == nil && len(m.Examples) == 0 || len(w.Header().Values("Preference-Applied")) > 0
			if r.Status == fmt.Sprint(w.Code) && made && m.Schema != nil && m.Name == w.Header().Get("Content-Type") && strings.HasSuffix(m.Name, "json") && !strings.Contains(m.Name, "nd") {
				if faults := checker.Check(w.Body.Bytes(), m.Schema, core.InResponse).Faults; len(faults) > 0 {
					t.unfit = append(t.unfit, fmt.Sprint(name, " ", w.Header().Get("Preference-Applied"), ": ", faults[0]))
				}
			}
		}
	}
}

// tried is what came of the samples of a file.
func tried(ctx context.Context, path string) trial {
	GinkgoHelper()
	source, err := openapi.FromFile(path)
	Expect(err).NotTo(HaveOccurred())
	doc, err := source.Load(ctx)
	Expect(err).NotTo(HaveOccurred())
	return try(ctx, doc)
}

var _ = DescribeTable("The sample of every operation is answered with what fits its schema, usual and varied:",
	func(ctx SpecContext, path string, least int) {
		t := tried(ctx, path)

		Expect(t.requests).To(BeNumerically(">=", least))
		Expect(t.refused).To(BeEmpty())
		Expect(t.unfit).To(BeEmpty())
	},
	Entry("OpenAPI 3.2", "testdata/zoo.yaml", 34),
	Entry("what narrows what it refers to", "testdata/narrow.yaml", 24),
	Entry("every field of Swagger 2.0", "../testdata/torture-2.0.yaml", 6),
	Entry("every field of OpenAPI 3.2", "../testdata/torture-3.2.yaml", 2),
)

// TREFOIL_MOCK_CORPUS names a description of one's own to try; -v tells what came
// of it.
var _ = It("answers the samples of a description that is named", func(ctx SpecContext) {
	path := os.Getenv("TREFOIL_MOCK_CORPUS")
	if path == "" {
		Skip("TREFOIL_MOCK_CORPUS names none")
	}

	t := tried(ctx, path)

	fmt.Fprintf(GinkgoWriter, "%d requests, %d refused, %d answers unfit\n", t.requests, len(t.refused), len(t.unfit))
	for _, text := range append(t.refused[:min(len(t.refused), 15)], t.unfit[:min(len(t.unfit), 15)]...) {
		fmt.Fprintln(GinkgoWriter, text)
	}
	Expect(t.requests).To(BeNumerically(">", 0))
})
