package call

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/shared"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Sharing is what a client shares with those of other processes: answers to reads, which
// are below its store, and what it has changed.
//
// An answer is made of parts, which have names that are the same everywhere:
//
//	every ida      all that is read for an identity
//	at https://…   what is at a URL, whatever the query
//	entity Todo 7  one entity
//	all Todo       each entity of a kind: for changes of nobody knows which one
//	kind Todo      any entity of a kind: for answers in which nobody knows which ones are
type Sharing struct {
	Level *shared.Level
	// Recheck is for how long what was read is fresh here before the level is looked at
	// again; negative: as long as it is fresh anyway.
	Recheck time.Duration

	mu       sync.RWMutex
	contents map[about]*content // guarded by mu
}

// about is what the schema of an endpoint is about.
type about struct {
	kind   *store.Kind // nil for a place
	place  string
	schema reflect.Type // nil for entities besides those that are members; of what an entity is in, the result
}

// Everything names all that is read for an identity, which others do not learn.
func (s *Sharing) Everything(identity string) string { return "every " + s.Level.Hidden(identity) }

// Trusted is for how long something is fresh here that is fresh for so long. S may be nil.
func (s *Sharing) Trusted(fresh time.Duration) time.Duration {
	if s == nil || s.Recheck < 0 {
		return fresh
	}
	return min(fresh, s.Recheck)
}

// Rechecks reports whether each read looks at the level, and waits for that. S may be nil.
func (s *Sharing) Rechecks() bool { return s != nil && s.Recheck == 0 }

// content says which entities are in the answers of an endpoint.
type content struct {
	own    *store.Kind   // of the entity that an answer is; nil for others
	inside []*store.Kind // of what is in it, at whatever depth
	keyed  bool          // the arguments hold the key of the entity that the answer is
}

// contentOf finds out what is in the answers of an endpoint, once.
func (s *Sharing) contentOf(e *Endpoint) *content {
	k := about{schema: reflect.TypeOf(e.Schema)}
	one, isOne := e.Schema.(interface{ Kind() *store.Kind })
	if isOne {
		k.kind = one.Kind()
	} else {
		k.place = e.Declared.Place()
	}
	if member, ok := e.Schema.(answer.Entity); ok && !member.Member {
		k.schema = nil
	}
	enclosing, encloses := e.Schema.(answer.Enclosing)
	if encloses {
		k.schema = enclosing.Around().Result
	}
	s.mu.RLock()
	c := s.contents[k]
	s.mu.RUnlock()
	if c != nil {
		return c
	}
	made := &content{}
	if isOne {
		made.own, made.inside = one.Kind(), one.Kind().Inside()
		_, resolved := e.Schema.(answer.Resolver)
		entity, isEntity := e.Schema.(answer.Entity)
		made.keyed = !resolved && (!isEntity || entity.Member)
		if encloses {
			beside := slices.DeleteFunc(savedKinds(enclosing.Around()), func(k *store.Kind) bool { return k == made.own })
			made.inside = append(slices.Clip(made.inside), beside...)
		}
	} else if saver, ok := e.Schema.(answer.Saver); ok {
		made.inside = savedKinds(saver)
	}
	return s.keepContent(k, made)
}

// keepContent returns what was found out first.
func (s *Sharing) keepContent(k about, made *content) *content {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.contents[k]; c != nil {
		return c
	}
	if s.contents == nil {
		s.contents = map[about]*content{}
	}
	s.contents[k] = made
	return made
}

func savedKinds(s answer.Saver) []*store.Kind {
	kind, whole := s.Saves()
	if whole == nil {
		return store.Closure(kind)
	}
	if o, ok := whole.In(store.New()).(*store.Objects); ok {
		return store.Closure(o.Kinds()...)
	}
	return nil
}

// entity names the entity that a request is about, where that is known.
func (c *content) entity(key any) (name string, ok bool) {
	if c.own == nil || key == nil || reflect.TypeOf(key) != c.own.KeyType() {
		return "", false
	}
	text, err := json.Marshal(key)
	if err != nil {
		return "", false
	}
	// As an older version of the program has it whose keys are numbers.
	if n := len(text); text[0] == '"' {
		text = text[1 : n-1]
	}
	return "entity " + c.own.Name() + " " + string(text), true
}

// at names what is at the URL of a call.
func at(c Call) string {
	url, _, _ := strings.Cut(c.Request.URL, "?")
	return "at " + url
}

// parts names what the answer to a read is made of.
func (in *content) parts(c Call) []string {
	names := append(make([]string, 0, 4), c.Client.Every, at(c))
	if in.own != nil {
		if name, ok := in.entity(c.Request.Key); ok && in.keyed {
			names = append(names, name, "all "+in.own.Name())
		} else {
			names = append(names, "kind "+in.own.Name())
		}
	}
	for _, kind := range in.inside {
		names = append(names, "kind "+kind.Name())
	}
	return names
}

// touched names what changes when an answer is touched.
func (in *content) touched(c Call) []string {
	names := []string{at(c)}
	if in.own == nil {
		return names
	}
	if name, ok := in.entity(c.Request.Key); ok && in.keyed {
		return append(names, name, "kind "+in.own.Name())
	}
	return append(names, "kind "+in.own.Name(), "all "+in.own.Name())
}

// changed names what a mutation has changed, or may have. Keys are those of the entities
// that its answer is.
func (in *content) changed(m Mutation, keys []any) []string {
	names := []string{at(m.Call)}
	if in.keyed {
		keys = append(slices.Clip(keys), m.Request.Key)
	}
	known := false
	for _, key := range keys {
		if name, ok := in.entity(key); ok {
			known = true
			names = append(names, name)
		}
	}
	if in.own != nil {
		names = append(names, "kind "+in.own.Name())
	}
	if in.own != nil && !known {
		names = append(names, "all "+in.own.Name())
	}
	for _, kind := range in.inside { // nobody knows which ones
		names = append(names, "kind "+kind.Name(), "all "+kind.Name())
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Touched makes nobody find an answer any more. S may be nil.
func (s *Sharing) Touched(ctx context.Context, c Call, t store.Touch) error {
	if s == nil {
		return nil
	}
	if err := s.replace(ctx, c.Client, s.contentOf(c.Endpoint).touched(c), t, true); err != nil {
		return c.Client.Faults.New(c.Request, fault.KindOf(err), err)
	}
	return nil
}

// AllTouched makes nobody find any answer for the identity of a client. S may be nil.
func (s *Sharing) AllTouched(ctx context.Context, c *Client) error {
	if s == nil {
		return nil
	}
	return s.replace(ctx, c, []string{c.Every}, store.Expire, true)
}

// Changed makes nobody find what a mutation has changed, or may have. Keys are those of
// the entities that its answer is. S may be nil.
func (s *Sharing) Changed(m Mutation, keys []any) {
	if s != nil {
		names := s.contentOf(m.Endpoint).changed(m, keys)
		_ = s.replace(context.Background(), m.Client, names, store.Expire, false) // which tells the log
	}
}

// replace replaces kinds behind what is of them: who finds a list of a kind that was
// replaced finds no entity from before, so that what a page says of it, which the list is
// added to then, is not overwritten by that.
func (s *Sharing) replace(ctx context.Context, c *Client, names []string, t store.Touch, insist bool) error {
	news := shared.News{Drop: t == store.Invalidate, By: c.Every}
	for _, name := range names {
		if strings.HasPrefix(name, "kind ") {
			news.Then = append(news.Then, name)
		} else {
			news.Of = append(news.Of, name)
		}
	}
	return s.Level.Replace(ctx, news, insist)
}

// Hear makes stale what a client has read of what other processes, or the clients of
// other identities, have changed.
func (s *Sharing) Hear(c *Client, news []shared.News) {
	sp := c.Home.Load()
	for _, n := range news {
		switch {
		case len(n.Of) == 0:
			s.expireAll(sp)
		case !n.Own || n.By != s.Level.Hidden(c.Every):
			s.hear(sp, n)
		}
	}
}

// expireAll makes all stale that has been read.
func (s *Sharing) expireAll(sp *Space) {
	for _, c := range readOrReading(sp) {
		c.TouchHere(store.Expire)
	}
	for _, kind := range s.kinds() {
		kind.In(sp.Store).ExpireAll()
	}
}

func (s *Sharing) hear(sp *Space, n shared.News) {
	changed := map[string]bool{}
	for _, name := range n.Of {
		changed[name] = true
	}
	touch := store.Touch(n.Drop)
	for _, c := range readOrReading(sp) {
		if slices.ContainsFunc(s.contentOf(c.Endpoint).parts(c), func(name string) bool { return changed[name] }) {
			c.TouchHere(touch)
		}
	}
	isReading := len(sp.Reading()) > 0
	for _, kind := range s.kinds() { // entities that came as a part of something else, or will
		table := kind.In(sp.Store)
		if changed["all "+kind.Name()] {
			table.ExpireAll()
		}
		for _, name := range n.Of {
			text, ok := strings.CutPrefix(name, "entity "+kind.Name()+" ")
			if key := keyOf(kind, text); ok && key != nil && (isReading || table.Has(key)) {
				table.Touch(key, touch)
			}
		}
	}
}

// readOrReading are the reads that were answered, and those that will be.
func readOrReading(sp *Space) []Call {
	all := sp.Reading()
	for _, a := range sp.Answers.All() {
		all = append(all, a.Call)
	}
	return all
}

// kinds are those that were read or changed.
func (s *Sharing) kinds() []*store.Kind {
	var all []*store.Kind
	s.mu.RLock()
	for _, c := range s.contents {
		if c.own != nil {
			all = append(all, c.own)
		}
		all = append(all, c.inside...)
	}
	s.mu.RUnlock()
	slices.SortFunc(all, func(a, b *store.Kind) int { return strings.Compare(a.String(), b.String()) })
	return slices.Compact(all)
}

// keyOf reads the key in the name of an entity. It returns nil where it finds no key.
func keyOf(kind *store.Kind, text string) any {
	for _, written := range []string{`"` + text + `"`, text} {
		key := reflect.New(kind.KeyType())
		if json.Unmarshal([]byte(written), key.Interface()) == nil {
			return key.Elem().Interface()
		}
	}
	return nil
}
