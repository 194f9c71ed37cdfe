package viewer_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// editing makes a viewer of the zoo whose readers may edit, and returns what it has
// been told.
func editing(ctx SpecContext, c viewer.Configuration, more ...viewer.Option) (*viewer.Viewer, *[]string) {
	GinkgoHelper()
	var told []string
	c.IsEditable = true
	options := append([]viewer.Option{
		viewer.WithConfiguration(c), viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{}),
		viewer.WithOnUpdate(func(text string) { told = append(told, text) }),
	}, more...)
	return start(ctx, zoo, options...), &told
}

// sendEdit sends a text as the editor of the reference does.
func sendEdit(h http.Handler, by string, number int, content string) *httptest.ResponseRecorder {
	GinkgoHelper()
	body, err := json.Marshal(map[string]any{"content": content, "edit": map[string]any{"by": by, "number": number}})
	Expect(err).NotTo(HaveOccurred())
	return postBody(h, string(body))
}

var _ = Describe("What the editor sends", func() {
	It("is told once for each change, in order", func(ctx SpecContext) {
		v, told := editing(ctx, viewer.Configuration{})

		for _, c := range []struct {
			number int
			title  string
		}{{1, "A"}, {2, "B"}, {2, "B"}, {1, "A"}, {3, "B"}, {4, "A"}} {
			rootOf(sendEdit(v, "ida", c.number, sentText(c.title)))
		}

		Expect(*told).To(Equal([]string{sentText("A"), sentText("B"), sentText("A")}), "the same again, one that was overtaken, and no change are left out")
	})

	It("is told when it cannot be read, with the line in an answer that is none of an error", func(ctx SpecContext) {
		v, told := editing(ctx, viewer.Configuration{})

		answer := sendEdit(v, "ida", 1, "openapi: 3.1.0\ninfo: {title: [}\n")

		Expect(answer.Code).To(Equal(http.StatusOK))
		Expect(answer.Body.String()).To(And(ContainSubstring(`"state":"failed"`), ContainSubstring(`"line":2`)))
		Expect(*told).To(HaveLen(1))
	})

	It("has its problems told with their place, and how many there are", func(ctx SpecContext) {
		v, _ := editing(ctx, viewer.Configuration{})
		parameters := bytes.Repeat([]byte("{},"), 300)

		answer := sendEdit(v, "ida", 1, `{"openapi":"3.1.0","info":{"title":"T","version":"1"},`+"\n"+`"paths":{"/a":{"get":{"parameters":[`+string(parameters)+`{}]}}}}`)

		var said struct {
			Operations, Total int
			Problems          []struct {
				Line, Column     int
				Pointer, Message string
			}
		}
		Expect(json.Unmarshal(answer.Body.Bytes(), &said)).To(Succeed())
		Expect([]int{said.Operations, said.Total, len(said.Problems)}).To(Equal([]int{1, 301, 200}))
		Expect(said.Problems[1].Line).To(Equal(2))
		Expect(said.Problems[1].Column).To(Equal(said.Problems[0].Column + 3))
		Expect(said.Problems[1].Pointer).To(Equal("/paths/~1a/get/parameters/1"))
	})

	It("looks as the reference does, without an editor of its own", func(ctx SpecContext) {
		v, _ := editing(ctx, viewer.Configuration{Theme: viewer.ThemeMoon, HideModels: true, CustomCSS: "a{color:red}"})

		root := rootOf(sendEdit(v, "ida", 1, sentText("Mine")))

		page := read(v, root)
		Expect(page.Find("html.theme-moon")).To(HaveLen(1))
		Expect(page.Find("[data-editor-open]")).To(BeEmpty())
		Expect(read(v, "/").Find("[data-editor-open]").Attributes("data-send")).To(Equal([]string{"./_d/"}))
		Expect(read(v, "/tags/pets").Find("[data-editor-open]").Attributes("data-send")).To(Equal([]string{"../_d/"}))
	})

	It("gets no credentials that are filled in for the description", func(ctx SpecContext) {
		v, _ := editing(ctx, viewer.Configuration{Authentication: viewer.Authentication{HTTP: viewer.HTTPCredentials{Bearer: viewer.BearerCredentials{Token: "T-42"}}}})
		text := `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"servers":[{"url":"https://evil.example"}],"security":[{"t":[]}],"paths":{"/a":{"get":{"operationId":"a"}}},` +
			`"components":{"securitySchemes":{"t":{"type":"http","scheme":"bearer"}}}}`
		secret := Or(ContainSubstring("T-42"), ContainSubstring(base64.StdEncoding.EncodeToString([]byte("Bearer T-42"))))

		root := rootOf(sendEdit(v, "ida", 1, text))

		Expect(get(v, root+"operations/a").Body.String()).To(And(ContainSubstring("evil.example"), Not(secret)))
		configured := `{"content":` + fmt.Sprintf("%q", text) + `,"configuration":{"authentication":{"http":{"bearer":{"token":"T-42"}}}}}`
		Expect(get(v, rootOf(postBody(v, configured))+"operations/a").Body.String()).To(secret, "where they are shown, this finds them")
	})

	It("gets none of those that a page fills in for the description either", func(ctx SpecContext) {
		v, _ := editing(ctx, viewer.Configuration{})
		text := `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"servers":[{"url":"https://evil.example"},{"url":"/v1"}],"security":[{"t":[]}],"paths":{"/a":{"get":{"operationId":"a"}}},` +
			`"components":{"securitySchemes":{"t":{"type":"http","scheme":"bearer"}}}}`

		answer := postBody(v, `{"content":`+fmt.Sprintf("%q", text)+`,"configuration":{"authentication":{"http":{"bearer":{"token":"T-42"}}}},"edit":{"by":"ida","number":1}}`)

		Expect(answer.Body.String()).To(ContainSubstring(`"origins":["https://evil.example"]`))
		Expect(get(v, rootOf(answer)+"operations/a").Body.String()).To(And(ContainSubstring("YOUR_SECRET_TOKEN"), Not(ContainSubstring(base64.StdEncoding.EncodeToString([]byte("Bearer T-42"))))))
	})

	It("takes the place of what the same editor has sent before, and of nothing else", func(ctx SpecContext) {
		v, _ := editing(ctx, viewer.Configuration{})
		first := rootOf(sendEdit(v, "ida", 1, sentText("A")))
		others := rootOf(sendEdit(v, "bob", 1, sentText("Theirs")))
		shared := rootOf(sendEdit(v, "ida", 2, sentText("B")))
		Expect(rootOf(sendEdit(v, "bob", 2, sentText("B")))).To(Equal(shared))

		last := rootOf(sendEdit(v, "ida", 3, sentText("C")))

		status := func(root string) int { return get(v, root).Code }
		Expect([]int{status(first), status(others), status(shared), status(last)}).To(Equal([]int{404, 404, 200, 200}))
	})

	It("is not told for a description that another page brings, nor when nobody may edit", func(ctx SpecContext) {
		v, told := editing(ctx, viewer.Configuration{})
		body := `{"content":` + fmt.Sprintf("%q", sentText("Mine")) + `,"configuration":{"isEditable":true},"edit":{"by":"ida","number":1}}`

		root := rootOf(postBody(v, body))

		Expect(*told).To(BeEmpty())
		Expect(read(v, root).Find("[data-editor-open]").Attributes("data-send")).To(Equal([]string{"./../"}), "it has an editor of its own")
		v = start(ctx, zoo, viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{}), viewer.WithOnUpdate(func(string) { Fail("nobody may edit") }))
		rootOf(sendEdit(v, "ida", 1, sentText("Mine")))
	})

	It("needs a name, and one that is not long", func(ctx SpecContext) {
		v, _ := editing(ctx, viewer.Configuration{})

		Expect(sendEdit(v, "", 1, sentText("A")).Code).To(Equal(http.StatusBadRequest))
		Expect(sendEdit(v, string(bytes.Repeat([]byte("a"), 65)), 1, sentText("A")).Code).To(Equal(http.StatusBadRequest))
	})

	It("is told one at a time, also while the description is loaded again", func(ctx SpecContext) {
		content := sentText("0")
		var at, most, calls atomic.Int64
		source := changing(&content)
		v := start(ctx, source, viewer.WithConfiguration(viewer.Configuration{IsEditable: true}),
			viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{}), viewer.WithOnUpdate(func(string) {
				most.Store(max(most.Load(), at.Add(1)))
				calls.Add(1)
				at.Add(-1)
			}))

		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() { sendEdit(v, fmt.Sprint("editor", i), 1, sentText(fmt.Sprint("text", i))) })
		}
		content = sentText("another")
		Expect(v.Reload(ctx)).To(Succeed())
		all.Wait()

		Expect([]int64{most.Load(), calls.Load()}).To(Equal([]int64{1, 9}))
	})

	It("is not told again by the Reload that finds what has been saved", func(ctx SpecContext) {
		content := sentText("A")
		var told []string
		v := start(ctx, core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) { return openapi.FromContent(content).Load(ctx) }), viewer.WithConfiguration(viewer.Configuration{IsEditable: true, OnSpecUpdate: func(text string) {
			told = append(told, text)
			content = text
		}}), viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{}))

		rootOf(sendEdit(v, "ida", 1, sentText("B")))
		Expect(v.Reload(ctx)).To(Succeed())

		Expect(v.Document().Info.Title).To(Equal("B"))
		Expect(told).To(Equal([]string{sentText("B")}))
	})

	It("has nowhere to go without WithVisitorDescriptions, which the log says", func(ctx SpecContext) {
		var log bytes.Buffer
		v := start(ctx, zoo, viewer.WithConfiguration(viewer.Configuration{IsEditable: true}), viewer.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))

		Expect(read(v, "/").Find("[data-editor-open]")).To(BeEmpty())
		Expect(log.String()).To(And(ContainSubstring("WithVisitorDescriptions"), ContainSubstring("field=isEditable")))
	})
})
