package viewer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// The specs of malicious descriptions serve each as an operator would and ask for
// every page of it.

// object is a JSON object.
type object = map[string]any

// hostile serves a description. Its load has ended, well or not.
func hostile(ctx context.Context, text string) *viewer.Viewer {
	GinkgoHelper()
	return start(ctx, openapi.FromContent(text), viewer.WithConfiguration(viewer.Configuration{ForAuthors: true}))
}

// describing is a description in JSON with everything in members, and the rest that it
// needs.
func describing(members object) string {
	whole := object{"openapi": "3.1.0", "info": object{"title": "T", "version": "1"}, "paths": object{"/a": object{"get": object{"operationId": "a"}}}}
	for name, value := range members {
		whole[name] = value
	}
	text, err := json.Marshal(whole)
	if err != nil { // which maps and text never are
		panic(err)
	}
	return string(text)
}

// yamlHead begins a description in YAML that has the operation "alive".
const yamlHead = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"

// everyPage asks for the overview, a search, and the page of every part of the
// description. Each of them must be there.
func everyPage(v *viewer.Viewer) map[string]string {
	GinkgoHelper()
	doc := v.Document()
	Expect(doc).NotTo(BeNil(), "the description was refused: %v", v.Err())
	paths := []string{"/", "/models/", "/search?q=a"}
	for _, o := range doc.Operations {
		paths = append(paths, "/operations/"+o.Slug)
	}
	for _, o := range doc.Webhooks {
		paths = append(paths, "/webhooks/"+o.Slug)
	}
	for _, t := range doc.Tags {
		paths = append(paths, "/tags/"+t.Slug)
	}
	for _, m := range doc.Models {
		paths = append(paths, "/models/"+m.Slug)
	}
	pages := map[string]string{}
	for _, path := range paths {
		answer := get(v, path)
		Expect(answer.Code).To(Equal(http.StatusOK), path)
		pages[path] = answer.Body.String()
	}
	return pages
}

// wholeText is the text of all pages.
func wholeText(pages map[string]string) string {
	var b strings.Builder
	for _, body := range pages {
		b.WriteString(htmltest.Parse([]byte(body)).Text())
	}
	return b.String()
}

// expectHarmless checks that nothing on pages runs, loads or leads elsewhere by
// itself, also when they are written and read once more.
func expectHarmless(pages map[string]string) {
	GinkgoHelper()
	for path, body := range pages {
		nodes := htmltest.Parse([]byte(body))
		Expect(harmful(nodes)).To(BeEmpty(), path)
		var again strings.Builder
		Expect(html.Render(&again, nodes[0])).To(Succeed())
		Expect(harmful(htmltest.Parse([]byte(again.String())))).To(BeEmpty(), "%s, read twice", path)
	}
}

// ownIcon reports whether an element is a symbol of the viewer's own controls:
// nothing but shapes in it.
func ownIcon(n *html.Node) bool {
	for child := range n.Descendants() {
		if !slices.Contains([]string{"path", "circle", "rect"}, child.Data) || len(child.Attr) == 0 {
			return false
		}
	}
	return n.Data == "svg" && htmltest.Attribute(n, "class") == "icon" && slices.Contains([]string{"a", "button", "summary", "span"}, n.Parent.Data)
}

// harmful names what runs a script or loads something.
func harmful(page htmltest.Nodes) []string {
	var found []string
	for _, n := range page.All() {
		if slices.Contains([]string{"iframe", "object", "embed", "base", "style", "svg", "math", "img", "audio", "video", "marquee", "frame", "applet"}, n.Data) && !ownIcon(n) {
			found = append(found, "<"+n.Data+">")
		}
		data := strings.HasSuffix(htmltest.Attribute(n, "type"), "json")
		colours := n.Parent.Data == "head" && n.FirstChild != nil && "<script>"+n.FirstChild.Data+"</script>" == ui.ThemeScript()
		if n.Data == "script" && !data && !colours && (n.FirstChild != nil || htmltest.Attribute(n, "src") == "") {
			found = append(found, "inline script")
		}
		if n.Data == "meta" && htmltest.Attribute(n, "http-equiv") != "" {
			found = append(found, "meta")
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || slices.Contains([]string{"style", "srcdoc", "formaction", "ping"}, a.Key) {
				found = append(found, a.Key)
			}
			if slices.Contains([]string{"href", "src", "action", "xlink:href", "data", "poster"}, a.Key) && !ours(a.Val) {
				found = append(found, a.Key+"="+a.Val)
			}
		}
	}
	return found
}

// ours reports whether an address stays in the reference or may be linked.
func ours(address string) bool {
	for _, begin := range []string{"./", "../", "#", "https://", "http://", "mailto:"} {
		if strings.HasPrefix(address, begin) {
			return true
		}
	}
	return address == "data:," || address == ""
}

// alive checks that a viewer still answers.
func alive(v *viewer.Viewer) {
	GinkgoHelper()
	Expect(get(v, "/assets/reference.css").Code).To(Equal(http.StatusOK))
}

// counter counts the steps of tasks. It is built once, when it is needed.
var counter = sync.OnceValues(func() (*worktest.Counter, error) {
	dir, err := os.MkdirTemp("", "trefoil-viewer")
	if err != nil {
		return nil, err
	}
	counterDir = dir
	return worktest.Build(context.Background(), dir)
})

var counterDir string

var _ = AfterSuite(func() {
	if counterDir != "" {
		Expect(os.RemoveAll(counterDir)).To(Succeed())
	}
})

// stepsOf counts the steps of a task with each of texts. What hangs ends with ctx.
func stepsOf(ctx context.Context, task string, texts ...string) []int {
	GinkgoHelper()
	c, err := counter()
	Expect(err).NotTo(HaveOccurred())
	steps, err := c.Steps(ctx, task, texts...)
	Expect(err).NotTo(HaveOccurred())
	return steps
}

// expectCheapToLoad checks that what a text costs to load is in proportion to its
// length, whatever it stands for.
func expectCheapToLoad(ctx context.Context, text string) {
	GinkgoHelper()
	const free, perByte = 20_000, 150
	steps := stepsOf(ctx, "load", text)
	AddReportEntry(fmt.Sprintf("%d bytes: %d steps", len(text), steps))
	Expect(steps).To(HaveExactElements(BeNumerically("<", free+perByte*len(text))))
}
