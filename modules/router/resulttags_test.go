package router_test

import (
	"context"
	"errors"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
)

// station has a bound that is no number.
type station struct {
	Name  string `json:"name" maxLength:"many"`
	Lines []struct {
		Number int `json:"number,string" multipleOf:"2"`
	} `json:"lines"`
}

func stationOf(*router.Context) (station, error) { return station{}, nil }

var _ = Describe("The tags of a result", func() {
	const wrong = `router_test\.station: field Name: maxLength`

	DescribeTable("are mistakes of the table",
		func(fn any) {
			f := newFixture(router.WithEnvironment(router.Test))
			register(f, "GET /station", fn)

			Expect(f.mistakes()).To(ConsistOf(MatchRegexp(wrong), ContainSubstring("field Number: no description has multipleOf")))
		},
		Entry("of a function", router.F0(stationOf)),
		Entry("of a plain function", stationOf),
		Entry("of a list", router.F0(func(*router.Context) ([]*station, error) { return nil, nil })),
		Entry("inside of others", router.F0(func(*router.Context) (map[string]router.Opt[station], error) { return nil, nil })),
		Entry("of what was made", router.F0(func(*router.Context) (router.Created[station], error) { return router.Created[station]{}, nil })),
		Entry("of a page", router.F0(func(*router.Context) (router.Page[station], error) { return router.Page[station]{}, nil })),
		Entry("of lines", router.F0(func(*router.Context) (router.Stream[station], error) { return nil, nil })),
		Entry("of events", router.F0(func(*router.Context) (router.EventsOf[station], error) { return nil, nil })),
		Entry("of named events", router.With(router.F0(func(*router.Context) (router.Events, error) { return nil, nil }), router.EventType[station]("s"))),
	)

	DescribeTable("are no mistakes where nothing describes them",
		func(fn any, settings ...router.Setting) {
			f := newFixture(router.WithEnvironment(router.Test))
			register(f, "GET /station", router.With(fn, settings...))

			_, err := f.Handler()
			Expect(err).NotTo(HaveOccurred())
		},
		Entry("of a hidden route", router.F0(stationOf), router.Hidden()),
		Entry("of a type that writes itself", router.F0(func(*router.Context) (spoken, error) { return spoken{}, nil })),
	)

	It("are told in production where the description is served", func() {
		r := router.New(router.WithDocument("/openapi.json"))
		r.Register(router.Controllers{"GET /station": router.F0(stationOf)})

		_, err := r.Handler()

		Expect(err).To(MatchError(MatchRegexp(wrong)))
	})

	It("are told in production where a controller serves the description", func() {
		r := router.New()
		r.Register(router.Controllers{"GET /station": router.F0(stationOf), "GET /openapi.json": r.DocumentHandler()})

		_, err := r.Handler()

		Expect(err).To(MatchError(MatchRegexp(wrong)))
	})

	It("are told in production when the description is asked for", func() {
		r := router.New()
		r.Register(router.Controllers{"GET /station": router.F0(stationOf)})
		Expect(r.Handler()).Error().NotTo(HaveOccurred())

		_, err := r.Load(context.Background())

		spec, ok := errors.AsType[*core.SpecError](err)
		Expect(ok).To(BeTrue(), "%v", err)
		Expect(spec).To(MatchError(MatchRegexp(wrong)))
		Expect(errors.As(err, new(*router.TableError))).To(BeTrue())
	})
})

// spoken writes itself, so that its fields are no members.
type spoken struct {
	Text string `json:"text" maxLength:"many"`
}

func (s spoken) MarshalText() ([]byte, error) { return []byte(s.Text), nil }
