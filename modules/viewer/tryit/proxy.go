package tryit

import (
	"context"
	"log/slog"
	"mime"
	"net/http"
	"net/netip"
	"slices"
	"strings"
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
	slots   *slots
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
		config: c, origin: http.NewCrossOriginProtection(), slots: newSlots(c.limits.Concurrent, c.limits.ClientConcurrent),
		clients: rate.New[netip.Prefix](c.limits.ClientPerMinute, time.Now),
		targets: rate.New[origin](c.limits.TargetPerMinute, time.Now),
	}, nil
}

// ServeRequest answers a page's request, which is sent on when it is for one of
// servers, those that the operator's description declares, or of WithOrigins. It
// returns when the answer has been passed, or when r ends, which ends the request
// that was sent too.
func (p *Proxy) ServeRequest(w http.ResponseWriter, r *http.Request, servers []apidoc.Server) {
	p.serve(w, r, RequestType, func(_ context.Context, x *exchange) *refusal { return p.request(x, servers) })
}

// ServeToken answers a page's TokenRequest: it sends it to the endpoint that one of
// schemes, those that the operator's description declares, names for it, and
// passes the answer as ServeRequest does. Redirects are not followed.
//
// An endpoint that a provider's own document names has to be of the origin of that
// document, or one of WithOrigins.
func (p *Proxy) ServeToken(w http.ResponseWriter, r *http.Request, schemes []apidoc.SecurityScheme) {
	p.serve(w, r, TokenType, func(ctx context.Context, x *exchange) *refusal { return tokens{x, schemes}.prepare(ctx) })
}

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
	slot, release, no := p.slots.take(ctx, client, cancel)
	if no != nil {
		refuse(w, no)
		return
	}
	defer release()
	x := newExchange(&p.config, p.targets, w, r, slot)
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

// request reads a request for one of servers.
func (p *Proxy) request(x *exchange, servers []apidoc.Server) (no *refusal) {
	if x.sent, no = readRequest(x.r.Body, x.r.ContentLength); no != nil {
		return no
	}
	if x.target, no = p.judge(x.sent.url, servers); no != nil {
		return no
	}
	return x.count()
}

// judge decides whether a request may be sent to an address.
func (p *Proxy) judge(raw string, servers []apidoc.Server) (target, *refusal) {
	u, at, no := parseURL(raw)
	if no != nil {
		return target{}, no
	}
	if p.own[at] {
		return target{url: u, origin: at, own: true}, nil
	}
	allowed := origins{}
	allowed.declared(servers)
	if !allowed[at] {
		return target{}, refused()
	}
	return target{url: u, origin: at}, nil
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
