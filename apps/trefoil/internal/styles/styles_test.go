package styles_test

import (
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/trefoil/internal/styles"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = Describe("The declarations of all styles of parameters", func() {
	var (
		client *restclient.Client
		sent   *http.Request
	)

	BeforeEach(func() {
		source, err := openapi.FromFile("styles.yaml")
		Expect(err).NotTo(HaveOccurred())
		server, err := mock.New(source)
		Expect(err).NotTo(HaveOccurred())
		transport := httptransport.InProcess(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			sent = r
			server.ServeHTTP(w, r)
		}))
		DeferCleanup(transport.Wait)
		client, err = restclient.New(transport, restclient.WithBaseURL("http://styles.test"))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(client.Close)
	})

	// What does not fit the description is refused by the mock.

	It("send a query", func(ctx SpecContext) {
		_, err := restclient.Fetch(client.Context(ctx), styles.GetQuery, styles.GetQueryArgs{
			Exploded: []int{1, 2}, Commas: []string{"a,b", "c"}, Spaces: []int{3, 4}, Pipes: []string{"x", "y"},
			Color: styles.GetQueryColor{R: new(1), Name: "red"}, Shade: styles.GetQueryColor{G: new(2)}, Labels: map[string]int{"a": 1, "b": 2},
			Free: map[string]string{"any": "thing"}, Link: "https://a.test/b?c", Where: `{"a":1}`,
			Filter: styles.GetQueryFilter{State: "open", Tags: []string{"p", "q"}, Price: styles.GetQueryFilterPrice{Min: new(0.5)}},
		})

		Expect(err).NotTo(HaveOccurred())
		Expect(sent.URL.RawQuery).To(Equal("R=1&commas=a%2Cb,c&exploded=1&exploded=2&filter%5Bprice%5D%5Bmin%5D=0.5&filter%5Bstate%5D=open&filter%5Btags%5D%5B%5D=p&filter%5Btags%5D%5B%5D=q" +
			"&any=thing&labels=a,1,b,2&link=https://a.test/b?c&name=red&pipes=x%7Cy&shade=G,2&spaces=3%204&where=%7B%22a%22%3A1%7D"))
	})

	It("send headers and cookies", func(ctx SpecContext) {
		_, err := restclient.Fetch(client.Context(ctx), styles.GetHeaders, styles.GetHeadersArgs{
			XTrace: "t", XLevel: new(0), XIDs: []int{1, 2}, XColor: styles.GetQueryColor{R: new(1), Name: "red"}, XShade: styles.GetQueryColor{G: new(2), Name: "blue"},
			Theme: styles.ThemeDark, Sizes: []int{3, 4},
		})

		Expect(err).NotTo(HaveOccurred())
		Expect(sent.Header).To(And(HaveKeyWithValue("X-Trace", []string{"t"}), HaveKeyWithValue("X-Level", []string{"0"}), HaveKeyWithValue("X-Ids", []string{"1,2"}),
			HaveKeyWithValue("X-Color", []string{"R,1,name,red"}), HaveKeyWithValue("X-Shade", []string{"G=2,name=blue"}), HaveKeyWithValue("Cookie", []string{"theme=dark; sizes=3,4"})))
	})

	It("send a path in the style simple", func(ctx SpecContext) {
		_, err := restclient.Fetch(client.Context(ctx), styles.GetSimple, styles.GetSimpleArgs{ID: "a,b", IDs: []string{"x/y", "z"}, Color: styles.GetQueryColor{R: new(1)}, Shade: styles.GetQueryColor{R: new(1), G: new(2)}})

		Expect(err).NotTo(HaveOccurred())
		Expect(sent.URL.EscapedPath()).To(Equal("/simple/a%2Cb/x%2Fy,z/R,1/R=1,G=2"))
	})

	It("send a path in the style label", func(ctx SpecContext) {
		_, err := restclient.Fetch(client.Context(ctx), styles.GetLabel, styles.GetLabelArgs{ID: 5, IDs: []string{"a", "b"}, Parts: []int{1, 2}, Color: styles.GetQueryColor{R: new(1), G: new(2)}})

		Expect(err).NotTo(HaveOccurred())
		Expect(sent.URL.EscapedPath()).To(Equal("/label/.5/.a,b/.1.2/.R=1.G=2"))
	})

	It("send a path in the style matrix", func(ctx SpecContext) {
		_, err := restclient.Fetch(client.Context(ctx), styles.GetMatrix, styles.GetMatrixArgs{ID: "a", IDs: []int{3, 4}, Parts: []int{1, 2}, Color: styles.GetQueryColor{R: new(1)}, Shade: styles.GetQueryColor{R: new(1), G: new(2)}})

		Expect(err).NotTo(HaveOccurred())
		Expect(sent.URL.EscapedPath()).To(Equal("/matrix/;id=a/;ids=3,4/;parts=1;parts=2/;color=R,1/;R=1;G=2"))
	})

	It("name an entity in a style", func(ctx SpecContext) {
		thing, err := styles.Things.On(client).Get(ctx, styles.ThingKey{ID: 7})

		Expect(err).NotTo(HaveOccurred())
		Expect(thing.ID).To(Equal(7))
		Expect(sent.URL.EscapedPath()).To(Equal("/things/.7"))
	})
})
