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
	since    store.Stamp // when the list or object was stored that the answer is; 0 when something else was
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
		if w.Start, err = r.Space.looks.wait(ctx, p.Place, p.level, r.Store()); err != nil {
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
	fresh := r.ttl(reply)
	if fresh <= 0 {
		return nil, false
	}
	if kept.Same(before) {
		r.allowFor(w, reply, fresh)
		same := known{validator{revision: p.seen.revision}, p.seen.key}
		if value, found = p.renew(*w, same); found {
			return value, true
		}
		return p.find(ctx, w) // what is stored has changed: with its body
	}
	if kept.Same(p.seen.answer) && p.hasGrown() {
		return p.again(w, reply)
	}
	looked := r.Store().Begin()
	a, err := r.accept(w, reply, func(w store.Write, key any, a answer.Answer) {
		if a.Confirmed(w) { // otherwise a mutation has set something else meanwhile
			p.note(w, kept.Head(), key, looked)
		}
	})
	if err != nil { // the server is asked
		r.Client.Logger.WarnContext(ctx, "shared answer cannot be used", "op", r.Request.Op, "err", err)
		return nil, false
	}
	if p.isRefused(looked) || r.isDoubtedSince(r.unsure) {
		return p.find(ctx, w)
	}
	return a.Value(), true
}

// isRefused reports whether a list was not stored behind a stamp, because something was
// added to it meanwhile, where that is not to be shown without what the answer says.
func (p *place) isRefused(behind store.Stamp) bool {
	if p == nil || !p.of.Client.Sharing.Rechecks() {
		return false
	}
	since, _ := p.grown(store.Write{})
	return since != 0 && since <= behind
}

// again stores anew what is in an answer that pages were added to since. The validator is
// left alone, because it says nothing of them.
func (p *place) again(w *store.Write, reply *answer.Reply) (value any, found bool) {
	r := p.of
	a, err := r.Endpoint.growing().DecodeAgain(r.Store(), reply)
	if err != nil {
		return nil, false
	}
	r.Allow(w, reply)
	r.Commit(*w, func(w store.Write) {
		a.Store(w)
		r.Space.failures().Delete(w, r.Request.ID)
	})
	value, status := r.newest()
	return value, status >= store.Stale
}

// hasGrown reports whether pages were added to what was found before, all of which were
// asked for since.
func (p *place) hasGrown() bool {
	since, ok := p.grown(store.Write{})
	return ok && since != 0 && since == p.seen.since
}

func (p *place) grown(w store.Write) (since store.Stamp, ok bool) {
	growing := p.of.Endpoint.growing()
	if growing == nil {
		return 0, false
	}
	return growing.Grown(p.of.Store(), w, p.of.Request)
}

// storedSince is when the answer was stored, 0 when that was not behind a stamp: the answer
// was refused then.
func (p *place) storedSince(w store.Write, behind store.Stamp) store.Stamp {
	if since, _ := p.grown(w); since > behind {
		return since
	}
	return 0
}

// stored is what was found before, nil when something else is stored.
func (p *place) stored() *shared.Answer {
	r := p.of
	keeper := r.Endpoint.keeper()
	if keeper == nil || p.seen.answer == nil {
		return nil
	}
	if _, revision := r.revision(keeper); revision == 0 || revision != p.seen.revision {
		return nil
	}
	return p.seen.answer
}

// renew makes fresh what is stored. It is false when that has changed, and forgets it.
func (p *place) renew(w store.Write, same known) (value any, current bool) {
	r := p.of
	if current = same.renew(r.Call, w, nil); !current {
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

// note remembers what was found by looked, in the commit that has stored it.
func (p *place) note(w store.Write, found *shared.Answer, key any, looked store.Stamp) {
	keeper := p.of.Endpoint.keeper()
	if keeper == nil && p.of.Endpoint.growing() == nil {
		return
	}
	now := p.seen
	now.answer, now.key, now.since = found, key, p.storedSince(w, looked)
	if now.revision = 0; keeper != nil {
		now.revision = keeper.Revision(p.of.Store(), w, p.of.Request, key)
	}
	seenIn(p.of.Session).Set(w, p.of.Request.ID, now)
}

// noteOwn remembers what was kept of an answer that was stored behind a stamp, so that
// pages may be added to that. What is kept may be nil.
func (p *place) noteOwn(w store.Write, kept *shared.Answer, behind store.Stamp) {
	if kept == nil || p.of.Client.Sharing.Recheck < 0 {
		return
	}
	now := p.seen
	now.answer, now.key, now.revision, now.since = kept, nil, 0, p.storedSince(store.Write{}, behind)
	if now.since != 0 {
		seenIn(p.of.Session).Set(w, p.of.Request.ID, now)
	}
}

// member shares what the server has said in an answer to a read of several: as if it had
// been asked for that alone, which says nothing of the list.
func (p *place) member(ctx context.Context, list *answer.Reply, body []byte, fresh time.Duration) {
	header := http.Header{}
	for _, name := range []string{"Content-Type", "Cache-Control", "Expires", "Date", "Age", "Vary"} {
		if values := list.Header[name]; values != nil {
			header[name] = values
		}
	}
	reply := &answer.Reply{Reply: exchange.KeptReply(list.Status, header, body, 0), Request: p.of.Request}
	p.keepFor(ctx, reply, min(fresh, p.of.ttl(reply)))
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

// keep shares what the server has answered, which w has stored behind a stamp, unless that
// says otherwise.
func (p *place) keep(ctx context.Context, w store.Write, reply *answer.Reply, behind store.Stamp) {
	if p != nil {
		p.noteOwn(w, p.keepFor(ctx, reply, p.of.ttl(reply)), behind)
	}
}

func (p *place) keepFor(ctx context.Context, reply *answer.Reply, fresh time.Duration) *shared.Answer {
	if !p.shares(reply) || reply.Status != http.StatusOK {
		return nil
	}
	return p.level.Keep(ctx, p.Place, shared.Answer{Status: reply.Status, Header: reply.Header, Body: reply.Body}, p.forOthers(reply, fresh))
}

// forOthers is for how long an answer is shared that is fresh for so long: without identity,
// no longer than the response says for caches that several users share.
func (p *place) forOthers(reply *answer.Reply, fresh time.Duration) time.Duration {
	if most, ok := reply.FreshForOthers(); ok && !p.of.Endpoint.ExpirySet && p.of.Client.Parent == nil {
		return min(fresh, most-reply.Age)
	}
	return fresh
}

// confirm shares again what the server has confirmed with a response 304. A date confirms
// nothing here: two states of one second have the same.
func (p *place) confirm(ctx context.Context, w store.Write, reply *answer.Reply, tag string, behind store.Stamp) {
	if said := reply.Header.Get("Etag"); !p.shares(reply) || tag == "" || said != "" && said != tag {
		return
	}
	header := reply.Header.Clone()
	header.Del("Content-Type") // of no body
	header.Set("Etag", tag)
	p.noteOwn(w, p.level.Renew(ctx, p.Place, shared.Answer{Status: http.StatusOK, Header: header}, p.forOthers(reply, p.of.ttl(reply))), behind)
}
