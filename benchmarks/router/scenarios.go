package main

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/frameworks"
	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
	"github.com/trefoil-go/trefoil/modules/router"
)

// The names of the variants that goals refer to; trefoilOn gives the others.
const (
	rawGin      = "gin"
	rawServeMux = "ServeMux"
	humaGin     = "huma on gin"
	humaMux     = "huma on ServeMux"

	withRecover = ", policy Recover"
	withHandler = ", http.Handler"
	withReflect = ", plain func"
)

func trefoilOn(engine string) string { return "trefoil on " + engine }

const (
	userJSON    = `{"id":7,"name":"Ada Lovelace","email":"ada@example.com","active":true}`
	newUserJSON = `{"name":"Ada Lovelace","email":"ada@example.com","age":36,"city":"London","country":"GB"}`
)

func scenarios() []scenario {
	return []scenario{empty(), jsonGet(), hooked(), post(), refused(), large(), five(), stream(), notFound(), wrongMethod()}
}

func empty() scenario {
	raw := router.Controllers{"GET /empty/:id": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = r.PathValue("id")
		w.WriteHeader(http.StatusNoContent)
	})}
	variants := everyFramework()
	for _, e := range frameworks.Engines() {
		variants = append(variants,
			trefoil(e, withRecover, nil, router.WithPanicPolicy(router.Recover)),
			trefoil(e, withHandler, raw))
	}
	return scenario{
		name: "empty", title: "Empty handler, one path parameter", base: rawGin,
		note:     "Nothing is rendered: what is left is the cost of the framework.",
		request:  get("/empty/7"),
		answer:   answer{status: http.StatusNoContent},
		variants: variants,
	}
}

func jsonGet() scenario {
	plain := router.Controllers{"GET /users/:id": frameworks.Show}
	variants := everyFramework()
	for _, e := range frameworks.Engines() {
		variants = append(variants, trefoil(e, withReflect, plain))
	}
	return scenario{
		name: "get", title: "Typed JSON GET, one path parameter", base: rawGin,
		note:     "An integer from the path, a struct of four fields as the answer.",
		request:  get("/users/7"),
		answer:   answer{http.StatusOK, sameJSON, userJSON},
		variants: variants,
	}
}

func hooked() scenario {
	both := map[string]string{frameworks.TenantHeader: "t", frameworks.TokenHeader: "t"}
	one := map[string]string{frameworks.TenantHeader: "t"}
	other := map[string]string{frameworks.TokenHeader: "t"}
	guarded := func(header map[string]string) measure.Request {
		return measure.Request{Method: http.MethodGet, Path: "/guarded/7", Header: header}
	}
	return scenario{
		name: "hooks", title: "Typed JSON GET with two hooks or middlewares", base: rawGin,
		note:     "Each reads a header of the request and calls what is behind it.",
		request:  guarded(both),
		answer:   answer{http.StatusOK, sameJSON, userJSON},
		rejects:  []measure.Request{guarded(nil), guarded(one), guarded(other)},
		variants: everyFramework(),
	}
}

func post() scenario {
	create := func(body string) measure.Request {
		return measure.Request{Method: http.MethodPost, Path: "/users", Body: body}
	}
	return scenario{
		name: "post", title: "POST: decode, validate, render", base: rawGin,
		note:    "Five JSON fields with limits on all of them; a struct of four fields as the answer.",
		request: create(newUserJSON),
		answer:  answer{http.StatusCreated, sameJSON, userJSON},
		rejects: []measure.Request{
			create(`{"name":"A","email":"ada@example.com","age":36,"city":"London","country":"GB"}`),
			create(`{"name":"Ada Lovelace","email":"ada","age":36,"city":"London","country":"GB"}`),
			create(`{"name":"Ada Lovelace","email":"ada@example.com","age":-1,"city":"London","country":"GB"}`),
			create(`{"name":"Ada Lovelace","email":"ada@example.com","age":36,"city":"London","country":"GBR"}`),
			create(`{"name":7,"email":"ada@example.com","age":36,"city":"London","country":"GB"}`),
		},
		variants: everyFramework(),
	}
}

func refused() scenario {
	return scenario{
		name: "422", title: "POST that breaks three rules", base: rawGin,
		note:    "A name too short, a number too small and a country too long, answered in each framework's own words; trefoil and huma name every fault.",
		request: measure.Request{Method: http.MethodPost, Path: "/users", Body: `{"name":"A","email":"ada@example.com","age":-1,"city":"London","country":"GBR"}`},
		answer:  answer{status: http.StatusUnprocessableEntity, body: anything}, variants: everyFramework(),
	}
}

// allUsers is the list as JSON.
func allUsers() string {
	text, err := json.Marshal(frameworks.Many)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func large() scenario {
	text := allUsers()
	return scenario{
		name: "large", title: "A thousand structs as JSON", base: rawGin,
		note:     fmt.Sprintf("A list of %d kB.", len(text)>>10),
		request:  get("/users"),
		answer:   answer{http.StatusOK, sameJSON, text},
		variants: everyFramework(),
	}
}

func five() scenario {
	return scenario{
		name: "five", title: "Five path parameters", base: rawGin,
		note:     "Five strings from the path, answered as JSON; trefoil reads them into a struct with `router.In`.",
		request:  get("/five/one/two/three/four/five"),
		answer:   answer{http.StatusOK, sameJSON, `{"a":"one","b":"two","c":"three","d":"four","e":"five"}`},
		variants: everyFramework(),
	}
}

func stream() scenario {
	return scenario{
		name: "stream", title: "Server-sent events", base: rawServeMux, events: len(frameworks.Many),
		note: fmt.Sprintf("The figures are of one event of %d in a stream: a struct of four fields as JSON, flushed by itself. "+
			"ServeMux, chi and echo write it by hand, the others with what they have for it; huma and trefoil bound each write by a deadline.", len(frameworks.Many)),
		request:  get("/stream"),
		answer:   answer{http.StatusOK, sameEvents, allUsers()},
		variants: everyFramework(),
	}
}

func notFound() scenario {
	return scenario{
		name: "404", title: "404", base: rawServeMux,
		note:     "Every framework's own answer: text, JSON of echo, problem+json with a request id of trefoil.",
		request:  get("/nothing/here"),
		answer:   answer{status: http.StatusNotFound, body: anything},
		variants: everyMatcher(false),
	}
}

func wrongMethod() scenario {
	return scenario{
		name: "405", title: "405", base: rawServeMux,
		note:     "As for 404, and the header Allow; gin is asked for it with `HandleMethodNotAllowed`.",
		request:  measure.Request{Method: http.MethodDelete, Path: "/users/7"},
		answer:   answer{status: http.StatusMethodNotAllowed, body: anything},
		variants: everyMatcher(true),
	}
}

func get(path string) measure.Request { return measure.Request{Method: http.MethodGet, Path: path} }

// everyFramework serves the API with everything that is compared.
func everyFramework() []variant {
	return append([]variant{
		{humaGin, ready(frameworks.HumaGin())},
		{humaMux, ready(frameworks.HumaServeMux())},
	}, everyMatcher(false)...)
}

// everyMatcher leaves out what lets another framework answer 404 and 405.
func everyMatcher(methodNotAllowed bool) []variant {
	variants := []variant{
		{rawGin, ready(frameworks.Gin(methodNotAllowed))},
		{rawServeMux, ready(frameworks.ServeMux())},
		{"chi", ready(frameworks.Chi())},
		{"echo", ready(frameworks.Echo())},
	}
	for _, e := range frameworks.Engines() {
		variants = append(variants, trefoil(e, "", nil))
	}
	return variants
}

func trefoil(e frameworks.Engine, with string, replaced router.Controllers, opts ...router.Option) variant {
	return variant{trefoilOn(e.Name) + with, frameworks.Trefoil(e, replaced, opts...).Handler}
}
