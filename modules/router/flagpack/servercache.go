package flagpack

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/httpfield"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/router"
)

// ServerCacheOptions say what the server keeps of its answers. Blobs and MaxAge are needed.
type ServerCacheOptions struct {
	// Blobs keeps the answers, for all processes that use it.
	Blobs state.Blobs

	// MaxAge is for how long an answer is sent as it is.
	MaxAge time.Duration

	// Stale is for how long behind MaxAge an answer is still sent while one request makes
	// it anew, and when that fails with a status from 500 on, until Fill is over. Default: 0,
	// all others wait for that one.
	Stale time.Duration

	// Tags are what an answer is made of, such as "trip:7", at most 16: see Invalidate. It
	// is called before the function, and concurrently. Default: none.
	Tags func(c *router.Context) []string

	// By names whom an answer is for, such as the user that a flag before has found: others
	// do not get it. It is called concurrently. Default: an answer is for everybody, and
	// requests with credentials go past the cache: those with a header Authorization, and
	// those of routes with a flag of Basic, Bearer or APIKey. An application that knows its
	// users by other means, such as sessions in cookies, sets it.
	By func(c *router.Context) string

	// Vary are further headers of the request that the function reads, beside Accept, such as
	// Host where it writes links with that: whoever asks first would choose it for all. The
	// header Vary of answers names them.
	Vary []string

	// Query are the query parameters that the function reads: others make no other answer,
	// and a client cannot fill the store with them. The function that makes an answer to be
	// kept finds only these. Default: nil, all of them.
	Query []string

	// Fill is how long the function may take to make an answer while others wait; then
	// they call it themselves. Default: 5 seconds.
	Fill time.Duration

	// Signals tells the other processes when an answer is there that their requests wait
	// for. They subscribe while requests wait. Default: those look again, every 5 to 100
	// milliseconds. Requests of the process that makes it are told in any case.
	Signals state.Signals

	// MaxAnswer is how long the body of an answer may be that is kept, in bytes. Default:
	// 1 MiB.
	MaxAnswer int

	// Store says how Blobs is used. While it fails, the function is called each time.
	Store StoreOptions
}

// ServerCache keeps answers on the server, so that the function is called once for many
// requests, on all replicas together. Its Install is a pack.
//
//	trips := flagpack.NewServerCache("KEEP", flagpack.ServerCacheOptions{Blobs: store, MaxAge: time.Minute, Tags: tags})
//	r.Install(trips.Install)
//	…
//	err := trips.Invalidate(ctx, "trip:7")
//
// Answers to GET of status 200 are kept, by path and query, as they were encoded and with
// the headers that the function has set, and are sent for HEAD, too; not those with
// Set-Cookie, those whose Cache-Control says "private" or "no-store", and those whose Vary
// has a header that Vary of the options has not. Those whose Vary has Accept are kept by
// what it asks for, in whatever spelling: 16 of them, so that a client cannot fill the
// store with others. Hooks of BeforeResponse see an answer that was kept as any other. Name
// the flag behind those that say who asks: a route that has a flag with Security behind it
// does not start. Neither does one that streams, sends a Content or writes itself; where a
// function without a type does so, its answer is not kept. Routes of other methods may have
// the flag, such as those of a Group, and are served as without it.
type ServerCache struct {
	ServerCacheOptions
	*guarded
	many     state.ManyGetter
	fills    *router.Key[*fill]
	arrivals *arrivals
}

const maxTags = 16

// NewServerCache returns a cache for the routes of a flag. It panics without Blobs and
// MaxAge.
func NewServerCache(flag string, o ServerCacheOptions) *ServerCache {
	switch {
	case o.Blobs == nil:
		panic("flagpack: " + flag + ": Blobs is nil")
	case o.MaxAge == 0:
		panic("flagpack: " + flag + ": MaxAge is zero")
	case o.MaxAnswer < 0:
		panic("flagpack: " + flag + ": MaxAnswer is negative")
	}
	mustKeepFor(flag, o.MaxAge, o.Stale, o.Fill)
	o.Fill, o.MaxAnswer = cmp.Or(o.Fill, 5*time.Second), cmp.Or(o.MaxAnswer, 1<<20)
	return &ServerCache{o, newGuarded(flag, o.Store), state.Many(o.Blobs), router.NewKey[*fill]("flagpack: fill of " + flag), newArrivals("answers:"+flag, o.Signals)}
}

// Install is the pack of the cache.
func (s *ServerCache) Install(r *router.Router) {
	r.Flag(router.Flag{
		Name: s.flag, Whole: true,
		Description: fmt.Sprintf("Answers to GET are kept by the server for %v, for all replicas. While the store of the answers fails, they are made each time.", s.MaxAge),
	})
	r.BeforeFunctionCall(s.flag, s.find)
	r.BeforeRender(s.flag, s.encoded)
	r.BeforeResponse(s.flag, s.keep)
	r.AfterResponse(s.flag, s.end)
}

// Invalidate makes what was kept with one of the tags unreachable: when it returns, no
// request that comes is answered with it, on any replica. Where it returns an error some
// may be. It takes as long as Store says at most, and tries it also while the store is left
// alone.
func (s *ServerCache) Invalidate(ctx context.Context, tags ...string) error {
	if len(tags) == 0 {
		return nil // a use that asks for nothing would say that the store works
	}
	return s.Try(ctx, func(ctx context.Context) error {
		for _, tag := range tags {
			if err := s.Blobs.Put(ctx, s.tagKey(tag), []byte(rand.Text()), s.tagLifetime()); err != nil {
				return fmt.Errorf("flag %s: invalidate %q: %w", s.flag, tag, err)
			}
		}
		return nil
	})
}

func (s *ServerCache) tagKey(tag string) string { return storeKey("tag", s.flag, tag) }

// tagLifetime is longer than that of any answer of the version before.
func (s *ServerCache) tagLifetime() time.Duration {
	return 2*(s.MaxAge+s.Stale+s.Fill) + time.Hour
}

// find answers with what is kept, or lets one request make it.
func (s *ServerCache) find(c *router.Context, next func() error) error {
	method := c.Request().Method
	if !reads(method) || s.By == nil && hasCredentials(c) {
		return next()
	}
	f, err := s.place(c)
	switch {
	case c.Context().Err() != nil:
		return c.Context().Err() // nobody reads the answer
	case err != nil:
		return next()
	}
	found, mine, err := s.look(c.Context(), f, method)
	if err == nil && found == nil && !mine && method == http.MethodGet {
		found, mine, err = s.wait(c.Context(), f)
	}
	switch {
	case c.Context().Err() != nil && !mine: // others wait for what is mine
		return c.Context().Err()
	case err != nil && !mine:
		return next()
	case found != nil && found.suits(c.Request()):
		f.again = &found.Answer
		s.fills.Set(c, f)
		return f.again.send(c)
	case mine:
		s.fills.Set(c, f)
		f.limit(c.Request())
		f.written, err = headersOf(c, next)
		return err
	}
	return next()
}

// wait waits for the answer that another request makes, as long as Fill says.
func (s *ServerCache) wait(ctx context.Context, f *fill) (found *stored, mine bool, err error) {
	key := f.answer
	s.arrivals.enter(key)
	defer func() { s.arrivals.leave(key) }()
	end := time.NewTimer(s.Fill)
	defer end.Stop()
	for wait := firstWait; ; wait = min(2*wait, lastWait) {
		there, most := s.arrivals.next(key, wait)
		if found, mine, err = s.look(ctx, f, http.MethodGet); found != nil || mine || err != nil {
			return found, mine, err
		}
		if key != f.answer { // it varies, and the one for what this request asks for is made
			s.arrivals.leave(key)
			key = f.answer
			s.arrivals.enter(key)
			continue
		}
		again := time.NewTimer(most)
		select {
		case <-there:
		case <-again.C:
		case <-end.C:
			again.Stop()
			return nil, false, nil
		case <-ctx.Done():
			again.Stop()
			return nil, false, ctx.Err()
		}
		again.Stop()
	}
}

func hasCredentials(c *router.Context) bool {
	_, known := sentIn.Get(c)
	return known || c.Request().Header["Authorization"] != nil
}

// place is where the answer to a request is kept. It depends on the versions of its tags.
func (s *ServerCache) place(c *router.Context) (*fill, error) {
	r := c.Request()
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, err
	}
	if s.Query != nil {
		maps.DeleteFunc(query, func(name string, _ []string) bool { return !slices.Contains(s.Query, name) })
	}
	parts := []string{c.Route().Path, r.URL.EscapedPath(), query.Encode()}
	if s.By != nil {
		parts = append(parts, s.By(c))
	}
	for _, name := range s.Vary {
		lines := r.Header.Values(name)
		if strings.EqualFold(name, "Host") { // which net/http keeps apart
			lines = []string{r.Host}
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	var tags []string
	if s.Tags != nil {
		tags = s.Tags(c)
	}
	if len(tags) > maxTags {
		return nil, fmt.Errorf("flag %s: an answer has at most %d tags", s.flag, maxTags)
	}
	if len(tags) > 0 { // a use that asks for nothing would say that the store works
		err = s.Use(c.Context(), func(ctx context.Context) error {
			versions, err := s.versions(ctx, tags)
			parts = append(append(parts, tags...), versions...)
			return err
		})
	}
	f := &fill{parts: parts, asks: r.Header["Accept"], query: parts[2]}
	f.at(s.flag)
	f.all = f.answer
	return f, err
}

// versions are those of tags. One that is not known may have been forgotten, so it is a new
// one.
func (s *ServerCache) versions(ctx context.Context, tags []string) ([]string, error) {
	keys, versions := make([]string, len(tags)), make([]string, len(tags))
	for i, tag := range tags {
		keys[i] = s.tagKey(tag)
	}
	for range 3 {
		values, err := s.many.GetMany(ctx, keys...)
		if err != nil {
			return nil, err
		}
		known := true
		for i, value := range values {
			if versions[i] = string(value); value != nil {
				continue
			}
			versions[i] = rand.Text()
			put, err := s.Blobs.PutAbsent(ctx, keys[i], []byte(versions[i]), s.tagLifetime())
			if err != nil {
				return nil, err
			}
			known = known && put
		}
		if known {
			return versions, nil
		}
	}
	return nil, errors.New("a tag ends as soon as it is made")
}

// look returns the answer that is kept, unless it is old and this request is the one to
// make it anew, which is a GET. The request that puts the mark makes it; the mark ends on
// the clock of the store. So does one that finds the answer for another Accept in its place.
func (s *ServerCache) look(ctx context.Context, f *fill, method string) (found *stored, mine bool, err error) {
	err = s.Use(ctx, func(ctx context.Context) error {
		there, mark, err := s.readMarked(ctx, f.all, f.fresh)
		var known []string
		if err == nil && there != nil && there.Accepts != nil {
			known = there.Accepts
			f.vary(s.flag, known)
			there, mark, err = s.readMarked(ctx, f.answer, f.fresh)
		}
		other := there != nil && f.varies && there.Accept != f.accept
		lost := there == nil && string(mark) == isFresh
		if lost && err == nil && method == http.MethodGet {
			mark, err = nil, s.Blobs.Put(ctx, f.fresh, nil, 0)
		}
		switch {
		case err != nil:
			return err
		case method == http.MethodGet && other:
			found, mine, err = s.replace(ctx, f, known)
			return err
		case method == http.MethodGet && mark == nil:
			mine, err = s.Blobs.PutAbsent(ctx, f.fresh, nil, s.Fill)
			f.stale = there != nil
		}
		if err == nil && !mine && !other {
			found = there
		}
		return err
	})
	return found, mine, err
}

// replace lets one request make an answer in the place of one for another Accept, unless
// it is made by now or its place is another one.
func (s *ServerCache) replace(ctx context.Context, f *fill, known []string) (found *stored, mine bool, err error) {
	now, err := s.read(ctx, f.all)
	if err != nil || now != nil && !slices.Equal(now.Accepts, known) {
		return nil, false, err
	}
	making := storeKey("making", s.flag, append(slices.Clip(f.parts), f.accept)...)
	if mine, err = s.Blobs.PutAbsent(ctx, making, nil, s.Fill); err != nil || !mine {
		return nil, false, err
	}
	f.making = making
	if now, err = s.read(ctx, f.answer); err != nil || now == nil || now.Accept != f.accept {
		return nil, true, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.timeout) // others wait, whoever has gone
	defer cancel()
	return now, false, s.release(ctx, f)
}

// release lets another request replace the answer.
func (s *ServerCache) release(ctx context.Context, f *fill) error {
	if f.making == "" {
		return nil
	}
	return s.Blobs.Put(ctx, f.making, nil, 0)
}

// isFresh is the value of a mark whose answer is there. While one is made the mark is empty.
const isFresh = "fresh"

// read returns what is kept at a key, nil when nothing is.
func (s *ServerCache) read(ctx context.Context, key string) (*stored, error) {
	value, there, err := s.Blobs.Get(ctx, key)
	if err != nil || !there {
		return nil, err
	}
	return s.stored(value), nil
}

// readMarked is read, with the value of a mark, nil where it is not there, in one question
// to the store. The mark is asked for first: where it says that the answer is there, the
// answer is not one that comes in between.
func (s *ServerCache) readMarked(ctx context.Context, key, mark string) (there *stored, marked []byte, err error) {
	values, err := s.many.GetMany(ctx, mark, key)
	if err == nil && values[1] != nil {
		there = s.stored(values[1])
	}
	if err == nil {
		marked = values[0]
	}
	return there, marked, err
}

// stored is what a value holds. One that cannot be read, which a replica of another version
// may have written, is taken for none, and made anew.
func (s *ServerCache) stored(value []byte) *stored {
	text, err := unversioned(value)
	k := &stored{}
	if err == nil && (json.Unmarshal(text, k) != nil || k.Accepts == nil && k.Answer.Status != http.StatusOK) {
		err = errors.New("what is stored cannot be read")
	}
	if err != nil {
		s.Complain(err)
		return nil
	}
	return k
}

func (s *ServerCache) encoded(c *router.Context, next func() error) error {
	if f, _ := s.fills.Get(c); f != nil {
		return f.encoded(c, next)
	}
	return next()
}

// keep stores an answer, and names what it depends on.
func (s *ServerCache) keep(c *router.Context, next func() error) error {
	if h := c.ResponseWriter().Header(); len(s.Vary) > 0 {
		h.Set("Vary", varying(h["Vary"], s.Vary))
	}
	s.end(c)
	return next()
}

// end stores an answer that this request has made, once: keep is not asked where a hook in
// front fails, nor where the connection is cut.
func (s *ServerCache) end(c *router.Context) {
	f, _ := s.fills.Get(c)
	if f == nil || f.again != nil {
		return
	}
	s.fills.Set(c, nil)
	c.Request().URL = f.asked
	s.store(context.WithoutCancel(c.Context()), c, f)
}

// store keeps an answer, or lets another request make it where this one is not kept, and
// tells those that wait. What the store did not do in the time of one use is no reason to
// let them wait, so the end is a use of its own. Uses tell the log.
func (s *ServerCache) store(ctx context.Context, c *router.Context, f *fill) {
	mark, place := f.fresh, f.answer
	answer, kept := s.storable(c, f)
	if kept {
		kept = s.Use(ctx, func(ctx context.Context) error { return s.put(ctx, f, answer) }) == nil
	}
	_ = s.Use(ctx, func(ctx context.Context) error {
		r := c.Response()
		switch {
		case kept && f.varies:
			return errors.Join(s.arrivals.tell(ctx, f.all), s.arrivals.tell(ctx, f.answer))
		case kept:
			return s.arrivals.tell(ctx, f.answer)
		case f.stale && r != nil && r.Status >= http.StatusInternalServerError:
			// What is old is sent to the others until the mark ends.
			return errors.Join(s.Blobs.Put(ctx, mark, []byte(isFresh), s.Fill), s.release(ctx, f))
		}
		err := errors.Join(s.Blobs.Put(ctx, mark, nil, 0), s.release(ctx, f))
		if mark != f.fresh {
			err = errors.Join(err, s.Blobs.Put(ctx, f.fresh, nil, 0))
		}
		return errors.Join(err, s.arrivals.tell(ctx, place))
	})
}

// put keeps an answer, in its place among others where it depends on Accept.
func (s *ServerCache) put(ctx context.Context, f *fill, answer stored) error {
	var err error
	if f.varies || httpfield.Has(answer.Answer.vary(), "Accept") {
		err = s.placed(ctx, f)
		answer.Accept = f.accept
	}
	if err == nil {
		err = s.write(ctx, f.answer, answer)
	}
	if err != nil {
		return err
	}
	return errors.Join(s.Blobs.Put(ctx, f.fresh, []byte(isFresh), s.MaxAge), s.release(ctx, f))
}

// placed names the place of an answer before it is there, so that a request for something
// else does not look at it; who asks for the same waits for the mark.
func (s *ServerCache) placed(ctx context.Context, f *fill) error {
	there, err := s.read(ctx, f.all)
	if err != nil {
		return err
	}
	var known []string
	if there != nil {
		known = there.Accepts
	}
	forAll := f.fresh
	known = f.vary(s.flag, known)
	err = errors.Join(s.Blobs.Put(ctx, f.fresh, nil, s.Fill), s.write(ctx, f.all, stored{Accepts: known}))
	if err == nil && forAll != f.fresh {
		err = s.Blobs.Put(ctx, forAll, nil, 0)
	}
	return err
}

func (s *ServerCache) write(ctx context.Context, key string, k stored) error {
	text, err := json.Marshal(k)
	if err != nil {
		return err
	}
	return s.Blobs.Put(ctx, key, append([]byte{keptVersion}, text...), s.MaxAge+s.Stale)
}

// storable is the answer, where it may be kept.
func (s *ServerCache) storable(c *router.Context, f *fill) (k stored, ok bool) {
	if f.made == nil || c.Err() != nil || f.made.Status != http.StatusOK || len(f.made.Body) > s.MaxAnswer {
		return k, false
	}
	k.Answer = *f.made
	k.Answer.Written = f.written
	k.Answer.forAll()
	for _, h := range []http.Header{c.ResponseWriter().Header(), f.made.Header} {
		control := strings.ToLower(strings.Join(h["Cache-Control"], ","))
		if h["Set-Cookie"] != nil || strings.Contains(control, "private") || strings.Contains(control, "no-store") {
			return k, false
		}
	}
	return k, s.tells(k.Answer.vary())
}

// tells reports whether answers are kept apart by all headers that one depends on.
func (s *ServerCache) tells(vary []string) bool {
	known := append(slices.Clip(s.Vary), "Accept")
	for name := range httpfield.Elements(vary) {
		if !httpfield.Has(known, name) {
			return false
		}
	}
	return true
}
