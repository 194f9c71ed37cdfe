package tryit

import (
	"context"
	"errors"
	"log/slog"
	"mime"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/rate"
)

// Proxy sends requests for pages. It is safe for concurrent use, and holds no
// connection and no cookie between two requests.
type Proxy struct {
	config
	origin  *http.CrossOriginProtection
	clients *rate.Limiter[netip.Prefix]
	targets *rate.Limiter[origin]
	places  *places
}

// NewProxy makes a Proxy. The error says which option cannot be used.
func NewProxy(options ...Option) (*Proxy, error) {
	c := config{own: origins{}, limits: Limits{}.orDefault(), log: slog.New(slog.DiscardHandler)}
	for _, option := range options {
		option(&c)
	}
	if c.err != nil {
		return nil, c.err
	}
	return &Proxy{
		config: c, origin: http.NewCrossOriginProtection(), places: newPlaces(c.limits.Concurrent, c.limits.ClientConcurrent),
		clients: rate.New[netip.Prefix](c.limits.ClientPerMinute, time.Now),
		targets: rate.New[origin](c.limits.TargetPerMinute, time.Now),
	}, nil
}

// ServeRequest answers a page's request, which is sent on when it is for one of
// servers, those that the operator's description declares, or of WithOrigins. It
// returns when the answer has been passed, or when r ends, which ends the request
// that was sent too.
func (p *Proxy) ServeRequest(w http.ResponseWriter, r *http.Request, servers []apidoc.Server) {
	p.serve(w, r, RequestType, func(_ context.Context, x *exchange) *refusal { return x.request(servers) })
}

// prepare reads what a page has sent: afterwards an exchange knows what to send,
// and where to.
type prepare func(ctx context.Context, x *exchange) *refusal

func (p *Proxy) serve(w http.ResponseWriter, r *http.Request, media string, prepare prepare) {
	inert(w.Header())
	if no := p.admit(r, media); no != nil {
		refuse(w, no)
		return
	}
	client := p.client(r)
	if !p.clients.Allow(client) {
		refuse(w, limited())
		return
	}
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	place, leave, no := p.places.take(ctx, client, cancel)
	if no != nil {
		refuse(w, no)
		return
	}
	defer leave()
	x := &exchange{p: p, w: w, r: r, place: place, control: http.NewResponseController(w), started: time.Now(), limits: p.limits}
	if media == TokenType {
		x.isToken, x.limits.AnswerBytes = true, min(x.limits.AnswerBytes, maxToken)
	}
	no = x.serve(ctx, cancel, prepare)
	if no != nil {
		x.closeAfter()
		refuse(w, no)
	}
	x.tell(no)
}

// admit lets requests in that pages of this origin have sent. What a browser says
// about where a request comes from has to be there: nothing that this proxy sends
// holds it, so no request comes round to it again.
func (p *Proxy) admit(r *http.Request, wanted string) *refusal {
	if r.Method != http.MethodPost {
		return &refusal{
			status: http.StatusMethodNotAllowed, code: CodeMethod, text: "Requests are sent here with POST.",
			header: [2]string{"Allow", http.MethodPost},
		}
	}
	site, from := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Origin")
	known := site == "same-origin" || site == "" && from != ""
	if !known || from == "null" || p.origin.Check(r) != nil || r.Header.Get(RequestHeader) == "" {
		return &refusal{status: http.StatusForbidden, code: CodeOrigin, text: "Requests are taken from pages of this origin only."}
	}
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != wanted || r.Header.Get("Content-Encoding") != "" {
		return &refusal{status: http.StatusUnsupportedMediaType, code: CodeType, text: "Requests are of the type " + wanted + ", and not compressed."}
	}
	return nil
}

// client is the network that a request comes from.
func (p *Proxy) client(r *http.Request) netip.Prefix {
	remote := r.RemoteAddr
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && p.isTrusted(remote); i-- {
		hop := strings.TrimSpace(hops[i])
		if !rate.Address(hop).IsValid() {
			break
		}
		remote = hop
	}
	return rate.Client(remote)
}

func (p *Proxy) isTrusted(remote string) bool {
	address := rate.Address(remote)
	return slices.ContainsFunc(p.trusted, func(t netip.Prefix) bool { return t.Contains(address) })
}

// exchange is one request and its answer.
type exchange struct {
	p       *Proxy
	w       http.ResponseWriter
	r       *http.Request
	control *http.ResponseController
	started time.Time
	limits  Limits
	isToken bool // what is sent holds secrets of the reader for one address

	sent   *sent
	target target
	watch  *watch
	place  *hold
	duplex bool // an answer may begin before the body has been read

	status int // of the answer
	bytes  int64
}

// Why an exchange ends before its end.
var (
	errIdle  = errors.New("nothing came or went")
	errTotal = errors.New("the exchange took too long")
)

// serve does all of it. What it returns is still to be answered.
func (x *exchange) serve(ctx context.Context, cancel context.CancelCauseFunc, prepare prepare) *refusal {
	limits := x.limits
	_ = x.control.SetReadDeadline(x.started.Add(limits.FirstByte)) // where it is supported
	defer time.AfterFunc(limits.Total, func() { cancel(errTotal) }).Stop()
	x.watch = newWatch(max(limits.Idle, limits.FirstByte+time.Second), func() { cancel(errIdle) })
	defer x.watch.stop()

	if no := prepare(ctx, x); no != nil {
		return no
	}
	if !x.sent.body.bound(limits.RequestBytes, x.touch) {
		return tooLarge()
	}
	_ = x.control.SetReadDeadline(x.started.Add(limits.Total + limits.Idle))
	x.duplex = x.control.EnableFullDuplex() == nil
	defer x.sent.body.shut(func() { _ = x.control.SetReadDeadline(time.Now()) })
	response, clock, no := x.send(ctx)
	if no != nil {
		return no
	}
	defer func() { _ = response.Body.Close() }()
	return x.answer(ctx, cancel, response, clock)
}

// touch is called for bytes that came or went.
func (x *exchange) touch(n int) {
	x.watch.touch()
	x.place.move(n)
}

// request reads a request for one of servers.
func (x *exchange) request(servers []apidoc.Server) (no *refusal) {
	if x.sent, no = readRequest(x.r.Body, x.r.ContentLength); no != nil {
		return no
	}
	if x.target, no = x.p.judge(x.sent.url, servers); no != nil {
		return no
	}
	return x.count()
}

// count counts a request to a target.
func (x *exchange) count() *refusal {
	if !x.p.targets.Allow(x.target.origin) {
		return limited()
	}
	return nil
}

// closeAfter has the connection closed after the answer unless the body has been
// read: a server that finds the end of it after a handler that answered while it
// read fails at the next request. HTTP/2 has no such thing.
func (x *exchange) closeAfter() {
	if x.duplex && x.r.ProtoMajor == 1 && !x.sent.body.ended.Load() {
		x.w.Header().Set("Connection", "close")
	}
}

// tell logs an exchange. The errors of net/http hold addresses and parts of
// answers, so none is logged.
func (x *exchange) tell(no *refusal) {
	if x.target.url == nil {
		x.p.log.Debug("request not sent", "code", no.code)
		return
	}
	status, code := x.status, ""
	if no != nil {
		status, code = no.status, no.code
	}
	x.p.log.Debug("request sent", "method", x.sent.method, "origin", x.target.origin.String(), "status", status, "code", code,
		"bytes", x.bytes, "duration", time.Since(x.started))
}

// watch calls its function when it has not been touched for a while.
type watch struct {
	mu    sync.Mutex
	after time.Duration
	timer *time.Timer
}

func newWatch(after time.Duration, f func()) *watch {
	return &watch{after: after, timer: time.AfterFunc(after, f)}
}

func (w *watch) touch() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer.Stop() {
		w.timer.Reset(w.after)
	}
}

// set sets another time, from now on.
func (w *watch) set(after time.Duration) {
	w.mu.Lock()
	w.after = after
	w.mu.Unlock()
	w.touch()
}

func (w *watch) stop() { w.timer.Stop() }
