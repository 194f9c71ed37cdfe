package otelobserver

import (
	"context"
	"errors"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

const (
	opKey       = attribute.Key("rest.op")
	purposeKey  = attribute.Key("rest.purpose")
	cacheKey    = attribute.Key("rest.cache")
	sharedKey   = attribute.Key("rest.shared")
	fromKey     = attribute.Key("rest.from_shared")
	attemptsKey = attribute.Key("rest.attempts")
	identityKey = attribute.Key("rest.identity")
)

// result returns what the span of an operation ends with.
func result(r restclient.Result, kind string) []attribute.KeyValue {
	var all []attribute.KeyValue
	if r.Shared {
		all = append(all, sharedKey.Bool(true))
	}
	if r.FromShared {
		all = append(all, fromKey.Bool(true))
	}
	if r.Attempts > 0 {
		all = append(all, attemptsKey.Int(r.Attempts))
	}
	if r.Status != 0 {
		all = append(all, semconv.HTTPResponseStatusCode(r.Status), semconv.HTTPResponseBodySize(int(r.Bytes)))
	}
	if kind != "" {
		all = append(all, errorTypeOf(kind))
	}
	return all
}

// outcome is what the metrics of operations tell apart.
type outcome struct {
	name    string
	purpose restclient.Purpose
	cache   restclient.CacheState
	shared  bool
	from    bool // what processes share
	err     string
}

func (o outcome) set() attribute.Set {
	all := []attribute.KeyValue{opKey.String(o.name), purposeKey.String(string(o.purpose)), cacheKey.String(string(o.cache))}
	if o.shared {
		all = append(all, sharedKey.Bool(true))
	}
	if o.from {
		all = append(all, fromKey.Bool(true))
	}
	if o.err != "" {
		all = append(all, errorTypeOf(o.err))
	}
	return attribute.NewSet(all...)
}

// sets are the attributes of outcomes, made once.
type sets struct {
	mu   sync.RWMutex
	made map[outcome][]metric.AddOption
}

// maxSets bounds how many are kept. Declared endpoints are few; names of
// requests that are sent with Do may be many.
const maxSets = 10_000

func (s *sets) of(o outcome) []metric.AddOption {
	s.mu.RLock()
	options, ok := s.made[o]
	s.mu.RUnlock()
	if ok {
		return options
	}
	options = []metric.AddOption{metric.WithAttributeSet(o.set())}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.made == nil {
		s.made = map[outcome][]metric.AddOption{}
	}
	if len(s.made) < maxSets {
		s.made[o] = options
	}
	return options
}

// attempt is what there is to say about one request.
type attempt struct {
	name   string
	common []attribute.KeyValue // of span and metric
	more   []attribute.KeyValue // of the span
}

func attemptOf(ctx context.Context, r *core.Request, op *restclient.Operation) attempt {
	method := methodOf(r.Method)
	a := attempt{name: methodName(r.Method), common: slices.Clip(method[:1]), more: method[1:]}
	if t := templateOf(op); t != "" {
		a.name += " " + t
		a.common = append(a.common, semconv.URLTemplate(t))
	}
	if r.Op != "" {
		a.common = append(a.common, opKey.String(r.Op))
	}
	if u, err := url.Parse(r.URL); err == nil {
		a.common = append(a.common, semconv.ServerAddress(u.Hostname()), semconv.ServerPort(portOf(u)), semconv.URLScheme(u.Scheme))
		a.more = append(a.more, semconv.URLFull(shown(u, op)))
	}
	if n := policy.Attempt(ctx); n > 1 {
		a.more = append(a.more, semconv.HTTPRequestResendCount(n-1))
	}
	return a
}

func (a attempt) span() []attribute.KeyValue { return slices.Concat(a.common, a.more) }

// end returns what is to be said about the end of a request.
func (attempt) end(res *core.Response, err error) []attribute.KeyValue {
	switch {
	case err != nil:
		return []attribute.KeyValue{errorTypeOf(typeOf(err))}
	case res.Status >= 400:
		return []attribute.KeyValue{semconv.HTTPResponseStatusCode(res.Status), errorTypeOf(strconv.Itoa(res.Status))}
	}
	return []attribute.KeyValue{semconv.HTTPResponseStatusCode(res.Status)}
}

// set returns the attributes of the metric.
func (a attempt) set(end []attribute.KeyValue) attribute.Set {
	return attribute.NewSet(slices.Concat(a.common, end)...)
}

// shown is a URL without secrets. What the operation has written out has been
// redacted; a query that a middleware has added is left out.
func shown(u *url.URL, op *restclient.Operation) string {
	plain := *u
	plain.User, plain.RawQuery, plain.Fragment, plain.RawFragment = nil, "", "", ""
	if op != nil {
		if told, err := url.Parse(op.URL); err == nil && told.Host == u.Host && told.Path == u.Path {
			plain.RawQuery = told.RawQuery
		}
	}
	return plain.String()
}

func portOf(u *url.URL) int {
	if port, err := strconv.Atoi(u.Port()); err == nil {
		return port
	}
	if u.Scheme == "http" {
		return 80
	}
	return 443
}

// templateOf is the path of the template.
func templateOf(op *restclient.Operation) string {
	if op == nil {
		return ""
	}
	if _, rest, absolute := strings.Cut(op.Template, "://"); absolute {
		_, path, _ := strings.Cut(rest, "/")
		return "/" + path
	}
	return op.Template
}

// methods are those that the semantic conventions know.
var methods = []string{"CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "QUERY", "TRACE"}

// methodOf returns the method, and its name as it was sent if it is unknown.
func methodOf(method string) []attribute.KeyValue {
	if slices.Contains(methods, method) {
		return []attribute.KeyValue{semconv.HTTPRequestMethodKey.String(method)}
	}
	return []attribute.KeyValue{semconv.HTTPRequestMethodOther, semconv.HTTPRequestMethodOriginal(method)}
}

// methodName is the method in the name of a span.
func methodName(method string) string {
	if slices.Contains(methods, method) {
		return method
	}
	return "HTTP"
}

func errorTypeOf(kind string) attribute.KeyValue { return semconv.ErrorTypeKey.String(kind) }

// errorType is the status of a response that was refused, or the kind of the
// error, such as "too_large". It is empty for success.
func errorType(r restclient.Result) string {
	switch {
	case r.Err == nil:
		return ""
	case r.Err.Kind == restclient.KindStatus:
		return strconv.Itoa(r.Err.Status)
	}
	return strings.ReplaceAll(string(r.Err.Kind), " ", "_")
}

// typeOf sorts the error of a transport.
func typeOf(err error) string {
	var netErr net.Error
	var dns *net.DNSError
	switch {
	case errors.Is(err, context.Canceled):
		return "canceled"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &netErr) && netErr.Timeout():
		return "timeout"
	case errors.As(err, &dns):
		return "name_resolution_error"
	}
	return "connection_error"
}
