package router

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/negotiate"
	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
	"github.com/trefoil-go/trefoil/modules/router/internal/content"
	"github.com/trefoil-go/trefoil/modules/router/internal/failure"
	"github.com/trefoil-go/trefoil/modules/router/internal/jsonenc"
)

var (
	errNoAnswer = errors.New("a hook ended the request without an answer: it calls next, returns an error, renders or writes")
	errGoexit   = errors.New("the function or a hook has ended the goroutine of the request with runtime.Goexit, as FailNow of a test does")
)

// exchange serves one request after the other: what is kept between them is
// here, what is of one request is its state. Exchanges are pooled: only Contexts,
// of which every request has one of its own, are handed to applications.
type exchange struct {
	state

	router *Router
	call   engine.Call // its Values are decoded when the function is called

	// The hooks of beforeFunctionCall, beforeRender and beforeResponse, the last
	// around what the router sends and before what the controller does.
	function, render, respond, announce chain

	buffer  []byte       // for the body of the response
	early   []headerLine // for the headers of a response that is held back
	held    []byte       // for the beginning of its body
	open    []io.Closer  // the data of Contents, that of results which were replaced too
	handles *[handlesAtOnce]Context
	handed  uint // of the handles, how many
}

// maxKept is how large a buffer may be to be kept for another request, in bytes.
const maxKept = 64 << 10

// handlesAtOnce is how many Contexts one allocation makes.
const handlesAtOnce = 256

func newExchange(r *Router) *exchange {
	x := &exchange{router: r, handed: handlesAtOnce}
	x.call.Serve = func(w http.ResponseWriter, r *http.Request) { x.serve(w, r) }
	x.function.init(callInHooks)
	x.render.init(encodeResult)
	x.respond.init(writeAnswer)
	x.announce.init(func(*Context) error { return nil })
	return x
}

// serve answers one request. All that happens to it is here and in handle, in
// this order; the values of the path are still escaped.
func (x *exchange) serve(w http.ResponseWriter, r *http.Request) {
	r.Pattern = x.plan.pattern
	c := x.begin(w, r)
	x.plan.answer(x, c)
	if hooks := x.plan.afterResponse; len(hooks) > 0 {
		x.finish(c, hooks)
	}
	if x.err != nil {
		x.endFailed(c)
		return
	}
	x.end(c)
}

// respondTo sends the response to one request, or that to its error.
func (x *exchange) respondTo(c *Context) {
	if err := x.handle(c); err != nil {
		x.fail(c, err)
	}
	x.writer.pass()
	x.writer.complete()
}

// handle takes the request to its response. Panics of the function, of hooks and
// of values that encode themselves come back as errors.
func (x *exchange) handle(c *Context) (err error) {
	err = errGoexit // unless it returns or panics
	defer x.catch(c, &err)
	if err := x.decode(); err != nil {
		return err
	}
	if err := x.accept(); err != nil {
		return err
	}
	for _, guard := range x.plan.guards {
		if err := guard(c); err != nil {
			return err
		}
	}
	if err := x.plan.invoke(x, c); err != nil {
		return err
	}
	if x.writer.begun() {
		return x.writer.failed
	}
	if err := x.plan.encode(x, c); err != nil {
		return err
	}
	if x.writer.begun() {
		return x.writer.failed
	}
	return x.plan.send(x, c)
}

// begin returns the Context of the request.
func (x *exchange) begin(w http.ResponseWriter, r *http.Request) *Context {
	if x.handed == handlesAtOnce {
		x.handles, x.handed = new([handlesAtOnce]Context), 0
	}
	c := &x.handles[x.handed%handlesAtOnce]
	x.handed++
	c.x, c.plan, x.request = x, x.plan, r
	x.writer.ResponseWriter, x.writer.x, x.writer.c = w, x, c
	if r.Method == http.MethodHead {
		x.writer.head = &headBody{}
	}
	return c
}

// decode decodes the values of the path in place.
func (x *exchange) decode() error {
	for i := range x.plan.params {
		if strings.IndexByte(x.call.Values[i], '%') < 0 {
			continue
		}
		decoded, err := bind.Decode(x.plan.params[i], x.call.Values[i])
		if err != nil {
			x.call.Values = engine.Values{}
			return err
		}
		x.call.Values[i] = decoded
	}
	return nil
}

// accept refuses a request whose Accept excludes all that the route is known to offer.
func (x *exchange) accept() error {
	if offers := x.plan.offers; offers != nil && negotiate.Best(x.request.Header["Accept"], offers) == "" {
		return answer.NotAcceptable(offers)
	}
	return nil
}

// invoke calls the controller function, with no hook around it that would see it panic.
func (x *exchange) invoke(c *Context) error {
	x.stage = calling
	err := x.plan.function.call(c)
	x.stage = called
	return err
}

// invokeInHooks is invoke inside the hooks of beforeFunctionCall.
func (x *exchange) invokeInHooks(c *Context) error {
	return x.function.run(c, x.plan.beforeCall)
}

// callInHooks calls the controller function. Its panics come back as errors, so
// that hooks see them.
func callInHooks(c *Context) (err error) {
	c.x.stage = called
	defer func() {
		if v := recover(); v != nil {
			err = c.x.functionPanicked(v)
		}
	}()
	return c.plan.function.call(c)
}

// encode makes the response of the result.
func (x *exchange) encode(c *Context) error {
	x.answer.Status = http.StatusOK
	kind := c.plan.function.kind
	if x.source == setResult || kind == kindValue && !x.router.formats.OnlyJSON() {
		kind = kindUnknown
	}
	var err error
	switch kind {
	case kindNone:
		x.answer.Status = http.StatusNoContent
	case kindValue:
		err = x.encodeTyped(c.plan.encoder)
	default:
		err = x.encodeUnknown(x.value())
	}
	if err == nil {
		x.stage = encoded
	}
	return err
}

// encodeTyped encodes a result of the type of the function.
func (x *exchange) encodeTyped(encoder *jsonenc.Encoder) error {
	var body []byte
	var err error
	if x.source == typedResult {
		body, err = encoder.AppendAt(x.buffer[:0], x.result)
	} else {
		body, err = encoder.AppendAlone(x.buffer[:0], x.result)
	}
	if err != nil {
		return fmt.Errorf("encode %T: %w", x.result, err)
	}
	x.buffer = body
	x.answer.MediaType, x.answer.Body = answer.JSON, body
	return nil
}

// encodeUnknown encodes a value of which only its type says what it is.
func (x *exchange) encodeUnknown(value any) error {
	if made, ok := value.(createdResult); ok && !isNil(value) {
		x.answer.Status = http.StatusCreated
		var location string
		if location, value = made.created(); location != "" {
			x.answer.add("Location", inASCII(location))
		}
	}
	if _, none := value.(None); none || isNil(value) {
		if x.answer.Status == http.StatusOK {
			x.answer.Status = http.StatusNoContent
		}
		return nil
	}
	switch v := value.(type) {
	case *Content:
		return x.encodeUnknown(*v)
	case Content:
		x.stream = v
		return v.place(&x.answer)
	case placedResult:
		return v.place(&x.answer)
	case streamResult:
		return x.openStream(v)
	case pageResult:
		value = v.link(&x.answer, x.request.URL, cmp.Or(x.plan.function.about.pagedBy, pageParameter))
	}
	_, isText := value.(string)
	body, err := x.router.formats.Encode(x.buffer[:0], value, acceptOf(x.request, x.router.formats.Offers(isText)))
	if err != nil {
		return err
	}
	if body.Varies {
		x.answer.add("Vary", "Accept")
	}
	x.buffer = body.Data
	x.answer.MediaType, x.answer.Body = body.MediaType, body.Data
	return nil
}

// openStream makes the response of a stream, of which nothing is sent yet.
func (x *exchange) openStream(s streamResult) error {
	if offers := []string{s.mediaType()}; negotiate.Best(acceptOf(x.request, offers), offers) == "" {
		return answer.NotAcceptable(offers)
	}
	x.answer.MediaType, x.answer.Streams, x.stream = s.mediaType(), true, s
	return nil
}

// encodeInHooks is encode inside the hooks of beforeRender.
func (x *exchange) encodeInHooks(c *Context) error {
	err := x.render.run(c, x.plan.beforeRender)
	if err == nil && x.stage != encoded && !x.writer.begun() {
		return errNoAnswer
	}
	return err
}

// encodeResult is encode for hooks.
func encodeResult(c *Context) error { return c.plan.encodeBare(c.x, c) }

// send writes the response.
func (x *exchange) send(c *Context) error {
	x.writer.hooked = true
	if err := x.answer.settle(); err != nil {
		return err
	}
	switch {
	case x.stream != nil && hasContent(x.answer.Status):
		err := x.pump()
		if err == nil {
			x.writer.complete()
		}
		return err
	case x.stream == nil && x.plan.contract != nil:
		if err := x.plan.contract.compare(x); err != nil {
			return err
		}
	}
	return x.answer.write(&x.writer)
}

// sendInHooks is send inside the hooks of beforeResponse, unless they have run.
func (x *exchange) sendInHooks(c *Context) error {
	if x.writer.hooked {
		return x.send(c)
	}
	x.writer.hooked = true
	err := x.respond.run(c, x.plan.beforeResponse)
	if err == nil && x.writer.status == 0 {
		return errNoAnswer
	}
	return err
}

// writeAnswer is send for hooks, unless one has written the response.
func writeAnswer(c *Context) error {
	if c.x.writer.begun() {
		return c.x.writer.failed
	}
	return c.x.send(c)
}

func (x *exchange) sendContent(c Content) error {
	x.answer.setHeader(x.writer.Header())
	return content.Serve(&x.writer, x.request, x.answer.Status, c.Modified, c.Data)
}

// replace takes a result in place of what there was.
func (x *exchange) replace(v any, from source) {
	if x.source != noResult {
		x.opened(x.result)
	}
	x.result, x.source = v, from
}

// opened keeps the data of a result that is replaced, to be closed.
func (x *exchange) opened(v any) {
	if data := dataOf(v); data != nil {
		x.open = append(x.open, data)
	}
}

// closeData closes the data of all Contents. Who closes twice is told so, and nobody else.
func (x *exchange) closeData() {
	x.opened(x.result)
	for _, data := range slices.Backward(x.open) {
		_ = x.router.panics.protect(data.Close) // it was only read
	}
	x.open = nil
}

// fail answers with an error, unless a hook around the answer ends the goroutine.
func (x *exchange) fail(c *Context, err error) {
	left := true
	defer func() {
		if left {
			x.leave(c)
		}
	}()
	x.apologize(err)
	left = false
}

// apologize answers with an error, and with that of a beforeResponse hook past the hooks.
func (x *exchange) apologize(err error) {
	x.err = x.router.panics.sound(err)
	if !x.excuse(x.err) {
		return
	}
	err = x.router.panics.sound(x.router.panics.protect(func() error { return x.plan.send(x, x.writer.c) }))
	if err == nil {
		return
	}
	x.err = errors.Join(x.err, err)
	if x.excuse(err) {
		_ = x.answer.write(&x.writer) // the client is gone: there is nobody to tell
	}
}

// excuse makes the answer to an error, and reports whether it can be sent. A response
// that is on its way already is cut, or the part would pass for the whole.
func (x *exchange) excuse(err error) bool {
	if errors.Is(err, http.ErrAbortHandler) && !errors.As(err, new(*brokenStream)) {
		x.writer.recall()
		return false
	}
	recalled := x.writer.recall()
	p := x.report(err)
	if !recalled {
		x.torn = !x.writer.whole
		return false
	}
	x.opened(x.result)
	x.writer.failed, x.result, x.stream = nil, nil, nil
	h := x.writer.Header()
	forgetBody(h)
	maps.Copy(h, x.writer.outer)
	if x.panicked != nil {
		h.Set("Connection", "close")
	}
	x.answer, x.stage = responseTo(p, h, x.request.Header["Accept"]), encoded
	return true
}

// report logs an error, and returns what the client is told, also where the logger panics.
func (x *exchange) report(err error) failure.Failure {
	p := x.router.failureOf(err, x.request, x.requestID())
	_ = x.router.panics.protect(func() error { // there is no log to tell
		if ctx := x.request.Context(); x.router.logger.Enabled(ctx, p.Level()) { // the attributes are allocated
			p.Log(ctx, x.router.logger, err, "route", x.plan.key, "function", x.plan.function.at, "sent", x.writer.status != 0)
		}
		return nil
	})
	return p
}

// catch makes an error of a panic. It is deferred.
func (x *exchange) catch(c *Context, err *error) {
	v := recover()
	switch {
	case v == nil && *err == errGoexit:
		x.leave(c)
	case v == nil:
	case x.stage == calling:
		*err = c.x.functionPanicked(v)
	default:
		*err = x.router.panics.thrown(v)
	}
}

// leave ends a request whose goroutine ends, of which net/http cuts the connection: only
// what was sent before counts.
func (x *exchange) leave(c *Context) {
	x.writer.recall()
	x.err = x.router.panics.bug(errGoexit)
	x.report(x.err)
	x.finish(c, x.plan.afterResponse)
	x.end(c)
}

// functionPanicked makes an error of what the controller function panicked with.
// It is called by the deferred function that recovers.
func (x *exchange) functionPanicked(v any) error {
	meant, err := x.router.panics.ofFunction(v, x.plan.function.at.Package)
	if meant != nil {
		x.panicked = meant
	}
	return err
}

// finish runs hooks of afterResponse. Behind one that ends the goroutine of the request,
// the others run and the request ends all the same.
func (x *exchange) finish(c *Context, hooks []HookFunc) {
	ran := 0
	defer func() {
		if ran == len(hooks) {
			return
		}
		x.warnAfter(x.router.panics.bug(errGoexit))
		x.finish(c, hooks[ran+1:])
		if x.err != nil {
			x.endFailed(c)
			return
		}
		x.end(c)
	}()
	for _, hook := range hooks {
		x.after(c, hook)
		ran++
	}
}

// after runs one hook of afterResponse, whatever the others do.
func (x *exchange) after(c *Context, hook HookFunc) {
	outcome := func() error { return x.err }
	err := x.router.panics.protect(func() error { return hook(c, outcome) })
	if err != nil && err != x.err {
		x.warnAfter(err)
	}
}

func (x *exchange) warnAfter(err error) {
	_ = x.router.panics.protect(func() error { // there is no log to tell
		x.router.logger.Warn("afterResponse hook failed", "route", x.plan.key, "err", err)
		return nil
	})
}

// endFailed is end for a request that failed: it does what a panic asks for.
func (x *exchange) endFailed(c *Context) {
	panicked, aborted := x.panicked, x.torn || errors.Is(x.err, http.ErrAbortHandler)
	if aborted {
		noteTorn(x.writer.ResponseWriter)
	} else if panicked != nil {
		_ = x.writer.FlushError() // the process may end before the server does it
	}
	x.end(c)
	if panicked != nil {
		c.plan.router.obey(panicked)
	}
	if aborted {
		panic(http.ErrAbortHandler)
	}
}

// end ends the Context and the state of the request, and gives the exchange back,
// unless somebody still uses it: then it is left as it is.
func (x *exchange) end(c *Context) {
	if form := x.request.MultipartForm; form != nil {
		_ = form.RemoveAll() // the temporary directory is not ours to mend
	}
	if x.source == setResult || x.open != nil || x.plan.function.kind == kindUnknown { // others are no Content
		x.closeData()
	}
	if !c.expire() {
		return
	}
	for i := range x.plan.params {
		x.call.Values[i] = ""
	}
	if x.state = (state{}); cap(x.buffer) > maxKept {
		x.buffer = nil
	}
	if x.router.environment == Production {
		x.router.exchanges.Put(x) // elsewhere a next that was kept is told from that of another request
	}
}

// requestID is made when it is first needed.
func (x *exchange) requestID() string {
	if x.id == "" && x.stage != ended {
		x.id = x.router.nameRequest(x.writer.Header(), x.request)
	}
	return x.id
}

// arguments is the request as arguments are read from it.
func (x *exchange) arguments() bind.Source {
	return bind.Source{
		Request: x.request, Writer: &x.writer, Names: x.plan.params, Values: x.call.Values[:],
		Limits: x.plan.limits.Limits, Body: &x.body,
	}
}

// collided tells about parameters that the body, the query and the path give
// different values: in development it is logged, in test an error.
func (x *exchange) collided(names []string) error {
	if len(names) == 0 || x.router.environment == Production {
		return nil
	}
	if x.router.environment == Test {
		return fmt.Errorf("parameters %q have different values in body, query and path", names)
	}
	x.router.logger.Warn("parameters have different values in body, query and path", "route", x.plan.key, "names", names)
	return nil
}

func (x *exchange) detached(ctx context.Context) *Context {
	d := &exchange{router: x.router, call: engine.Call{Values: x.call.Values}, state: state{
		plan: x.plan, id: x.requestID(),
		keys: slices.Clone(x.keys), input: x.input, result: x.value(), body: x.body,
	}}
	d.request = x.request.Clone(ctx)
	d.request.Body = http.NoBody
	d.request.MultipartForm = nil // its files end with the request
	d.writer = responseWriter{ResponseWriter: noWriter{errDetached}, failed: errDetached}
	return &Context{x: d, plan: x.plan}
}
