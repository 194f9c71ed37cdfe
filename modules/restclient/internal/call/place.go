package call

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/shared"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// place is where the answer to a read is shared. A nil place is of what is not shared.
type place struct {
	*shared.Place
	of    *read
	level *shared.Level
	seen  seen
}

// seen is what was last found of an answer that is stored as it was found.
type seen struct {
	place    *shared.Place
	of       *content // that the place was made for
	answer   *shared.Answer
	key      any // of the entity that the answer is; nil for other answers
	revision uint64
}

// String is for tools that show what is stored.
func (s seen) String() string { return fmt.Sprintf("shared at revision %d", s.revision) }

func seenIn(s Session) *store.Values { return store.ValuesOf[seen](s.Store()) }

// placeOf returns the place of the answer to a read: none for an identity without a name,
// for what is not saved either, and for a page, which the server is asked for in any case.
func placeOf(r *read) *place {
	s := r.Client.Sharing
	if s == nil || r.Client.Parent != nil && r.Client.ID == "" || r.Request.Method != http.MethodGet || r.Endpoint.IsUnsaved() || r.Endpoint.isPage() {
		return nil
	}
	in := s.contentOf(r.Endpoint)
	if was, status := store.Value[seen](seenIn(r.Session), nil, r.Request.ID); status != store.Missing && was.of == in {
		return &place{Place: was.place.Again(), of: r, level: s.Level, seen: was}
	}
	about := shared.Read{
		Identity: r.Client.Every, Method: r.Request.Method, URL: r.Request.URL, Variant: r.Request.Variant, Of: in.parts(r.Call),
	}
	at := s.Level.Place(about)
	return &place{Place: at, of: r, level: s.Level, seen: seen{place: at.Again(), of: in}}
}

// find stores the answer that another process has read. It returns false where no process
// has, and where the server is to be asked in any case.
func (p *place) find(ctx context.Context, w *store.Write) (value any, found bool) {
	if p == nil {
		return nil, false
	}
	r := p.of
	if r.forced() {
		p.level.Look(ctx, p.Place)
		return nil, false
	}
	if w.Start = r.Store().Begin(); r.batched() {
		var err error
		if w.Start, err = r.Space.looks.wait(ctx, p); err != nil {
			return nil, false
		}
	}
	return p.look(ctx, w)
}

// look is find for a read that has begun with w.
func (p *place) look(ctx context.Context, w *store.Write) (value any, found bool) {
	r := p.of
	before := p.stored()
	kept := p.level.Find(ctx, p.Place, before)
	if kept == nil || int64(len(kept.Body)) > r.Client.MaxBody {
		return nil, false
	}
	reply := &answer.Reply{Reply: exchange.KeptReply(kept.Status, kept.Header, kept.Body, kept.Age), Request: r.Request}
	if r.Endpoint.ttl(reply) <= 0 {
		return nil, false
	}
	if kept.Same(before) {
		r.Allow(w, reply)
		if value, found = p.renew(*w, reply); found {
			return value, true
		}
		return p.find(ctx, w) // what is stored has changed: with its body
	}
	a, err := r.accept(w, reply, func(w store.Write, key any, a answer.Answer) {
		if a.Confirmed(w) { // otherwise a mutation has set something else meanwhile
			p.note(w, kept.Head(), key)
		}
	})
	if err != nil { // the server is asked
		r.Client.Logger.WarnContext(ctx, "shared answer cannot be used", "op", r.Request.Op, "err", err)
		return nil, false
	}
	return a.Value(), true
}

// stored is what was found before, nil when something else is stored. An answer that pages
// were added to is still there.
func (p *place) stored() *shared.Answer {
	r := p.of
	if p.seen.answer == nil || r.hasGrown(store.Write{}) {
		return p.seen.answer
	}
	keeper := r.Endpoint.keeper()
	if keeper == nil {
		return nil
	}
	if _, revision := keeper.Known(r.Store(), r.Request); revision == 0 || revision != p.seen.revision {
		return nil
	}
	return p.seen.answer
}

// hasGrown reports whether pages were added to the stored answer.
func (c Call) hasGrown(w store.Write) bool {
	growing := c.Endpoint.growing()
	return growing != nil && growing.Grown(c.Store(), w, c.Request)
}

// renew makes fresh what is stored. It is false when that has changed, and forgets it.
func (p *place) renew(w store.Write, reply *answer.Reply) (value any, current bool) {
	r := p.of
	r.Commit(w, func(w store.Write) {
		if current = r.hasGrown(w); current { // not with its validator, which says nothing of pages
			r.Endpoint.growing().Renew(r.Store(), w, r.Request, nil)
			r.Space.failures().Delete(w, r.Request.ID)
		}
	})
	if same := (known{validator{revision: p.seen.revision}, p.seen.key}); !current && r.Endpoint.keeper() != nil {
		current = same.renew(r.Call, w, reply)
	}
	if !current {
		p.seen.answer = nil
		return nil, false
	}
	value, status := r.newest()
	if status < store.Stale {
		p.seen.answer = nil
		return nil, false
	}
	return value, true
}

// note remembers what was found, in the commit that has stored it.
func (p *place) note(w store.Write, found *shared.Answer, key any) {
	keeper := p.of.Endpoint.keeper()
	if keeper == nil && p.of.Endpoint.growing() == nil {
		return
	}
	now := p.seen
	if now.answer, now.key, now.revision = found, key, 0; keeper != nil {
		now.revision = keeper.Revision(p.of.Store(), w, p.of.Request, key)
	}
	seenIn(p.of.Session).Set(w, p.of.Request.ID, now)
}

// noteOwn remembers what was kept of an answer that w has stored, so that pages may be
// added to that. What is kept may be nil.
func (p *place) noteOwn(w store.Write, kept *shared.Answer) {
	if kept == nil || p.of.Endpoint.growing() == nil || p.of.Client.Sharing.Recheck < 0 {
		return
	}
	now := p.seen
	now.answer, now.key, now.revision = kept, nil, 0 // something else may be stored by now
	seenIn(p.of.Session).Set(w, p.of.Request.ID, now)
}

// member shares what the server has said in an answer to a read of several: as if it had
// been asked for that alone, which says nothing of the list.
func (p *place) member(ctx context.Context, list *answer.Reply, body []byte, fresh time.Duration) {
	header := http.Header{}
	for _, name := range []string{"Content-Type", "Cache-Control", "Date", "Age", "Vary"} {
		if values := list.Header[name]; values != nil {
			header[name] = values
		}
	}
	reply := &answer.Reply{Reply: exchange.KeptReply(list.Status, header, body, 0), Request: p.of.Request}
	p.keepFor(ctx, reply, min(fresh, p.of.Endpoint.ttl(reply)))
}

// prepare is called before the server is asked.
func (p *place) prepare(ctx context.Context) {
	if p != nil {
		p.level.Prepare(ctx, p.Place)
	}
}

// shares reports whether others may have what the server has answered.
func (p *place) shares(reply *answer.Reply) bool {
	return p != nil && !reply.NoStore() && !reply.VariesByAll() && (!reply.IsPrivate() || p.of.Client.Parent != nil)
}

// keep shares what the server has answered and w has stored, unless that says otherwise.
func (p *place) keep(ctx context.Context, w store.Write, reply *answer.Reply) {
	if p != nil {
		p.noteOwn(w, p.keepFor(ctx, reply, p.of.Endpoint.ttl(reply)))
	}
}

func (p *place) keepFor(ctx context.Context, reply *answer.Reply, fresh time.Duration) *shared.Answer {
	if !p.shares(reply) || reply.Status != http.StatusOK {
		return nil
	}
	return p.level.Keep(ctx, p.Place, shared.Answer{Status: reply.Status, Header: reply.Header, Body: reply.Body}, fresh)
}

// confirm shares again what the server has confirmed with a response 304. A date confirms
// nothing here: two states of one second have the same.
func (p *place) confirm(ctx context.Context, w store.Write, reply *answer.Reply, tag string) {
	if said := reply.Header.Get("Etag"); !p.shares(reply) || tag == "" || said != "" && said != tag {
		return
	}
	header := reply.Header.Clone()
	header.Del("Content-Type") // of no body
	header.Set("Etag", tag)
	p.noteOwn(w, p.level.Renew(ctx, p.Place, shared.Answer{Status: http.StatusOK, Header: header}, p.of.Endpoint.ttl(reply)))
}
