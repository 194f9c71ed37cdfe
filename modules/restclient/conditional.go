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
	"github.com/trefoil-go/trefoil/modules/restclient/internal/answer"
)

// validator is what a server has said about the state of a resource (RFC 9110,
// section 8.8), and the revision of that state in the store.
type validator struct {
	etag         string
	lastModified string
	revision     uint64
}

// String is for tools that show what is stored.
func (v validator) String() string { return strings.TrimSpace(v.etag + " " + v.lastModified) }

// savedValidator is a validator as it is saved.
type savedValidator struct {
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"lastModified,omitempty"`
	Revision     uint64 `json:"revision"`
}

// MarshalJSON writes it to be saved.
func (v validator) MarshalJSON() ([]byte, error) {
	return stdjson.Marshal(savedValidator{v.etag, v.lastModified, v.revision})
}

// UnmarshalJSON reads what was saved.
func (v *validator) UnmarshalJSON(data []byte) error {
	var s savedValidator
	err := stdjson.Unmarshal(data, &s)
	*v = validator{s.ETag, s.LastModified, s.Revision}
	return err
}

// strong tells whether the entity tag is one that If-Match can be used with
// (RFC 9110, section 13.1.1).
func (v validator) strong() bool { return v.etag != "" && !strings.HasPrefix(v.etag, "W/") }

// keeper returns the schema of answers that can be kept, nil when it is another
// one. A page is kept as a part of a list, so it cannot.
func (e *endpoint) keeper() answer.Keeper {
	if e.isPage() {
		return nil
	}
	keeper, _ := e.schema.(answer.Keeper)
	return keeper
}

func validators(s session) *entity.Values[validator] { return entity.ValuesOf[validator](s.store()) }

// addConditions makes a read conditional, when its answer is stored as the
// server has sent it.
func (e *endpoint) addConditions(s session, c *call) {
	keeper := e.keeper()
	v, status := validators(s).Get(c.ID)
	if keeper == nil || status == entity.Missing {
		return
	}
	key, revision := keeper.Known(s.store(), &c.Request)
	if revision != v.revision {
		return
	}
	if _, status := e.lookup(s.now(), c); status == entity.Missing {
		return
	}
	c.conditional, c.revision, c.known = true, v.revision, key
	c.SetHeader("If-None-Match", v.etag)
	c.SetHeader("If-Modified-Since", v.lastModified)
}

// errOutdated says that 304 is about a state that is not stored any more.
var errOutdated = errors.New("304 Not Modified for an answer that is not stored any more")

// confirmed is for a response 304: what is stored is right, and nothing of it
// is read again. Headers that come along are newer (RFC 9111, section 4.3.4).
// It is errOutdated when something else is stored than what was asked about.
func (e *endpoint) confirmed(s session, w entity.Write, r *reply) (any, error) {
	keeper, c, current := e.keeper(), r.call, false
	s.store().Commit(w, func(w entity.Write) {
		current = keeper.Revision(s.store(), w, &c.Request, c.known) == c.revision
		if current {
			keeper.Renew(s.store(), w, &c.Request, c.known)
			failures(s).Delete(w, c.ID)
			e.keepValidator(s, w, r, c.known, nil)
		}
	})
	if !current {
		return nil, r.fault(errOutdated)
	}
	value, _ := e.lookup(s.now(), c)
	return value, nil
}

// keepValidator remembers what a response says about the state of what was read,
// or was changed and can be read at the same URL, in the commit that has stored
// that state. One that varies with everything says nothing (RFC 9110, section
// 12.5.5).
//
// Key is the key of the stored entity, nil when it is not known. Confirmed
// reports that the stored state is the one of the response; nil means that it is. A
// mutation that says nothing leaves what is known: that the server gives entity
// tags, and that the one of the stored state is not known.
func (e *endpoint) keepValidator(s session, w entity.Write, r *reply, key any, confirmed func(entity.Write) bool) {
	keeper := e.keeper()
	if keeper == nil || r.call.Method == http.MethodPost {
		return
	}
	v := validator{etag: r.Header.Get("Etag"), lastModified: r.Header.Get("Last-Modified")}
	id := r.call.readID()
	if r.Status == http.StatusNotModified && v.etag == "" {
		v, _ = validators(s).Get(id)
	}
	switch says := v.etag != "" || v.lastModified != ""; {
	case says && !slices.Contains(listed(r.Header, "Vary"), "*"):
		if confirmed != nil && !confirmed(w) {
			return
		}
		v.revision = keeper.Revision(s.store(), w, r.Request, key)
		validators(s).Set(w, id, v)
	case !r.call.Mutates:
		validators(s).Delete(w, id)
	}
}

// WithIfMatch makes Update, PartialUpdate and Delete of a resource, and other
// mutations of an entity that is read at the same URL, carry If-Match when the
// server has given it a strong entity tag (RFC 9110, section 13.1.1): what
// somebody else has changed since it was read is not overwritten, the error is
// ErrPrecondition and the entity stale. Edit does that, and more, without being
// asked. Default: off.
func WithIfMatch() EndpointOption { return func(d *declaration) { d.ifMatch = true } }

// match makes a mutation fail when the server has another state than the one
// that is known.
func (e *endpoint) match(s session, c *call) {
	if !e.ifMatch {
		return
	}
	if v, status := validators(s).Get(c.readID()); status != entity.Missing && v.strong() {
		c.SetHeader("If-Match", v.etag)
	}
}

// ttl is how long a response is fresh: as the endpoint declares, or else as the
// response says (RFC 9111, section 4.2.1), or else DefaultExpiry.
func (e *endpoint) ttl(r *reply) time.Duration {
	if e.expirySet {
		return e.expiry
	}
	for _, directive := range listed(r.Header, "Cache-Control") {
		name, value := cutDirective(directive)
		switch name {
		case "no-store", "no-cache":
			return 0
		case "max-age":
			if seconds, err := strconv.ParseUint(strings.Trim(value, `"`), 10, 31); err == nil {
				return time.Duration(seconds)*time.Second - age(r.Header)
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
