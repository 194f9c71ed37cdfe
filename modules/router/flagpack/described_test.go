package flagpack_test

import (
	"maps"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

// responsesOf are those of the only path, by method and status, each with the names of
// its headers.
func (f *fixture) responsesOf(method string) map[string]string {
	GinkgoHelper()
	doc := f.description()
	all := map[string]string{}
	op := doc["paths"].(map[string]any)["/x"].(map[string]any)[method].(map[string]any)
	for status, r := range op["responses"].(map[string]any) {
		response := r.(map[string]any)
		if ref, ok := response["$ref"].(string); ok {
			name := strings.TrimPrefix(ref, "#/components/responses/")
			response = doc["components"].(map[string]any)["responses"].(map[string]any)[name].(map[string]any)
		}
		headers, _ := response["headers"].(map[string]any)
		all[status] = strings.Join(slices.Sorted(maps.Keys(headers)), " ")
	}
	return all
}

var _ = Describe("The description of a flag", func() {
	key := router.NewKey[string]("user")
	accept := func(*router.Context, string) (string, error) { return "Ida", nil }
	state7 := func(*router.Context) (flagpack.State, error) { return flagpack.State{}, nil }
	by := func(*router.Context) string { return "" }
	idempotent := flagpack.IdempotentOptions{Blobs: state.NewMemoryBlobs(state.MemoryOptions{}), By: by}

	DescribeTable("has what it answers with, and the headers that it sets",
		func(pack router.Pack, method string, want map[string]string) {
			f := newFixture()
			f.Install(pack)
			f.register(strings.ToUpper(method)+" F /x", router.F0(func(*router.Context) (int, error) { return 0, nil }))

			Expect(f.responsesOf(method)).To(Equal(want))
		},
		Entry("of Bearer", flagpack.Bearer("F", key, accept), "get",
			map[string]string{"200": "", "401": "WWW-Authenticate", "403": "", "default": ""}),
		Entry("of Cache, which is for reading", flagpack.Cache("F", flagpack.CacheOptions{}), "get",
			map[string]string{"200": "Cache-Control ETag", "304": "Cache-Control ETag", "default": ""}),
		Entry("of Cache that has nothing to do", flagpack.Cache("F", flagpack.CacheOptions{}), "put",
			map[string]string{"200": "", "default": ""}),
		Entry("of Match", flagpack.Match("F", state7, flagpack.MatchOptions{Required: true}), "put",
			map[string]string{"200": "", "412": "", "428": "", "default": ""}),
		Entry("of Match, which demands no condition of a read", flagpack.Match("F", state7, flagpack.MatchOptions{Required: true}), "get",
			map[string]string{"200": "", "412": "", "default": ""}),
		Entry("of Limit", flagpack.Limit("F", flagpack.LimitOptions{Rate: 1}), "get",
			map[string]string{"200": "", "429": "Retry-After", "default": ""}),
		Entry("of Limit that tells how many are left", flagpack.Limit("F", flagpack.LimitOptions{Rate: 1, Headers: true}), "get",
			map[string]string{"200": "RateLimit RateLimit-Policy", "429": "RateLimit RateLimit-Policy Retry-After", "default": "RateLimit RateLimit-Policy"}),
		Entry("of Idempotent", flagpack.Idempotent("F", idempotent), "post",
			map[string]string{
				"200": "Idempotent-Replayed", "400": "Idempotent-Replayed", "409": "Idempotent-Replayed Retry-After", "422": "Idempotent-Replayed",
				"503": "Idempotent-Replayed Retry-After", "default": "Idempotent-Replayed",
			}),
		Entry("of ServerCache", flagpack.NewServerCache("F", flagpack.ServerCacheOptions{Blobs: idempotent.Blobs, MaxAge: time.Second}).Install, "get",
			map[string]string{"200": "", "default": ""}),
	)
})
