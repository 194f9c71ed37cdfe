package call

import (
	stdjson "encoding/json"
	"maps"
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// validator is what a server has said about the state of a resource (RFC 9110,
// section 8.8), and the revision of that state in the store.
type validator struct {
	etag         string
	lastModified string
	revision     uint64
	control      string // Cache-Control
	expires      string
}

// String is for tools that show what is stored.
func (v validator) String() string { return strings.TrimSpace(v.etag + " " + v.lastModified) }

// savedValidator is a validator as it is saved.
type savedValidator struct {
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"lastModified,omitempty"`
	Revision     uint64 `json:"revision"`
	Control      string `json:"control,omitempty"`
	Expires      string `json:"expires,omitempty"`
}

// MarshalJSON writes it to be saved.
func (v validator) MarshalJSON() ([]byte, error) {
	return stdjson.Marshal(savedValidator{v.etag, v.lastModified, v.revision, v.control, v.expires})
}

// UnmarshalJSON reads what was saved.
func (v *validator) UnmarshalJSON(data []byte) error {
	var s savedValidator
	err := stdjson.Unmarshal(data, &s)
	*v = validator{s.ETag, s.LastModified, s.Revision, s.Control, s.Expires}
	return err
}

// strong reports whether the entity tag is one that If-Match can be used with
// (RFC 9110, section 13.1.1).
func (v validator) strong() bool { return v.etag != "" && !strings.HasPrefix(v.etag, "W/") }

// StrongTag is the strong entity tag of what a mutation has left, empty when it is
// not known.
func StrongTag(r *answer.Reply) string {
	if v := (validator{etag: r.Header.Get("Etag")}); v.strong() {
		return v.etag
	}
	return ""
}

// Validators returns what a store has of what servers have said.
func Validators(st *store.Store) *store.Values { return store.ValuesOf[validator](st) }

func validatorOf(s Session, id string) (validator, store.Status) {
	return store.Value[validator](s.Space.validators(), nil, id)
}

// known is what the server has said about the stored answer to a read. The zero
// known is of an answer that is not stored as the server has sent it.
type known struct {
	validator
	key any // of the entity; nil when it is found in the commit
}

func knownOf(c Call) known {
	keeper := c.Endpoint.keeper()
	v, status := validatorOf(c.Session, c.Request.ID)
	if keeper == nil || status == store.Missing {
		return known{}
	}
	key, revision := c.revision(keeper)
	if revision != v.revision {
		return known{}
	}
	if c.status(nil) == store.Missing {
		return known{}
	}
	return known{v, key}
}

func (k known) conditions() exchange.Conditions {
	return exchange.Conditions{ETag: k.etag, LastModified: k.lastModified}
}

// complete gives a response 304 the Cache-Control and the Expires of the stored answer
// where it has none of its own: what it does not say stays as it was (RFC 9111, section
// 3.2).
func (k known) complete(reply *answer.Reply) {
	for name, said := range map[string]string{"Cache-Control": k.control, "Expires": k.expires} {
		if said != "" && reply.Header.Get(name) == "" {
			h := http.Header{name: {said}}
			maps.Copy(h, reply.Header)
			reply.Header = h
		}
	}
}

// forbidsStale reports whether the answer to a read must not be used when it is stale:
// as the endpoint declares, or as the server has said with the last one, unless the
// endpoint says how long answers are fresh.
func (c Call) forbidsStale() bool {
	if c.Endpoint.InvalidIfStale || c.Endpoint.ExpirySet {
		return c.Endpoint.InvalidIfStale
	}
	v, _ := validatorOf(c.Session, c.Request.ID)
	return v.forbidsStale()
}

func (v validator) forbidsStale() bool {
	if v.control == "" {
		return false
	}
	said := exchange.Reply{Header: http.Header{"Cache-Control": {v.control}}}
	return said.ForbidsStale()
}

// isMeantBy reports whether a response 304 is about what was asked about: it has the same
// entity tag or, where one of the two has none, no other date (RFC 9111, section 4.3.4). A
// server that compares dates says 304 of something older, too.
func (k known) isMeantBy(reply *answer.Reply) bool {
	etag, modified := reply.Header.Get("Etag"), reply.Header.Get("Last-Modified")
	if etag != "" && k.etag != "" {
		return strings.TrimPrefix(etag, "W/") == strings.TrimPrefix(k.etag, "W/")
	}
	return modified == "" || k.lastModified == "" || modified == k.lastModified
}

// renew makes the stored answer fresh after a response 304: nothing of it is read
// again. Headers that come along are newer (RFC 9111, section 4.3.4); a nil reply has none.
// It is false when something else is stored than what was asked about, or the response is
// about something else.
func (k known) renew(c Call, w store.Write, reply *answer.Reply) (current bool) {
	if reply != nil && !k.isMeantBy(reply) {
		return false
	}
	keeper := c.Endpoint.keeper()
	c.Commit(w, func(w store.Write) {
		current = keeper.Revision(c.Store(), w, c.Request, k.key) == k.revision
		if current {
			keeper.Renew(c.Store(), w, c.Request, k.key)
			c.Space.failures().Delete(w, c.Request.ID)
			if reply != nil {
				keepValidator(c, w, reply, k.key, nil)
			}
		}
	})
	return current
}

// keepValidator remembers what a response says about the state of what was read,
// or was changed and can be read at the same URL, in the commit that has stored
// that state.
//
// Key is the key of the stored entity, nil when it is not known. Stored is the answer
// that was stored, nil when what was there has been confirmed. A
// mutation that says nothing leaves what is known: that the server gives entity
// tags, and that the one of the stored state is not known.
func keepValidator(c Call, w store.Write, reply *answer.Reply, key any, stored answer.Answer) {
	keeper := c.Endpoint.keeper()
	if keeper == nil || c.Request.Method == http.MethodPost {
		return
	}
	id := readID(c.Request)
	v, _ := validatorOf(c.Session, id)
	if !c.Request.Mutates {
		v.control, v.expires = strings.Join(reply.Header.Values("Cache-Control"), ", "), reply.Header.Get("Expires")
	}
	if etag := reply.Header.Get("Etag"); reply.Status != http.StatusNotModified || etag != "" {
		v.etag, v.lastModified = etag, reply.Header.Get("Last-Modified")
	}
	switch says := v.etag != "" || v.lastModified != "" || !c.Request.Mutates && reply.ForbidsStale(); {
	case says && !reply.VariesByAll():
		if stored != nil && !stored.Confirmed(w) {
			return
		}
		v.revision = keeper.Revision(c.Store(), w, c.Request, key)
		c.Space.validators().Set(w, id, v)
	case !c.Request.Mutates:
		c.Space.validators().Delete(w, id)
	}
}

// readID identifies the answer of a read of what a request is about.
func readID(r *answer.Request) string {
	if r.Mutates {
		return r.ReadID()
	}
	return r.ID
}
