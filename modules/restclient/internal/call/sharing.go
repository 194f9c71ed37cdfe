package call

import (
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
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

	contents sync.Map // of *content, by what the schema of an endpoint is about
}

// Everything names all that is read for an identity, which others do not learn.
func (s *Sharing) Everything(identity string) string { return "every " + s.Level.Hidden(identity) }

// Trusted is for how long something is fresh here that is fresh for so long.
func (c *Client) Trusted(fresh time.Duration) time.Duration {
	if c.Sharing == nil || c.Sharing.Recheck < 0 {
		return fresh
	}
	return min(fresh, c.Sharing.Recheck)
}

// Rechecks reports whether each read looks at the level, and waits for that.
func (c *Client) Rechecks() bool { return c.Sharing != nil && c.Sharing.Recheck == 0 }

// content says which entities are in the answers of an endpoint.
type content struct {
	own    *store.Kind   // of the entity that an answer is; nil for others
	inside []*store.Kind // of what is in it, at whatever depth
	keyed  bool          // the arguments hold the key of the entity that the answer is
}

// contentOf finds out what is in the answers of an endpoint, once.
func (s *Sharing) contentOf(e *Endpoint) *content {
	var about any = e.Declared.Place()
	one, isOne := e.Schema.(interface{ Kind() *store.Kind })
	if isOne {
		about = one.Kind()
	}
	type key struct{ about, schema any }
	k := key{about, reflect.TypeOf(e.Schema)}
	if member, ok := e.Schema.(answer.Entity); ok && !member.Member {
		k.schema = false // besides those of that type that are members
	}
	if c, ok := s.contents.Load(k); ok {
		return c.(*content)
	}
	made := &content{}
	if isOne {
		made.own, made.inside = one.Kind(), one.Kind().Inside()
		_, resolved := e.Schema.(answer.Resolver)
		entity, isEntity := e.Schema.(answer.Entity)
		made.keyed = !resolved && (!isEntity || entity.Member)
	} else if saver, ok := e.Schema.(answer.Saver); ok {
		made.inside = savedKinds(saver)
	}
	c, _ := s.contents.LoadOrStore(k, made)
	return c.(*content)
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
	return "entity " + c.own.Name() + " " + strings.Trim(string(text), `"`), true
}

// at names what is at the URL of a call.
func at(c Call) string {
	url, _, _ := strings.Cut(c.Request.URL, "?")
	return "at " + url
}

// parts names what the answer to a read is made of.
func (c Call) parts() []string {
	names := append(make([]string, 0, 4), c.Client.Every, at(c))
	in := c.Client.Sharing.contentOf(c.Endpoint)
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
func (c Call) touched() []string {
	names := []string{at(c)}
	in := c.Client.Sharing.contentOf(c.Endpoint)
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
func (m Mutation) changed(keys []any) []string {
	names := []string{at(m.Call)}
	in := m.Client.Sharing.contentOf(m.Endpoint)
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

// replaceTouched makes nobody find an answer any more.
func (c Call) replaceTouched(ctx context.Context, t answer.Touch) error {
	if c.Client.Sharing == nil {
		return nil
	}
	if err := c.Client.replace(ctx, c.touched(), t, true); err != nil {
		return c.Client.Faults.New(c.Request, fault.KindOf(err), err)
	}
	return nil
}

// ReplaceAll makes nobody find any answer for the identity.
func (c *Client) ReplaceAll(ctx context.Context) error {
	if c.Sharing == nil {
		return nil
	}
	return c.replace(ctx, []string{c.Every}, answer.Expire, true)
}

// replaceChanged makes nobody find what a mutation has changed, or may have.
func (m Mutation) replaceChanged(keys []any) {
	if m.Client.Sharing != nil {
		_ = m.Client.replace(context.Background(), m.changed(keys), answer.Expire, false) // which tells the log
	}
}

func (c *Client) replace(ctx context.Context, names []string, t answer.Touch, insist bool) error {
	return c.Sharing.Level.Replace(ctx, shared.News{Of: names, Drop: t == answer.Invalidate, By: c.Every}, insist)
}

// shares reports whether the answer to a read may be shared: not that for an identity
// without a name, and none whose arguments say that it is secret.
func (r *read) shares() bool {
	return r.Client.Sharing != nil && (r.Client.Parent == nil || r.Client.ID != "") &&
		r.Request.Method == http.MethodGet && !r.Endpoint.IsUnsaved()
}

// findShared stores the answer that another process has read, if there is one. At is
// where it is, nil for what is not shared.
func (r *read) findShared(ctx context.Context, w *store.Write) (at *shared.Place, found *answer.Answer) {
	if !r.shares() {
		return nil, nil
	}
	level := r.Client.Sharing.Level
	at = level.Place(shared.Read{Identity: r.Client.Every, Method: r.Request.Method, URL: r.Request.URL, Variant: r.Request.Variant, Of: r.parts()})
	if r.forced() {
		level.Look(ctx, at)
		return at, nil
	}
	w.Start = r.Store().Begin()
	kept := level.Find(ctx, at)
	if kept == nil || int64(len(kept.Body)) > r.Client.MaxBody {
		return at, nil
	}
	reply := &answer.Reply{Reply: exchange.KeptReply(kept.Status, kept.Header, kept.Body, kept.Age), Request: r.Request}
	if r.Endpoint.ttl(reply) <= 0 {
		return at, nil
	}
	a, err := r.accept(w, reply)
	if err != nil { // the server is asked
		r.Client.Logger.WarnContext(ctx, "shared answer cannot be used", "op", r.Request.Op, "err", err)
		return at, nil
	}
	return at, &a
}

// prepareShared is called before the server is asked.
func (r *read) prepareShared(ctx context.Context, at *shared.Place) {
	if at != nil {
		r.Client.Sharing.Level.Prepare(ctx, at)
	}
}

// keepShared shares what the server has answered, unless that says otherwise.
func (r *read) keepShared(ctx context.Context, at *shared.Place, reply *answer.Reply) {
	if at == nil || reply.Status != http.StatusOK || reply.NoStore() || reply.VariesByAll() || reply.IsPrivate() && r.Client.Parent == nil {
		return
	}
	r.Client.Sharing.Level.Keep(ctx, at, shared.Answer{Status: reply.Status, Header: reply.Header, Body: reply.Body}, r.Endpoint.ttl(reply))
}

// Hear makes stale what other processes, or the clients of other identities, have
// changed.
func (c *Client) Hear(news []shared.News) {
	sp := c.Home.Load()
	for _, n := range news {
		switch {
		case len(n.Of) == 0:
			c.expireAll(sp)
		case !n.Own || n.By != c.Sharing.Level.Hidden(c.Every):
			c.hear(sp, n)
		}
	}
}

// expireAll makes all stale that has been read.
func (c *Client) expireAll(sp *Space) {
	for _, a := range sp.Answers.All() {
		a.TouchHere(answer.Expire)
	}
	for _, kind := range c.Sharing.kinds() {
		kind.In(sp.Store).ExpireAll()
	}
}

func (c *Client) hear(sp *Space, n shared.News) {
	changed := map[string]bool{}
	for _, name := range n.Of {
		changed[name] = true
	}
	touch := answer.Touch(n.Drop)
	for _, a := range sp.Answers.All() {
		if slices.ContainsFunc(a.parts(), func(name string) bool { return changed[name] }) {
			a.TouchHere(touch)
		}
	}
	for _, kind := range c.Sharing.kinds() { // entities that came as a part of something else
		table := kind.In(sp.Store)
		if changed["all "+kind.Name()] {
			table.ExpireAll()
		}
		for _, name := range n.Of {
			text, ok := strings.CutPrefix(name, "entity "+kind.Name()+" ")
			if key := keyOf(kind, text); ok && key != nil && n.Drop {
				table.Invalidate(key)
			} else if ok && key != nil {
				table.Expire(key)
			}
		}
	}
}

// kinds are those that were read or changed.
func (s *Sharing) kinds() []*store.Kind {
	var all []*store.Kind
	s.contents.Range(func(_, c any) bool {
		if own := c.(*content).own; own != nil {
			all = append(all, own)
		}
		all = append(all, c.(*content).inside...)
		return true
	})
	slices.SortFunc(all, func(a, b *store.Kind) int { return strings.Compare(a.String(), b.String()) })
	return slices.Compact(all)
}

// keyOf reads the key in the name of an entity, nil for what is none.
func keyOf(kind *store.Kind, text string) any {
	key := reflect.New(kind.KeyType())
	if json.Unmarshal([]byte(text), key.Interface()) != nil {
		quoted, err := json.Marshal(text)
		if err != nil || json.Unmarshal(quoted, key.Interface()) != nil {
			return nil
		}
	}
	return key.Elem().Interface()
}
