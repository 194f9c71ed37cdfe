package search_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
)

// updateGolden is the environment variable that writes the table anew.
const updateGolden = "TREFOIL_UPDATE_GOLDEN"

// tableDir holds an index as an export writes it, and what a server answers to
// queries. The unit tests of the scripts compare the search of an exported
// reference with it, see searchindex.test.ts.
var tableDir = filepath.Join("..", "..", "ui", "search", "testdata")

// queries are those that both searches answer alike.
var queries = []string{
	"create planet", "book_trip", "booktrip", "trip book", "stardust waits", "round things", "journeys", "pagination", "quasartoken", "among planets",
	"myPlanets", "crew/list", "crew list", "per_page", "perPage", "breadcrumb", "bymass", "exclusiveMaximum 77", "zulu-name", "seats", "passenger.login", "gravity", "pressureBar", "newtons",
	"helium", "409", "heavenly duplicate", "X-Total-Count", "application/vnd.planet+json", "marsupilami", "reddish", "harbour master", "orbital",
	"wormhole andromeda", "cooled", "callbackUrl", "star exploded", "lonely",
	"hidden zebra", "hiddenOperation", "secretSwitch", "secretCore",
	"delte planet", "deleet planet", "delate planet", "planeet create", "marsuplami", "planets mine", "list planet", "my planet", "cre pla", "supilami",
	"POST planets", "planet", "list planets", "get a planet", "/planets/{planetId}",
	"method:delete", "method:delete,post", "tag:trips", `kind:operation tag:"Journeys"`, "deprecated:yes", "deprecated:no method:get tag:planets",
	"auth:none", "auth:oauth", "auth:oauth2", "path:export", "kind:webhook", "kind:model", "kind:tag", "status:404", "status:4xx", "in:header", "in:body",
	"method:get mine", "method:get tag:planets status:404 auth:none", "METHOD:Delete", "colour:planet",
	"", "?!", "quagga", "planet quagga", "exclusiveMaximum 78",
	"GET /v1/planets/7", "GET /planets/7", "GET /gateway/api/planets/7", "delete /planets/7", "DELETE /v1/planets/7 HTTP/1.1\r\nHost: api.example.com",
	"GET /v1/planets/mine", "GET /v1/planets?per_page=3&sort=all", "GET /planets/7/export.json", "GET /planets/a%2Fb",
	"https://api.example.com/v1/planets/7?x=1#y", "http://127.0.0.1:8080/trips", "curl https://api.example.com/v1/planets/7",
	"curl -X DELETE 'https://api.example.com/v1/planets/7' -H 'Accept: a/b'", "curl -sXDELETE https://api.example.com/v1/planets/7",
	`curl https://api.example.com/v1/planets -H "Content-Type: application/json" -d '{"name": "x y"}'`,
	"curl --request POST \\\n  --url https://api.example.com/v1/trips \\\n  --data '{}'", "curl --request=DELETE --url=https://api.example.com/v1/planets/7",
	"curl api.example.com/v1/planets/mine", "curl -s -H 'Accept: a/b' localhost:8080/v1/planets/7", "curl -X delete 'api.example.com/v1/planets/7'",
	"curl -I https://api.example.com/v1/planets/7", "curl", "curl -X GET",
	`{"passenger": {"login": "x", "seats": 3}}`, `{"name": "x", "gravity": 3}`, `[{"cardNumber": "1", "expiresAt": "2020-01-01"}]`,
}

// answered is what a server answers to a query.
type answered struct {
	Query   string   `json:"query"`
	Total   int      `json:"total"`
	Results []string `json:"results"` // kind, path and title
}

var _ = Describe("The table that the search of an exported reference is compared with", func() {
	It("holds what the server answers, in its order", func() {
		x := whole(search.Options{})
		var table []answered
		for _, query := range queries {
			found := x.Find(query, 50)
			a := answered{query, found.Total, []string{}}
			for _, r := range found.Results {
				a.Results = append(a.Results, string(r.Kind)+" "+r.Path+" "+r.Title)
			}
			table = append(table, a)
		}
		var text bytes.Buffer
		e := json.NewEncoder(&text)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		Expect(e.Encode(table)).To(Succeed())

		Expect(kept("queries.json", text.Bytes())).To(Equal(text.String()))
		index := append(staticIndex(search.Options{}), '\n')
		Expect(kept("index.json", index)).To(Equal(string(index)))
	})
})

// kept is what a file of the table holds.
func kept(name string, data []byte) string {
	GinkgoHelper()
	file := filepath.Join(tableDir, name)
	if os.Getenv(updateGolden) != "" {
		Expect(os.WriteFile(file, data, 0o644)).To(Succeed())
	}
	text, err := os.ReadFile(file)
	Expect(err).NotTo(HaveOccurred(), "with %s=1 the files are written anew", updateGolden)
	return string(text)
}
