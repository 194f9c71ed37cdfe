package flagpack

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/router"
)

// IdempotentOptions say what is kept of requests. Blobs and By are needed.
type IdempotentOptions struct {
	// Blobs keeps what was answered. That of one process, a state.MemoryBlobs, forgets
	// it when the process ends.
	Blobs state.Blobs

	// By names who asks, such as the user that a flag before has found, so that no
	// caller is answered with what another has done. A token is no such name: it changes. It is
	// called concurrently.
	By func(c *router.Context) string

	// Required refuses requests without a key with 400. Default: they are served each
	// time.
	Required bool

	// KeepFor is how long an answer is kept, and so a key is good for. Default: 24 hours.
	KeepFor time.Duration

	// Lease is how long the function may take, with all that is in front of it: from then
	// on another request with the key calls it again. Default: a minute.
	Lease time.Duration

	// MaxAnswer is how long the body of an answer may be, in bytes. One that is longer is
	// sent and not kept; a repetition is answered with 409. Default: 1 MiB.
	MaxAnswer int

	// Within returns the blobs of the transaction that the request runs in, such as
	// pgstore.Blobs.InSQL or sqlitestore.Store.In with what a flag of Tx in front has begun.
	// The key and the answer are then written together with what the function does: it is
	// called twice only when it was rolled back, whatever dies, and a repetition is answered
	// as soon as it is committed.
	// Default: they are written beside it, and the function is called again when the
	// process dies and the Lease has ended.
	Within func(c *router.Context) state.Blobs

	// Store says how Blobs is used.
	Store StoreOptions

	// Open serves requests without looking at their keys while the store fails. Default:
	// they are refused with 503.
	Open bool
}

// Idempotent is the pack of a flag whose routes do what they are asked for once, though
// the request is sent again: the header Idempotency-Key names it
// (draft-ietf-httpapi-idempotency-key-header-07). A key is of the caller, the method and
// the route.
//
//	the answer is there            it is sent again, with "Idempotent-Replayed: true"
//	another body, path or query    422
//	the first is not answered yet  409 with Retry-After
//
// The body of a request with a key is read before the function is called, up to the size
// that MaxBody sets, also of a form with files, whose boundary does not count.
//
// The key is a string of RFC 8941, in quotes, or the same without them: up to 255
// printable characters of ASCII. Answers of 408, 425, 429 and from 500 on are not kept, and the key is free
// again: nobody knows what was done. Nor is what ended because the client had gone.
// Everything else is, errors included, as it was encoded and with the headers that the
// function has set, but for those of one request such as RateLimit. Hooks of BeforeResponse
// see an answer that is sent again as any other, so that it has what Compress, Cache and
// CORS make of it for the request that repeats. What streams, sends a Content or writes
// itself does not start with the flag; where a function without a type does so, its answer
// is not kept, and a repetition is 409.
//
// Name it behind the flags that say who asks, and behind that of Tx with Within. A route
// that has a flag with Security behind it does not start.
func Idempotent(flag string, o IdempotentOptions) router.Pack {
	switch {
	case o.Blobs == nil:
		panic("flagpack: " + flag + ": Blobs is nil")
	case o.By == nil:
		panic("flagpack: " + flag + ": By is nil: say who asks")
	case o.MaxAnswer < 0:
		panic("flagpack: " + flag + ": MaxAnswer is negative")
	}
	mustKeepFor(flag, o.KeepFor, o.Lease)
	o.KeepFor, o.Lease, o.MaxAnswer = cmp.Or(o.KeepFor, 24*time.Hour), cmp.Or(o.Lease, time.Minute), cmp.Or(o.MaxAnswer, 1<<20)
	i := &idempotent{IdempotentOptions: o, guarded: newGuarded(flag, o.Store), attempts: router.NewKey[*attempt]("flagpack: idempotency of " + flag)}
	return func(r *router.Router) {
		r.Flag(i.declared())
		r.BeforeFunctionCall(flag, i.once)
		r.BeforeRender(flag, i.encoded)
		r.BeforeResponse(flag, i.keep)
		r.AfterResponse(flag, i.end)
	}
}

// worded is a time without zeros behind its last unit: 24h.
func worded(d time.Duration) string {
	return strings.Replace(strings.Replace(d.String(), "m0s", "m", 1), "h0m", "h", 1)
}

func (i *idempotent) declared() router.Flag {
	f := router.Flag{
		Name: i.flag, Whole: true,
		Description: "A request with the header `Idempotency-Key` is done once: sent again, it is answered as it was, with `Idempotent-Replayed`.",
		Answers: []router.Answer{
			{
				Status: http.StatusConflict, Description: "The request with this key is not answered yet, or its answer was not kept",
				Headers: []apidoc.Header{retryAfter},
			},
			{Status: http.StatusUnprocessableEntity, Description: "The key was used for another request"},
			{Headers: []apidoc.Header{{
				Name: "Idempotent-Replayed", Description: "It was answered before", Schema: &apidoc.Schema{Types: []string{"boolean"}, Const: []byte("true")},
			}}},
		},
		Parameters: []apidoc.Parameter{{
			Name: "Idempotency-Key", In: apidoc.InHeader, Style: "simple", Required: i.Required,
			Description: fmt.Sprintf("Names the request, such as a UUID in quotes, for %s.", worded(i.KeepFor)),
			Schema:      &apidoc.Schema{Types: []string{"string"}, MinLength: new(int64(1))},
		}},
	}
	unreadable := router.Answer{Status: http.StatusBadRequest, Description: "The key is no string of 1 to 255 printable characters"}
	if i.Required {
		unreadable.Description += ", or is missing"
	}
	f.Answers = append(f.Answers, unreadable)
	if i.Open {
		f.Description += " While the store of the keys fails, requests are served each time."
	} else {
		f.Answers = append(f.Answers, unavailable("The store of the keys fails"))
	}
	return f
}

type idempotent struct {
	IdempotentOptions
	*guarded
	attempts *router.Key[*attempt]
}

// attempt is a request that has taken its key, or is answered again.
type attempt struct {
	recording
	key    string // of the store
	print  []byte // of the request
	mark   []byte // that takes the key, and is of no other attempt
	leased time.Time
	within []byte // the answer that was stored in the transaction
}

// kept is what a key stands for. It is stored as JSON behind a byte for its version.
type kept struct {
	Print  []byte // of the request
	Mark   string `json:",omitempty"` // of the attempt that has taken the key
	Done   bool   // it was answered
	Lost   bool   // the answer was not kept
	Answer keptAnswer
}

func (k kept) encode() []byte {
	text, _ := json.Marshal(k) // strings, numbers and bytes
	return append([]byte{keptVersion}, text...)
}

func readKept(value []byte) (k kept, err error) {
	text, err := unversioned(value)
	if err != nil {
		return k, err
	}
	if err := json.Unmarshal(text, &k); err != nil {
		return k, fmt.Errorf("what is stored cannot be read: %w", err)
	}
	return k, nil
}

// once calls the function, or answers in its place.
func (i *idempotent) once(c *router.Context, next func() error) error {
	name, err := idempotencyKey(c.Request().Header["Idempotency-Key"])
	switch {
	case err != nil:
		return err
	case name == "" && i.Required:
		return &router.ClientError{Status: http.StatusBadRequest, Message: "the header Idempotency-Key is missing"}
	case name == "":
		return next()
	}
	body, err := c.Body()
	if err != nil {
		return err
	}
	r := c.Request()
	kind, text := content(r.Header.Get("Content-Type"), string(body))
	a := &attempt{
		key:   storeKey("idempotent", i.flag, i.By(c), r.Method, c.Route().Path, name),
		print: fingerprint(r.URL.EscapedPath(), r.URL.RawQuery, kind, text), leased: i.now(),
	}
	a.mark = kept{Print: a.print, Mark: rand.Text()}.encode()
	before, err := i.claim(c, a)
	switch {
	case err != nil && c.Context().Err() != nil:
		return err
	case errors.Is(err, errBusy):
		return inFlight("the request with this Idempotency-Key is not answered yet")
	case err != nil && i.Open:
		return next()
	case err != nil:
		return i.unavailable(err)
	case before == nil:
		i.attempts.Set(c, a)
		return i.call(c, a, next)
	}
	if err := before.refuse(a); err != nil {
		return err
	}
	a.again = &before.Answer
	i.attempts.Set(c, a)
	c.SetHeader("Idempotent-Replayed", "true")
	return a.again.send(c)
}

// call calls the function, and stores its answer in the transaction.
func (i *idempotent) call(c *router.Context, a *attempt, next func() error) error {
	var err error
	if a.written, err = headersOf(c, next); err != nil || i.Within == nil {
		return err
	}
	r, err := c.Encode()
	if err != nil {
		return err
	}
	answer, again := i.kept(c, a, r)
	if again {
		return nil
	}
	text := answer.encode()
	ctx, cancel := context.WithTimeout(c.Context(), i.timeout)
	defer cancel()
	if err := i.Within(c).Put(ctx, a.key, text, i.KeepFor); err != nil {
		return i.unavailable(err)
	}
	a.within = text
	return nil
}

// errBusy says that another transaction holds a key.
var errBusy = errors.New("another transaction holds the key")

// claim takes the key, or returns what it stands for. The store is not to blame for what
// cannot be read, which a replica of another version may have written.
func (i *idempotent) claim(c *router.Context, a *attempt) (*kept, error) {
	value, err := i.value(c, a)
	if err != nil || value == nil {
		return nil, err
	}
	before, err := readKept(value)
	if err != nil {
		i.Complain(err)
	}
	return &before, err
}

// value takes the key, or returns what is stored in its place, which is not nil.
func (i *idempotent) value(c *router.Context, a *attempt) (value []byte, err error) {
	if i.Within != nil {
		return i.claimWithin(c, a)
	}
	err = i.Use(c.Context(), func(ctx context.Context) error {
		value, err = claim(ctx, i.Blobs, a.key, a.mark, i.Lease)
		return err
	})
	if err != nil && !errors.Is(err, state.ErrFull) && !errors.Is(err, state.ErrResting) {
		i.giveUp(c, a)
	}
	return value, err
}

// giveUp frees a key that the store may have given after it was waited for.
func (i *idempotent) giveUp(c *router.Context, a *attempt) {
	ctx := context.WithoutCancel(c.Context())
	_ = i.Use(ctx, func(ctx context.Context) error { // which tells the log
		value, _, err := i.Blobs.Get(ctx, a.key)
		if err == nil && bytes.Equal(value, a.mark) {
			err = i.Blobs.Put(ctx, a.key, nil, 0)
		}
		return err
	})
}

// claimWithin waits for another transaction as long as the store may take. That is no
// failure of the store.
func (i *idempotent) claimWithin(c *router.Context, a *attempt) (value []byte, err error) {
	ctx, cancel := context.WithTimeout(c.Context(), i.timeout)
	defer cancel()
	value, err = claim(ctx, i.Within(c), a.key, a.mark, i.KeepFor)
	if err != nil && errors.Is(err, context.DeadlineExceeded) {
		err = errBusy
	}
	return value, err
}

// claim puts mine, or returns what is there, not nil. What ends in between is tried again.
func claim(ctx context.Context, blobs state.Blobs, key string, mine []byte, lifetime time.Duration) ([]byte, error) {
	for range 3 {
		put, err := blobs.PutAbsent(ctx, key, mine, lifetime)
		if err != nil || put {
			return nil, err
		}
		value, found, err := blobs.Get(ctx, key)
		if err != nil {
			return nil, err
		}
		if found {
			return append([]byte{}, value...), nil
		}
	}
	return nil, errors.New("a key ends as soon as it is taken")
}

// refuse says why what is kept is no answer, nil when it is one.
func (k *kept) refuse(a *attempt) error {
	switch {
	case !slices.Equal(k.Print, a.print):
		return &router.ClientError{Status: http.StatusUnprocessableEntity, Message: "the Idempotency-Key was used for another request"}
	case k.Lost:
		return &router.ClientError{Status: http.StatusConflict, Message: "the request with this Idempotency-Key was done, and its answer was not kept"}
	case !k.Done:
		return inFlight("the request with this Idempotency-Key is not answered yet")
	}
	return nil
}

func inFlight(message string) error {
	return &router.ClientError{Status: http.StatusConflict, Message: message, Header: http.Header{"Retry-After": {"1"}}}
}

func (i *idempotent) encoded(c *router.Context, next func() error) error {
	if a, _ := i.attempts.Get(c); a != nil {
		return a.encoded(c, next)
	}
	return next()
}

// keep stores the answer before it is sent: a client that has it may count on it. What is
// sent otherwise is left to end, which knows the status.
func (i *idempotent) keep(c *router.Context, next func() error) error {
	a, _ := i.attempts.Get(c)
	r := c.Response()
	if a == nil || r == nil || r.Streams {
		return next()
	}
	i.attempts.Set(c, nil)
	if a.again != nil {
		if a.again.Failed {
			a.again.replace(r)
		}
		return next()
	}
	answer, again := i.kept(c, a, r)
	if again && i.Within != nil {
		return next() // a rollback has freed the key, and what was committed keeps it
	}
	var text []byte
	if !again {
		text = answer.encode()
	}
	if a.within == nil || !bytes.Equal(text, a.within) { // or no hook has changed it
		i.put(c, a, text)
	}
	return next()
}

// put stores an answer, or frees the key where it is nil.
func (i *idempotent) put(c *router.Context, a *attempt, text []byte) {
	if i.Within == nil && i.now().Sub(a.leased) >= i.Lease {
		return // another request may have the key
	}
	ctx := context.WithoutCancel(c.Context())        // the client may be gone, and come again
	_ = i.Use(ctx, func(ctx context.Context) error { // which tells the log
		if text == nil {
			return i.Blobs.Put(ctx, a.key, nil, 0)
		}
		err := i.Blobs.Put(ctx, a.key, text, i.KeepFor)
		if errors.Is(err, state.ErrFull) { // that it was done is shorter than the mark in its place
			err = errors.Join(err, i.Blobs.Put(ctx, a.key, a.lost().encode(), i.KeepFor))
		}
		return err
	})
}

// lost says that the request was done, and its answer was not kept.
func (a *attempt) lost() kept { return kept{Print: a.print, Done: true, Lost: true} }

// end says what came of a request whose answer keep has not stored: it was written by the
// function, it was sent in parts, a hook in front has failed, or the connection was cut.
func (i *idempotent) end(c *router.Context) {
	a, _ := i.attempts.Get(c)
	if a == nil || a.again != nil || i.Within != nil {
		return
	}
	r := c.Response()
	broken := c.Err() != nil && (r == nil || r.Streams)
	if status := c.Status(); status == 0 || broken || isUnknown(status) {
		i.put(c, a, nil)
		return
	}
	i.put(c, a, a.lost().encode())
}

// isUnknown reports whether the status of an answer leaves open what was done.
func isUnknown(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests, statusClientGone:
		return true
	}
	return status >= http.StatusInternalServerError
}

// statusClientGone is what the router logs of a request whose client went away.
const statusClientGone = 499

// kept is a response as it is stored. Again says that the request may be sent again as a
// new one.
func (i *idempotent) kept(c *router.Context, a *attempt, r *router.Response) (k kept, again bool) {
	if r == nil || r.Streams { // written by a hook, or rendered by a function without a type
		return a.lost(), isUnknown(c.Status())
	}
	failed, made := c.Err() != nil, a.made
	if failed || made == nil {
		made = answerOf(r)
	}
	if isUnknown(made.Status) {
		return k, true
	}
	if len(made.Body) > i.MaxAnswer {
		i.log.Warn("an answer is too long to be kept", "route", c.Route().Path, "bytes", len(made.Body))
		return a.lost(), false
	}
	k = kept{Print: a.print, Done: true, Answer: *made}
	k.Answer.Failed, k.Answer.Written = failed, a.written.clone()
	k.Answer.forAll()
	return k, false
}

// content is the media type and the body of a request: of a form with files without its
// boundary, which clients choose anew when they send it again.
func content(mediaType, body string) (kind, text string) {
	name, params, err := mime.ParseMediaType(mediaType)
	if boundary := params["boundary"]; err == nil && boundary != "" && strings.HasPrefix(name, "multipart/") {
		return name, strings.ReplaceAll(body, "--"+boundary, "--")
	}
	return mediaType, body
}

// fingerprint tells requests apart.
func fingerprint(parts ...string) []byte {
	h := sha256.New()
	for _, part := range parts {
		_, _ = fmt.Fprintf(h, "%d:%s", len(part), part) // a hash takes everything
	}
	return h.Sum(nil)[:16]
}

// idempotencyKey reads the header, which is empty when the request has no key.
func idempotencyKey(values []string) (string, error) {
	if len(values) == 0 {
		return "", nil
	}
	name := strings.Trim(values[0], " \t")
	if inside, quoted := strings.CutPrefix(name, `"`); quoted {
		name = unquoted(inside)
	} else if strings.ContainsAny(name, "\"\\,") {
		name = ""
	}
	strange := strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' })
	if len(values) > 1 || name == "" || len(name) > 255 || strange {
		return "", &router.ClientError{Status: http.StatusBadRequest, Message: "the header Idempotency-Key is one string of 1 to 255 printable characters"}
	}
	return name, nil
}

// unquoted reads a string of RFC 8941, section 4.2.5, behind its first quote. It is empty
// when there is none, or something behind it.
func unquoted(text string) string {
	var name strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"' && i == len(text)-1:
			return name.String()
		case text[i] == '"':
			return ""
		case text[i] == '\\':
			if i++; i == len(text) || text[i] != '"' && text[i] != '\\' {
				return ""
			}
		}
		name.WriteByte(text[i])
	}
	return ""
}
