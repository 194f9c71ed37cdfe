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
	// it anew. Default: 0, all others wait for that one.
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

	// Vary are further headers of the request that the function reads, beside Accept. The
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
// Answers to GET of status 200 are kept, by path, query and Accept, with the headers that
// the function has set, and are sent for HEAD, too; not those with Set-Cookie, those whose
// Cache-Control says "private" or "no-store", and those whose Vary has a header that Vary of
// the options has not. Hooks behind see an answer that was kept as any other: name the
// flag in front of those of Cache and Compress, and behind those that say who asks. What
// streams, sends a Content or writes itself does not start with the flag.
type ServerCache struct {
	ServerCacheOptions
	*guarded
	many     state.ManyGetter
	fills    *router.Key[*fill]
	arrivals *arrivals
}

const maxTags = 16

// fill is an answer that this request makes for all.
type fill struct {
	answer, fresh string
	query         string      // of what counts
	asked         *url.URL    // by the client
	set           http.Header // by the function, and what is behind the flag
}

// stored is an answer as it is kept.
type stored struct {
	MediaType string
	Header    http.Header
	Body      []byte
}

// NewServerCache returns a cache for the routes of a flag. It panics without Blobs and
// MaxAge.
func NewServerCache(flag string, o ServerCacheOptions) *ServerCache {
	switch {
	case o.Blobs == nil:
		panic("flagpack: " + flag + ": Blobs is nil")
	case o.MaxAge < time.Millisecond:
		panic("flagpack: " + flag + ": MaxAge is less than a millisecond")
	case o.Stale < 0 || o.Fill < 0 || o.MaxAnswer < 0:
		panic("flagpack: " + flag + ": Stale, Fill or MaxAnswer is negative")
	}
	o.Fill, o.MaxAnswer = cmp.Or(o.Fill, 5*time.Second), cmp.Or(o.MaxAnswer, 1<<20)
	return &ServerCache{o, newGuarded(flag, o.Store), state.Many(o.Blobs), router.NewKey[*fill]("flagpack: fill of " + flag), newArrivals("answers:"+flag, o.Signals)}
}

// Install is the pack of the cache.
func (s *ServerCache) Install(r *router.Router) {
	r.Flag(router.Flag{
		Name: s.flag, Whole: true,
		Description: fmt.Sprintf("Answers are kept by the server for %v, for all replicas. While the store of the answers fails, they are made each time.", s.MaxAge),
	})
	r.BeforeFunctionCall(s.flag, s.find)
	r.BeforeResponse(s.flag, s.keep)
}

// Invalidate makes what was kept with one of the tags unreachable: when it returns, no
// request that comes is answered with it, on any replica. Where it returns an error some
// may be. It takes as long as Store says at most, and tries it also while the store is left
// alone.
func (s *ServerCache) Invalidate(ctx context.Context, tags ...string) error {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	for _, tag := range tags {
		if err := s.Blobs.Put(ctx, s.tagKey(tag), []byte(rand.Text()), s.tagLifetime()); err != nil {
			return fmt.Errorf("flag %s: invalidate %q: %w", s.flag, tag, err)
		}
	}
	return nil
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
	case c.Context().Err() != nil:
		return c.Context().Err()
	case err != nil:
		return next()
	case found != nil:
		return found.answer(c)
	case mine:
		s.fills.Set(c, f)
		f.limit(c.Request())
		f.set, err = headerSetBy(c, next)
		return err
	}
	return next()
}

// limit takes from the address what does not count: an answer for all has nothing of it,
// such as the links of a page. It stays so until the answer is made.
func (f *fill) limit(r *http.Request) {
	alone := *r.URL
	alone.RawQuery = f.query
	f.asked, r.URL = r.URL, &alone
}

// headerSetBy calls next and returns the headers that were set or added meanwhile.
func headerSetBy(c *router.Context, next func() error) (http.Header, error) {
	h := c.ResponseWriter().Header()
	before := h.Clone()
	err := next()
	set := http.Header{}
	for name, values := range h {
		if had := before[name]; len(had) <= len(values) && slices.Equal(had, values[:len(had)]) {
			values = values[len(had):]
		}
		if len(values) > 0 {
			set[name] = values
		}
	}
	return set, err
}

// wait waits for the answer that another request makes, as long as Fill says.
func (s *ServerCache) wait(ctx context.Context, f *fill) (found *stored, mine bool, err error) {
	s.arrivals.enter(f.answer)
	defer s.arrivals.leave(f.answer)
	end := time.NewTimer(s.Fill)
	defer end.Stop()
	for wait := firstWait; ; wait = min(2*wait, lastWait) {
		there, most := s.arrivals.next(f.answer, wait)
		if found, mine, err = s.look(ctx, f, http.MethodGet); found != nil || mine || err != nil {
			return found, mine, err
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
	parts := []string{c.Route().Path, r.URL.EscapedPath(), query.Encode(), strings.Join(r.Header["Accept"], ",")}
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
	err = s.Use(c.Context(), func(ctx context.Context) error {
		versions, err := s.versions(ctx, tags)
		parts = append(append(parts, tags...), versions...)
		return err
	})
	return &fill{answer: storeKey("answer", s.flag, parts...), fresh: storeKey("fresh", s.flag, parts...), query: query.Encode()}, err
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
// the clock of the store.
func (s *ServerCache) look(ctx context.Context, f *fill, method string) (found *stored, mine bool, err error) {
	err = s.Use(ctx, func(ctx context.Context) error {
		value, there, err := s.Blobs.Get(ctx, f.answer)
		if err != nil {
			return err
		}
		if method == http.MethodGet {
			mine, err = s.Blobs.PutAbsent(ctx, f.fresh, nil, s.Fill)
		}
		if err != nil || mine || !there {
			return err
		}
		found = &stored{}
		if len(value) == 0 || value[0] != keptVersion || json.Unmarshal(value[1:], found) != nil {
			return errors.New("what is stored cannot be read")
		}
		return nil
	})
	return found, mine, err
}

// answer renders what is kept, so that hooks behind see it.
func (k *stored) answer(c *router.Context) error {
	putBeside(c.ResponseWriter().Header(), k.Header)
	return c.Render(router.Bytes{MediaType: k.MediaType, Data: k.Body})
}

// keep stores an answer as it is before the hooks behind, and names what it depends on.
func (s *ServerCache) keep(c *router.Context, next func() error) error {
	if h := c.ResponseWriter().Header(); len(s.Vary) > 0 {
		h.Set("Vary", varying(h["Vary"], s.Vary))
	}
	f, mine := s.fills.Get(c)
	if !mine || f == nil {
		return next()
	}
	s.fills.Set(c, nil)
	c.Request().URL = f.asked
	_ = s.Use(context.WithoutCancel(c.Context()), func(ctx context.Context) error { // which tells the log
		if err := s.store(ctx, c, f); err != nil {
			return err
		}
		return s.arrivals.tell(ctx, f.answer)
	})
	return next()
}

// store keeps an answer, or lets another request make it where this one is not kept.
func (s *ServerCache) store(ctx context.Context, c *router.Context, f *fill) error {
	answer, ok := s.storable(c, f)
	if !ok {
		return s.Blobs.Put(ctx, f.fresh, nil, 0)
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	if err := s.Blobs.Put(ctx, f.answer, append([]byte{keptVersion}, text...), s.MaxAge+s.Stale); err != nil {
		return errors.Join(err, s.Blobs.Put(ctx, f.fresh, nil, 0))
	}
	return s.Blobs.Put(ctx, f.fresh, nil, s.MaxAge)
}

// storable is the answer, where it may be kept.
func (s *ServerCache) storable(c *router.Context, f *fill) (a stored, ok bool) {
	r := c.Response()
	if r == nil || r.Streams || c.Err() != nil || r.Status != http.StatusOK || len(r.Body) > s.MaxAnswer {
		return a, false
	}
	sent := headerToKeep(c.ResponseWriter().Header(), r)
	control := strings.ToLower(strings.Join(sent["Cache-Control"], ","))
	a = stored{r.MediaType, headerToKeep(f.set, r), r.Body}
	return a, sent["Set-Cookie"] == nil && !strings.Contains(control, "private") && !strings.Contains(control, "no-store") && s.tells(a.Header["Vary"])
}

// tells reports whether answers are kept apart by all headers that one depends on.
func (s *ServerCache) tells(vary []string) bool {
	known := append(slices.Clip(s.Vary), "Accept")
	for _, line := range vary {
		for name := range strings.SplitSeq(line, ",") {
			name = strings.Trim(name, " \t")
			if name != "" && !slices.ContainsFunc(known, func(other string) bool { return strings.EqualFold(other, name) }) {
				return false
			}
		}
	}
	return true
}

// putBeside adds headers that were kept to those that hooks in front have set, which win
// but for those that add up.
func putBeside(h, kept http.Header) {
	for name, values := range kept {
		switch {
		case name == "Vary", name == "Set-Cookie":
			h[name] = append(slices.Clip(h[name]), values...)
		case h[name] == nil:
			h[name] = values
		}
	}
}

// headerToKeep are what has been set and the headers of the response, but for those of
// one request.
func headerToKeep(set http.Header, r *router.Response) http.Header {
	h := http.Header{}
	maps.Copy(h, set)
	maps.Copy(h, r.Header)
	if set["Vary"] != nil && r.Header["Vary"] != nil {
		h["Vary"] = slices.Concat(set["Vary"], r.Header["Vary"])
	}
	for _, name := range []string{"Date", "X-Request-Id", "Ratelimit", "Ratelimit-Policy", "Retry-After", "Connection"} {
		delete(h, name)
	}
	return h
}
