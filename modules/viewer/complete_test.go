package viewer_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = DescribeTable("All that a description says to its readers stands on its pages",
	func(ctx SpecContext, file string) {
		source, err := os.ReadFile(filepath.FromSlash(file))
		Expect(err).NotTo(HaveOccurred())
		v := start(ctx, openapi.FromContent(string(source)), viewer.WithMarkdown(mdrender.New()))
		var description any
		Expect(json.Unmarshal([]byte(got(v, "/openapi.json")), &description)).To(Succeed())
		var said sayings
		said.in(description, "", false)
		Expect(len(said)).To(BeNumerically(">", 5))

		for kind, text := range map[string]string{"HTML": crawled(v), "Markdown": plainText(got(v, "/llms-full.txt"))} {
			var lost []string
			for _, s := range said {
				if !strings.Contains(text, s.text) {
					lost = append(lost, s.place+": "+s.text)
				}
			}
			Expect(lost).To(BeEmpty(), kind)
		}
	},
	Entry("of Swagger 2.0", "openapi/testdata/library-v2.yaml"),
	Entry("of OpenAPI 3.0", "openapi/testdata/library-3.0.json"),
	Entry("of OpenAPI 3.1", "openapi/testdata/library-3.1.yaml"),
	Entry("of OpenAPI 3.2", "openapi/testdata/library-3.2.yaml"),
	Entry("of a shop of burgers", "openapi/testdata/burgershop-3.1.yaml"),
	Entry("of the pet store", "openapi/testdata/petstore.json"),
	Entry("of the pet store in Swagger 2.0", "openapi/testdata/petstore-v2.json"),
)

// got is what a viewer answers to a path.
func got(v *viewer.Viewer, path string) string {
	w := httptest.NewRecorder()
	v.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Body.String()
}

// ownPage is the path of a page about a part of the description.
var ownPage = regexp.MustCompile(`^(operations|webhooks|tags|models|components|schemas)`)

// crawled is the text of the overview and of all pages that links lead to from there.
func crawled(v *viewer.Viewer) string {
	var text strings.Builder
	queue := []string{"/"}
	for i := 0; i < len(queue); i++ {
		page := htmltest.Parse([]byte(got(v, queue[i])))
		for _, part := range []string{"main", "title"} {
			text.WriteString(plainText(page.Find(part).Exact()) + "|")
		}
		for _, link := range page.Find("a").Attributes("href") {
			path, _, _ := strings.Cut(link, "#")
			path = strings.TrimLeft(path, "./")
			if ownPage.MatchString(path) && !slices.Contains(queue, "/"+path) {
				queue = append(queue, "/"+path)
			}
		}
	}
	return text.String()
}

// saying is a text of a description: its letters and digits.
type saying struct{ place, text string }

type sayings []saying

// longestSaying is how much of a text is looked for: lists and code behind it are
// written otherwise in Markdown than on pages.
const longestSaying = 50

func (l *sayings) add(place string, value any) {
	text := plainText(fmt.Sprint(value))
	if runes := []rune(text); len(runes) > longestSaying {
		text = string(runes[:longestSaying])
	}
	if text != "" {
		*l = append(*l, saying{place, text})
	}
}

// in collects what a part of a description says: its descriptions, titles and
// summaries, names, values and examples. Names says that the members are names.
func (l *sayings) in(value any, place string, names bool) {
	switch value := value.(type) {
	case []any:
		for i, item := range value {
			l.in(item, fmt.Sprint(place, "/", i), false)
		}
	case map[string]any:
		for name, member := range value {
			at := place + "/" + name
			switch {
			case strings.HasPrefix(name, "x-"), hidden(member), name == "pathItems": // which references speak for
			case names:
				l.add(at, name)
				l.in(member, at, false)
			case name == "content" && value["schema"] != nil: // a parameter has one of them
			case strings.HasSuffix(place, "/responses"):
				l.in(member, at, false)
			case name == "description", name == "title", name == "summary", name == "pattern", name == "operationId", name == "default", name == "const":
				l.value(member, at)
			case name == "enum", name == "example", name == "examples" && isList(member):
				l.value(member, at)
			case name == "examples" || name == "mapping" || name == "scopes":
			default:
				l.in(member, at, name == "properties" || name == "patternProperties")
			}
		}
	}
}

func hidden(value any) bool {
	object, _ := value.(map[string]any)
	return object["x-internal"] == true || object["x-scalar-ignore"] == true
}

func isList(value any) bool {
	_, ok := value.([]any)
	return ok
}

// value collects the values in an example.
func (l *sayings) value(value any, place string) {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			l.add(place, name)
			l.value(member, place+"/"+name)
		}
	case []any:
		for _, item := range value {
			l.value(item, place)
		}
	case string:
		l.add(place, value)
	}
}

var (
	linkTarget = regexp.MustCompile(`\]\([^)]*\)`)
	markup     = regexp.MustCompile(`</?[a-zA-Z!][^>]*>`)
)

// plainText is a text without links, markup and all that is no letter or digit.
func plainText(text string) string {
	text = markup.ReplaceAllString(linkTarget.ReplaceAllString(text, ""), "")
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, html.UnescapeString(text))
}
