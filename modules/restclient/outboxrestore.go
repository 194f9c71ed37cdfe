package restclient

import (
	"context"
	"encoding"
	"reflect"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/outbox"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// journalOf is the journal of one identity.
type journalOf struct {
	Journal
	id string
}

func (j journalOf) Append(record []byte) error {
	return j.Journal.Append(context.Background(), j.id, record)
}

func (j journalOf) Rewrite(records [][]byte) error {
	return j.Journal.Rewrite(context.Background(), j.id, records)
}

// newOutbox reads the queue of a client, and shows what is in it. Nothing is
// sent before setOnline.
func newOutbox(client *Client, sp *space) *Outbox {
	c := client.config.outbox
	o := &Outbox{client: client, config: c, waiting: map[string]*waiting{}, wake: make(chan struct{}, 1)}
	records, err := c.journal.Records(context.Background(), client.id)
	o.fault(err)
	o.queue, err = outbox.Open(records, journalOf{c.journal, client.id}, c.limits)
	o.fault(err)
	s := session{client: client, space: sp}
	for _, entry := range o.queue.Entries() {
		ep := o.endpoint(entry)
		o.waiting[entry.ID] = &waiting{ep: ep, layer: o.show(o.mutation(s, ep, entry), nil)}
	}
	return o
}

// endpoint finds that of an entry. One that is not named any more is sent all the
// same; nothing is known about its answer.
func (o *Outbox) endpoint(entry outbox.Entry) *endpoint {
	if e := o.config.endpoints[entry.Endpoint]; e != nil {
		return e
	}
	return &endpoint{declared: declare.Endpoint{Settings: declare.Settings{Name: entry.Op, Method: entry.Method}}, schema: plainOf[None]()}
}

// mutation makes that of an entry.
func (o *Outbox) mutation(s session, e *endpoint, entry outbox.Entry) mutation {
	r := &answer.Request{Request: exchange.Request{
		Call:    declare.Call{Op: entry.Op, Method: entry.Method, Path: e.declared.Path, Header: entry.Header.Clone()},
		Mutates: true, Body: entry.Body, Format: entry.Format,
	}}
	r.SetURL(entry.URL)
	if r.Header.Get(policy.KeyHeader) == "" {
		r.SetHeader(policy.KeyHeader, entry.ID)
	}
	if entry.List != nil {
		r.List = *entry.List
	}
	if k, ok := e.schema.(keyed); ok {
		r.Key, r.Draft = o.keyOf(k.Kind(), entry.About), o.keyOf(k.Kind(), entry.Draft)
	}
	return mutation{s, e, r}
}

// name writes a primary key out; none for nil.
func (o *Outbox) name(k *entity.Kind, key any) outbox.Key {
	if key == nil {
		return outbox.Key{}
	}
	data, err := o.client.config.codec.Marshal(key)
	if err != nil {
		return outbox.Key{}
	}
	return outbox.Key{Type: kindName(k), Text: keyText(key, data), JSON: data}
}

func kindName(k *entity.Kind) string { return k.Type().PkgPath() + "." + k.Type().Name() }

// keyText returns a key as it is in URLs. For keys of several fields, that is
// their JSON: they are compared, but never looked for in a URL.
func keyText(key any, data []byte) string {
	if m, ok := key.(encoding.TextMarshaler); ok {
		if text, err := m.MarshalText(); err == nil {
			return string(text)
		}
	}
	switch v := reflect.ValueOf(key); {
	case v.Kind() == reflect.String:
		return v.String()
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	}
	return string(data)
}

// keyOf reads a primary key; nil when it is none of that kind.
func (o *Outbox) keyOf(k *entity.Kind, name outbox.Key) any {
	if name.IsZero() || name.Type != kindName(k) {
		return nil
	}
	to := reflect.New(k.KeyType())
	if err := o.client.config.codec.Unmarshal(name.JSON, to.Interface()); err != nil {
		return nil
	}
	return to.Elem().Interface()
}

// rename says that the server has given what an entry made the key made; nil when
// that is the key that it had before.
func (o *Outbox) rename(e *endpoint, entry outbox.Entry, made any) *outbox.Rename {
	k, ok := e.schema.(keyed)
	if !ok || entry.Draft.IsZero() || made == nil {
		return nil
	}
	to := o.name(k.Kind(), made)
	if to.IsZero() || to.Text == entry.Draft.Text {
		return nil
	}
	return &outbox.Rename{From: entry.Draft, To: to}
}

// showAgain shows what is queued about an entity that has got its real key. It
// joins the commit that stores that entity.
func (o *Outbox) showAgain(s session, w entity.Write, end outbox.End) {
	if end.Rename == nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, entry := range o.queue.Entries() {
		one := o.waiting[entry.ID]
		if one == nil || entry.ID == end.IDs[0] || !entry.Mentions(end.Rename.From) {
			continue
		}
		outbox.Names{*end.Rename}.Apply(&entry)
		one.layer.Remove(w)
		one.layer = expectation(o.mutation(s, one.ep, entry), w)
	}
}

// realNames puts the real keys of entities into a request that has those that
// were made up.
func (o *Outbox) realNames(e *endpoint, r *answer.Request) {
	if o == nil || !o.named.Load() {
		return
	}
	entry := outbox.Entry{URL: r.URL, Body: r.Body, List: &r.List}
	k, hasKey := e.schema.(keyed)
	if hasKey {
		entry.About = o.name(k.Kind(), r.Key)
	}
	o.queue.Names().Apply(&entry)
	r.Body, r.List = entry.Body, *entry.List
	r.SetURL(entry.URL)
	if hasKey && r.Key != nil {
		r.Key = o.keyOf(k.Kind(), entry.About)
	}
}
