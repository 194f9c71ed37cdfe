package main

import (
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/router/internal/frameworks"
)

// goals is what the router wants to reach, in the order of the report. A goal
// of an engine that is not measured yet says so.
func goals() []goal {
	list := []goal{
		within("typed JSON GET on gin, to gin", "get", trefoilOn("gin"), rawGin, 0.87, 1),
		within("typed JSON GET with two hooks on gin, to gin with two middlewares", "hooks", trefoilOn("gin"), rawGin, 1.02, 1),
		above("empty handler on gin, above gin", "empty", trefoilOn("gin"), rawGin, 60, 0),
		above("policy Recover, above policy Exit", "empty", trefoilOn("gin")+withRecover, trefoilOn("gin"), 10, report.NoLimit),
		within("typed JSON GET on ServeMux, to ServeMux", "get", trefoilOn("ServeMux"), rawServeMux, 1.00, report.NoLimit),
		within("typed JSON GET on the own trie, to gin", "get", trefoilOn("trie"), rawGin, 0.80, report.NoLimit),
		within("typed JSON GET on gin, to huma on gin", "get", trefoilOn("gin"), humaGin, 0.45, report.NoLimit),
		within("typed JSON GET on ServeMux, to huma on ServeMux", "get", trefoilOn("ServeMux"), humaMux, 0.45, report.NoLimit),
		within("POST on gin, to gin", "post", trefoilOn("gin"), rawGin, 0.45, report.NoLimit),
		within("plain func called with reflection on gin, to gin", "get", trefoilOn("gin")+withReflect, rawGin, 1.60, report.NoLimit),
	}
	for _, e := range frameworks.Engines() {
		on := trefoilOn(e.Name)
		list = append(list,
			within("404 as problem+json on "+e.Name+", to the text of ServeMux", "404", on, rawServeMux, 0.70, report.NoLimit),
			within("405 as problem+json on "+e.Name+", to the text of ServeMux", "405", on, rawServeMux, 0.70, report.NoLimit),
			started(on),
			startedWithin(on, humaGin, 0.75),
			short(on))
	}
	return append(list,
		smaller("hello-world program on ServeMux, to net/http", trefoilOn("ServeMux"), 1.30),
		smaller("hello-world program on gin with nomsgpack, to net/http", trefoilOn("gin")+noMsgpack, 1.45),
		endToEnd("CPU per request end to end on gin, to gin in the same http.Server", trefoilOn("gin"), rawGin, 1.03),
		endToEnd("CPU per request end to end on gin as started, to gin with the same time limits", trefoilOn("gin")+withLimits, rawGin+withLimits, 1.03),
		roundTrips("a limit on Redis, when each request asks", sharedAsking, 1),
		roundTrips("a request that is repeated, on Redis", sharedReplay, 2),
		locally("a limit on Redis, far from it, above a route without", sharedFar, time.Microsecond))
}
