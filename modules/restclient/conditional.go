package restclient

import (
	stdjson "encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// validator is what a server has said about the state of a resource (RFC 9110,
// section 8.8), and the commit that stored that state.
type validator struct {
	etag         string
	lastModified string
	seq          uint64
}

// savedValidator is a validator as it is saved.
type savedValidator struct {
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"lastModified,omitempty"`
	Seq          uint64 `json:"seq"`
}

// MarshalJSON writes it to be saved.
func (v validator) MarshalJSON() ([]byte, error) {
	return stdjson.Marshal(savedValidator{v.etag, v.lastModified, v.seq})
}

// UnmarshalJSON reads what was saved.
func (v *validator) UnmarshalJSON(data []byte) error {
	var s savedValidator
	err := stdjson.Unmarshal(data, &s)
	*v = validator{s.ETag, s.LastModified, s.Seq}
	return err
}

// strong tells whether the entity tag is one that If-Match can be used with
// (RFC 9110, section 13.1.1).
func (v validator) strong() bool { return v.etag != "" && !strings.HasPrefix(v.etag, "W/") }

// revalidator is a schema whose answers can be kept when the server says that
// they have not changed.
type revalidator interface {
	// changedAt is the commit that changed the stored answer last.
	changedAt(s session, c *call) uint64
	// renew makes the stored answer fresh.
	renew(s session, w entity.Write, c *call)
}

func validators(s session) *entity.Values[validator] { return entity.ValuesOf[validator](s.store()) }

// validator finds what the server said about the stored answer to a read. It is
// false when the answer has changed since.
func (e *endpoint) validator(s session, c *call) (validator, bool) {
	v, status := validators(s).Get(c.id())
	if status == entity.Missing {
		return v, false
	}
	r, ok := e.schema.(revalidator)
	return v, ok && r.changedAt(s, c) == v.seq
}

// addConditions makes a read conditional, when its answer is stored.
func (e *endpoint) addConditions(s session, c *call) {
	v, ok := e.validator(s, c)
	if !ok {
		return
	}
	if _, status := e.schema.lookup(s.now(), c); status == entity.Missing {
		return
	}
	c.conditional = true
	c.setHeader("If-None-Match", v.etag)
	c.setHeader("If-Modified-Since", v.lastModified)
}

// confirmed is for a response 304: what is stored is right, and nothing of it
// is read again. Headers that come along are newer (RFC 9111, section 4.3.4).
func (e *endpoint) confirmed(s session, w entity.Write, r *reply) (any, error) {
	keeper, ok := e.schema.(revalidator)
	value, status := e.schema.lookup(s.now(), r.call)
	if !ok || status == entity.Missing {
		return value, r.fail(KindNoValue, errors.New("304 Not Modified for an answer that is not stored any more"))
	}
	s.store().Commit(w, func(w entity.Write) { keeper.renew(s, w, r.call) })
	e.keepValidator(s, w, r)
	value, _ = e.schema.lookup(s.now(), r.call)
	return value, nil
}

// keepValidator remembers what a response says about the state of what was read,
// or was changed and can be read at the same URL. One that varies with
// everything says nothing (RFC 9110, section 12.5.5).
func (e *endpoint) keepValidator(s session, w entity.Write, r *reply) {
	keeper, ok := e.schema.(revalidator)
	if !ok || r.call.method == http.MethodPost {
		return
	}
	v := validator{etag: r.header.Get("Etag"), lastModified: r.header.Get("Last-Modified")}
	id := r.call.readID()
	if r.status == http.StatusNotModified && v.etag == "" {
		v, _ = validators(s).Get(id)
	}
	if v == (validator{}) || slices.Contains(listed(r.header, "Vary"), "*") {
		validators(s).Delete(entity.Write{}, id)
		return
	}
	v.seq = keeper.changedAt(s, r.call)
	validators(s).Set(w, id, v)
}

// ttl is how long a response is fresh: as the endpoint declares, or else as the
// response says (RFC 9111, section 4.2.1), or else DefaultExpiry.
func (e *endpoint) ttl(r *reply) time.Duration {
	if e.expirySet {
		return e.expiry
	}
	for _, directive := range listed(r.header, "Cache-Control") {
		name, value := cutDirective(directive)
		switch name {
		case "no-store", "no-cache":
			return 0
		case "max-age":
			if seconds, err := strconv.ParseUint(strings.Trim(value, `"`), 10, 31); err == nil {
				return time.Duration(seconds)*time.Second - age(r.header)
			}
		}
	}
	return e.expiry
}

func cutDirective(directive string) (name, value string) {
	name, value, _ = strings.Cut(strings.ToLower(directive), "=")
	return name, value
}

// age is how old the response was when it came.
func age(h http.Header) time.Duration {
	seconds, err := strconv.ParseUint(h.Get("Age"), 10, 31)
	if err != nil {
		return 0
	}
	return time.Duration(seconds) * time.Second
}

// listed splits the values of a header that is a list.
func listed(h http.Header, name string) []string {
	var all []string
	for _, line := range h.Values(name) {
		for item := range strings.SplitSeq(line, ",") {
			if item = strings.TrimSpace(item); item != "" {
				all = append(all, item)
			}
		}
	}
	return all
}

func (es entitySchema) storedKey(s session, c *call) (key any, ok bool) {
	if k, ok := es.keyIn(c); ok {
		return k, true
	}
	return es.ref(s.now(), c)
}

func (es entitySchema) changedAt(s session, c *call) uint64 {
	k, ok := es.storedKey(s, c)
	if !ok {
		return 0
	}
	return es.table(s).ChangedAt(k)
}

func (es entitySchema) renew(s session, w entity.Write, c *call) {
	if k, ok := es.storedKey(s, c); ok {
		es.table(s).Renew(w, k)
	}
}

func (ls listSchema) changedAt(s session, c *call) uint64 { return ls.table(s).ListChangedAt(c.list) }

func (ls listSchema) renew(s session, w entity.Write, c *call) { ls.table(s).RenewList(w, c.list) }

func (p plainSchema) changedAt(s session, c *call) uint64 { return p.values(s).ChangedAt(c.id()) }

func (p plainSchema) renew(s session, w entity.Write, c *call) { p.values(s).Renew(w, c.id()) }
