package match_test

import (
	"math/rand/v2"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/enginetest"
	"github.com/trefoil-go/trefoil/modules/router/internal/match"
)

// segmentForms are segments of every kind, some of which differ in names only.
var segmentForms = []string{"", "a", "b", ":x", ":y", ":x.json", ":y.json", "a:x", "v:x-:y", "v:y-:z", `a\:b`, "*x", "*y"}

// paths are all of one and two segments, and some of three.
func paths() []string {
	var all []string
	for _, first := range segmentForms {
		all = append(all, "/"+first)
		if first == "" || first[0] == '*' {
			continue
		}
		for _, second := range segmentForms {
			all = append(all, "/"+first+"/"+second)
		}
	}
	all = append(all, "/a/:x/b", "/:x/a/b", "/:y/a/b", "/a/b/*x", "/a/:x/*y", "/:y/b/:x")
	return slices.DeleteFunc(all, func(path string) bool {
		_, err := route.Parse("GET " + path)
		return err != nil
	})
}

var _ = Describe("The shape of a path", func() {
	It("is that of the paths that are the same, and of no other", func() {
		for _, a := range paths() {
			for _, b := range paths() {
				one, other := route.MustParse("GET "+a).Segments, route.MustParse("GET "+b).Segments
				same := match.Compare(one, other) == match.Same

				Expect(match.Shape(one) == match.Shape(other)).To(Equal(same), "%s and %s", a, b)
			}
		}
	})

	It("has no names", func() {
		Expect(match.Shape(route.MustParse("GET /teams/:team/v:major.:minor/*rest").Segments)).To(Equal("/teams/{}/v{}.{}/*"))
	})
})

var _ = Describe("What is left for an engine", func() {
	isMixed := func(r *engine.Route) bool {
		return slices.ContainsFunc(r.Segments, func(s route.Segment) bool { return s.Kind == route.Mixed })
	}

	It("is what is meant without those that cross and those that it cannot serve", func() {
		random := rand.New(rand.NewPCG(1, 1))
		for range 300 {
			var keys []string
			all := paths()
			for _, i := range random.Perm(len(all))[:12] {
				keys = append(keys, []string{"GET ", "POST "}[random.IntN(2)]+all[i])
			}
			routes := enginetest.Routes(keys...)

			Expect(keysOf(match.Without(routes, isMixed))).To(Equal(keysOf(comparedByPairs(routes, isMixed))), "%q", keys)
		}
	})

	It("is all of a table whose paths differ in literals", func() {
		routes := enginetest.Routes("GET /a/:x", "GET /b/:x", "GET /a", "POST /a/:x")

		Expect(match.Without(routes, isMixed)).To(Equal(routes))
	})
})

// comparedByPairs is Without by its definition.
func comparedByPairs(routes []*engine.Route, cannot func(*engine.Route) bool) []*engine.Route {
	out := map[*engine.Route]bool{}
	related := func(a, b *engine.Route, how match.Relation) bool {
		return a.Method == b.Method && match.Compare(a.Segments, b.Segments) == how
	}
	for _, a := range routes {
		out[a] = cannot(a) || slices.ContainsFunc(routes, func(b *engine.Route) bool { return related(a, b, match.Crossing) })
	}
	for range routes {
		for _, r := range routes {
			out[r] = out[r] || slices.ContainsFunc(routes, func(gone *engine.Route) bool { return out[gone] && related(gone, r, match.Narrower) })
		}
	}
	return slices.DeleteFunc(slices.Clone(routes), func(r *engine.Route) bool { return out[r] })
}

func keysOf(routes []*engine.Route) []string {
	keys := []string{}
	for _, r := range routes {
		keys = append(keys, r.Key)
	}
	return keys
}
