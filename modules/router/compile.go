package router

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
	"github.com/trefoil-go/trefoil/modules/router/internal/describe"
	"github.com/trefoil-go/trefoil/modules/router/internal/heading"
	"github.com/trefoil-go/trefoil/modules/router/internal/jsonenc"
	"github.com/trefoil-go/trefoil/modules/router/internal/match"
	"github.com/trefoil-go/trefoil/modules/router/internal/origin"
	"github.com/trefoil-go/trefoil/modules/router/internal/table"
	"github.com/trefoil-go/trefoil/modules/router/internal/trie"
)

// built is a router that serves.
type built struct {
	entries []entry
	routes  []table.Route // the entries as they were checked
	handler http.Handler
	router  *Router
	known   map[string]Flag

	description struct {
		sync.Once
		describe.Description
		err error
	}
}

// hasParam reports whether a route has a path parameter of a name.
func (b *built) hasParam(name string) bool {
	return slices.ContainsFunc(b.entries, func(e entry) bool { return slices.Contains(e.plan.params, name) })
}

// describe returns the description of the entries that are not hidden, which the first
// call writes. The error is a *TableError: tags of results are wrong. A program that asks
// for the description nowhere is linked without what writes it.
func (b *built) describe() (describe.Description, error) {
	b.description.Do(func() {
		api := describe.API{Outline: b.router.info.outline(b.router.openAPI), Types: b.router.info.Types, Flags: map[string]describe.Flag{}}
		for name, f := range b.known {
			described := describe.Flag{Description: f.Description, Security: f.Security, Scopes: f.Scopes, Optional: f.Optional, Parameters: f.Parameters, Tag: f.Tag}
			for _, a := range f.Answers {
				described.Answers = append(described.Answers, describe.Answer(a))
			}
			api.Flags[name] = described
		}
		api.Routes = make([]describe.Route, 0, len(b.entries))
		for _, e := range b.entries {
			if !e.hidden() {
				api.Routes = append(api.Routes, e.described(b.router.formats))
			}
		}
		b.description.Description = describe.Write(api)
		if found := tagMistakes(b.entries); len(found) > 0 {
			b.description.err = &TableError{found}
		}
	})
	return b.description.Description, b.description.err
}

// entry is one line of the route table.
type entry struct {
	key      string
	route    route.Route
	function *Function
	id       string // operationId
	headings headings
	plan     *plan // complete when the table has no mistakes
	begin    func() *engine.Call
}

// headings are the fields of a result that are headers and cookies, and what is wrong
// with them.
type headings struct {
	fields   heading.Fields
	mistakes []string
}

// inTable is the entry as it is checked.
func (e entry) inTable(formats *answer.Formats) table.Route {
	f := e.function
	known := table.Function{
		At: f.at, Mistakes: f.mistakes, Handler: f.handler != nil, Params: f.params, Input: f.input,
		Body: resultType(f), AnyBody: !formats.OnlyJSON(),
		Produces: f.about.produces, Form: formOf(f.result), Events: f.about.events != nil,
		PagedBy: f.pagedBy(), Pages: f.about.pagedBy != "",
		Strict: f.about.strictQuery != nil && *f.about.strictQuery,
	}
	switch {
	case f.result == nil || isOwn(f.result):
	case isStream(f.result) && f.result.Kind() != reflect.Pointer:
		known.Result = reflect.Zero(f.result).Interface().(streamResult).itemType()
	case isPage(f.result):
		known.Result = known.Body
	default:
		known.Result = f.result
	}
	if why := misplaced(f.result); why != "" {
		known.Mistakes = append(slices.Clip(known.Mistakes), why)
	}
	known.Mistakes = slices.Concat(known.Mistakes, e.headings.mistakes, f.about.limits.mistakes())
	for _, s := range f.about.Statuses {
		if !isStatus(s.Code) {
			known.Mistakes = append(known.Mistakes, fmt.Sprintf("Status: %d is no status", s.Code))
		}
	}
	return table.Route{
		Key: e.key, Group: f.of.String(), Controller: f.of.controller, Route: e.route, Function: known,
		ID: e.id, Hidden: e.hidden(),
	}
}

// formOf is how results of a type are sent.
func formOf(result reflect.Type) table.Form {
	switch {
	case result == reflect.TypeFor[Bytes]():
		return table.Bytes
	case result == reflect.TypeFor[Content]():
		return table.Content
	case result == reflect.TypeFor[Events]():
		return table.Events
	case isStream(result):
		return table.Stream
	}
	return table.Encoded
}

// described is the entry as it is described.
func (e entry) described(formats *answer.Formats) describe.Route {
	f := e.function
	return describe.Route{
		Key: e.key, Route: e.route, Prefix: f.of.prefix, ID: e.id, About: f.about.About, Handler: f.handler != nil,
		Params: f.params, Input: f.input, Loose: f.about.json.UnknownMembers, Result: e.result(formats),
	}
}

// result is the result of the entry as it is described.
func (e entry) result(formats *answer.Formats) describe.Result {
	f := e.function
	r := describe.Result{Status: http.StatusOK, Body: resultType(f), Events: f.about.events, PagedBy: f.pagedBy(), Headings: e.headings.fields}
	if r.MayBeNil = isOpen(f.result); f.result == nil {
		r.Types = formats.Offers(true)
		return r
	}
	switch zero := reflect.Zero(f.result).Interface().(type) {
	case None:
		r.Status = http.StatusNoContent
	case Bytes, Content:
		_, r.Content = zero.(Content)
		if r.Types = f.about.produces; r.Types == nil {
			r.Types = []string{"*/*"}
		}
	case Redirect:
		r.Elsewhere = true
	case createdResult:
		r.Status = http.StatusCreated
	case streamResult:
		r.Stream = zero.mediaType()
		switch item := zero.itemType(); {
		case r.Stream == ndjsonType:
			r.Item = item
		case item != reflect.TypeFor[any]():
			r.Events = []describe.Event{{Data: item}}
		}
	}
	if r.Body != nil {
		r.Types = offersOf(formats, f.result)
	}
	return r
}

func routesOf(formats *answer.Formats, entries []entry) []table.Route {
	all := make([]table.Route, len(entries))
	for i, e := range entries {
		all[i] = e.inTable(formats)
	}
	return all
}

// hidden reports whether the description leaves the entry out.
func (e entry) hidden() bool {
	_, own := e.function.handler.(*documentHandler)
	return own || e.function.about.hidden
}

// operationID names an operation by its own route and function alone, so that no
// other route changes the name.
func (e entry) operationID() string {
	f := e.function
	if f.about.id != "" {
		return describe.GroupID(f.of.names, f.about.id)
	}
	if id := describe.FunctionID(f.at); id != "" && f.handler == nil {
		return describe.GroupID(f.of.names, id)
	}
	return describe.RouteID(e.route)
}

// compiler finds every mistake before it builds.
type compiler struct {
	*Router
	entries  []entry
	mistakes []Mistake
	known    map[string]Flag // flags that are declared or hooked

	contracts map[string]comparer // by route string, of those that are checked

	// What is found out once per type.
	encoders map[reflect.Type]*jsonenc.Encoder
	headings map[reflect.Type]headings
	inputs   map[inputKey]input
}

type inputKey struct {
	reflect.Type
	bind.Rules
}

// input is how a struct is filled, and what is wrong with it.
type input struct {
	*bind.Input
	mistakes []string
}

// compile builds the table of a router.
func compile(r *Router) (*built, error) {
	c := &compiler{
		Router: r, mistakes: slices.Clone(r.mistakes),
		encoders: map[reflect.Type]*jsonenc.Encoder{}, headings: map[reflect.Type]headings{}, inputs: map[inputKey]input{},
	}
	for _, mistake := range r.check() {
		c.mistakes = append(c.mistakes, Mistake{Message: mistake})
	}
	hooks := c.hooksOfTable()
	known, found := table.Flags(c.flagsOfTable(), hooks)
	c.add(found)
	c.readFlags(known)
	for _, module := range r.controllers {
		c.readModule(module)
	}
	if r.document.path != "" {
		c.read("GET "+r.document.path, r.document.handler(r), origin.Origin{})
	}
	routes := routesOf(r.formats, c.entries)
	c.add(table.Check(routes, known, hooks))
	if c.tagMistakes != nil {
		c.mistakes = append(c.mistakes, c.tagMistakes(c.entries)...)
	}
	inner := &innermost{}
	outer := c.aroundAll(inner)
	if len(c.mistakes) > 0 {
		return nil, &TableError{c.mistakes}
	}
	c.warnUnused(table.Unused(routes, hooks))
	return c.assemble(routes, inner, outer)
}

// add keeps mistakes.
func (c *compiler) add(found []table.Mistake) {
	for _, m := range found {
		c.mistakes = append(c.mistakes, mistakeAt(m.At, m.Route, m.Message).in(m.Group, m.Controller))
	}
}

func (c *compiler) flagsOfTable() []table.Flag {
	var all []table.Flag
	for _, f := range c.flags {
		all = append(all, table.Flag{Name: f.Name, Security: f.Security, Needs: f.Needs, Whole: f.Whole, At: f.at, Mistakes: f.wrongAnswers()})
	}
	return all
}

// hooksOfTable are the hooks, and behind them the middleware of flags.
func (c *compiler) hooksOfTable() []table.Hook {
	var all []table.Hook
	for _, h := range c.hooks {
		all = append(all, table.Hook{Stage: h.point.Stage, Flag: h.point.Flag, At: h.at})
	}
	for _, m := range c.inner {
		all = append(all, table.Hook{Middleware: true, Flag: m.flag, At: m.at})
	}
	return all
}

// readFlags keeps what was declared about flags.
func (c *compiler) readFlags(known map[string]table.Flag) {
	c.known = map[string]Flag{}
	for name := range known {
		c.known[name] = Flag{Name: name}
	}
	for _, f := range c.flags {
		c.known[f.Name] = f.Flag
	}
}

// warnUnused tells about what is registered for a flag that no route carries.
func (c *compiler) warnUnused(hooks []table.Hook) {
	for _, h := range hooks {
		if h.Middleware {
			c.logger.Warn("a middleware is for a flag that no route carries", "flag", h.Flag, "middleware", h.At.String())
			continue
		}
		c.logger.Warn("a hook is for a flag that no route carries", "flag", h.Flag, "stage", string(h.Stage), "hook", h.At.String())
	}
}

func (c *compiler) readModule(module registeredController) {
	routes := module.Routes()
	first := len(c.entries)
	for _, key := range slices.Sorted(maps.Keys(routes)) {
		c.read(key, routes[key], module.at)
	}
	read := c.entries[first:]
	sort.SliceStable(read, func(i, j int) bool {
		a, b := read[i].route, read[j].route
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(methodRank(a.Method), methodRank(b.Method))) < 0
	})
}

func methodRank(method string) int {
	if i := slices.Index(route.Methods(), method); i >= 0 {
		return i
	}
	return len(route.Methods())
}

// read reads a line of the table. A function that nobody knows the place of is
// where its module was registered.
func (c *compiler) read(key string, value any, at origin.Origin) {
	e := entry{key: key, function: functionOf(value).settled()}
	if e.function.at.File == "" {
		e.function.at.File, e.function.at.Line = at.File, at.Line
	}
	group := e.function.of
	if group.misplaced != "" {
		c.mistakes = append(c.mistakes, mistakeAt(e.function.at, "", group.misplaced).in(group.String(), ""))
		return
	}
	if group.groups != nil {
		e.key = strings.TrimRight(key, " ") // which tell routes that are the same apart
	}
	var err error
	if e.route, err = route.Parse(key, c.methods...); err != nil {
		message := err.Error()
		var syntax *route.SyntaxError
		if errors.As(err, &syntax) {
			message = fmt.Sprintf("offset %d: %s", syntax.Offset, syntax.Message)
		}
		c.mistakes = append(c.mistakes, mistakeAt(e.function.at, key, message).in(group.String(), group.controller))
		return
	}
	e.id, e.headings = e.operationID(), c.headingsOf(e.function)
	if f := e.function; f.takes != nil {
		in := c.inputOf(f)
		f.input, f.mistakes = in.Input, slices.Concat(f.mistakes, in.mistakes)
	}
	e.plan = &plan{router: c.Router, key: e.key, pattern: e.route.Pattern(), route: e.route, params: e.route.Params()}
	e.begin = c.beginOf(e.plan)
	c.entries = append(c.entries, e)
}

// assemble completes the plans and lets the engine build what is within middleware.
func (c *compiler) assemble(checked []table.Route, inner *innermost, outer http.Handler) (*built, error) {
	_, wraps := c.engine.(engine.Wrapper)
	c.wrapped = wraps || len(c.middleware)+len(c.inner) > 0
	b := &built{entries: c.entries, routes: checked, router: c.Router, known: c.known}
	if c.contractsOf != nil {
		c.contracts = c.contractsOf(b)
	}
	routes := make([]*engine.Route, 0, len(c.entries))
	for _, e := range c.entries {
		c.complete(e.plan, e)
		routes = append(routes, &engine.Route{Key: e.key, Method: e.route.Method, Segments: e.route.Segments, Begin: e.begin})
	}
	routes = append(routes, headTwins(routes)...)
	h, err := c.engine.Build(routes, fallback{c.Router, trie.NewMethods(slices.Concat(routes, c.healthRoutes())), newPreflights(c.preflights(), routes)})
	if err != nil {
		return nil, &TableError{[]Mistake{{Message: "the engine cannot serve the table: " + err.Error()}}}
	}
	if len(c.middleware) > 0 {
		inner.next, h = h, outer
	}
	if c.wrapped || c.requestID != nil {
		h = outermost{c.Router, h}
	}
	b.handler = c.server.Health(h)
	return b, nil
}

// healthRoutes are what WithHealth answers before the engine is asked: their paths
// allow GET.
func (c *compiler) healthRoutes() (routes []*engine.Route) {
	for _, path := range []string{c.listen.LivePath, c.listen.ReadyPath} {
		if path == "" {
			continue
		}
		r := &engine.Route{Method: http.MethodGet}
		for text := range strings.SplitSeq(path[1:], "/") {
			r.Segments = append(r.Segments, route.Segment{Text: text})
		}
		routes = append(routes, r)
	}
	return routes
}

// preflights are what flags say about preflight requests, by the keys of routes.
func (c *compiler) preflights() map[string][]func(http.Header, *http.Request) {
	all := map[string][]func(http.Header, *http.Request){}
	for _, e := range c.entries {
		for _, name := range e.route.Flags {
			if set := c.known[name].Preflight; set != nil {
				all[e.key] = append(all[e.key], set)
			}
		}
	}
	return all
}

// headTwins are the GET routes as those that answer HEAD too, where no HEAD route has
// their path.
func headTwins(routes []*engine.Route) []*engine.Route {
	own := map[string]bool{} // shapes of the paths that have a HEAD route
	for _, r := range routes {
		if r.Method == http.MethodHead {
			own[match.Shape(r.Segments)] = true
		}
	}
	var twins []*engine.Route
	for _, r := range routes {
		if r.Method == http.MethodGet && (len(own) == 0 || !own[match.Shape(r.Segments)]) {
			twin := *r
			twin.Method = http.MethodHead
			twins = append(twins, &twin)
		}
	}
	return twins
}

// complete decides what the plan of an entry does to requests.
func (c *compiler) complete(p *plan, e entry) {
	p.function = c.strict(e)
	if p.offers = e.function.about.produces; p.offers == nil && !isOpen(e.function.result) {
		p.offers = offersOf(c.formats, e.function.result)
	}
	p.encoder = c.encoderFor(e.function)
	p.limits = e.function.about.limits.or(c.limits)
	p.contract = c.contracts[e.key]
	p.guards, p.beforeCall = c.hooksAt(core.BeforeFunctionCall, e)
	_, p.beforeRender = c.hooksAt(core.BeforeRender, e)
	_, p.beforeResponse = c.hooksAt(core.BeforeResponse, e)
	_, p.afterResponse = c.hooksAt(core.AfterResponse, e)
	p.choose(e.headings.fields)
	if c.wrapped {
		p.answer = remembering(p.answer)
	}
}

// strict returns the function of an entry, as one that refuses query parameters
// which the route does not know where that is asked for.
func (c *compiler) strict(e entry) *Function {
	strict := c.strictQuery
	if own := e.function.about.strictQuery; own != nil {
		strict = *own
	}
	if !strict || e.function.input == nil {
		return e.function
	}
	var known []string
	for _, flag := range e.route.Flags {
		if s := c.known[flag].Security; s != nil && s.In == apidoc.InQuery {
			known = append(known, s.ParameterName)
		}
		for _, p := range c.known[flag].Parameters {
			if p.In == apidoc.InQuery {
				known = append(known, p.Name)
			}
		}
	}
	f := *e.function
	f.input = f.input.Strict(known)
	return &f
}

// headingsOf reads the headings of a result once for all routes.
func (c *compiler) headingsOf(f *Function) headings {
	t := resultType(f)
	known, ok := c.headings[t]
	if !ok {
		known.fields, known.mistakes = heading.Compile(t)
		c.headings[t] = known
	}
	return known
}

// inputOf finds out once for all routes how a struct is filled.
func (c *compiler) inputOf(f *Function) input {
	key := inputKey{f.takes, f.about.json}
	known, ok := c.inputs[key]
	if !ok {
		known.Input, known.mistakes = f.reads(f.takes, f.about.json)
		c.inputs[key] = known
	}
	return known
}

// encoderFor compiles the encoder of a result once for all routes.
func (c *compiler) encoderFor(f *Function) *jsonenc.Encoder {
	if f.kind != kindValue {
		return nil
	}
	known, ok := c.encoders[f.result]
	if !ok {
		known = jsonenc.For(f.result)
		c.encoders[f.result] = known
	}
	return known
}

func (c *compiler) hooksAt(stage core.Stage, e entry) ([]GuardFunc, []HookFunc) {
	return functionsOf(hooksFor(c.hooks, stage, e.route.Flags))
}
