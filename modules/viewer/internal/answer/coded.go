package answer

import (
	"bytes"
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core/negotiate"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/coding"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
)

// form is the body of an entry in one coding. A nil form is the body as it is.
type form struct {
	name   string                   // of the coding
	suffix string                   // of the entity tag: each form has one of its own (RFC 9110, section 8.8.3.3)
	pack   func(body []byte) []byte // nil for a form that is not made for a request
}

// Forms, in the order in which they are chosen.
var (
	delta  = &form{name: coding.NameDictionary, suffix: "-dcz-"}
	brotli = &form{name: coding.NameBrotli, suffix: "-br"}
	zstd   = &form{name: coding.NameZstd, suffix: "-zstd", pack: coding.Zstd}
	gzip   = &form{name: coding.NameGzip, suffix: "-gzip", pack: coding.Gzip}
	forms  = []*form{brotli, zstd, gzip}
)

// of is where an entry has a form.
func (f *form) of(e *pagecache.Entry) *[]byte {
	switch f {
	case delta:
		return &e.Delta
	case brotli:
		return &e.Brotli
	case zstd:
		return &e.Zstd
	case gzip:
		return &e.Gzip
	}
	return &e.Body
}

// tag is the entity tag of a form of an entry.
func (f *form) tag(e *pagecache.Entry) string {
	switch f {
	case nil:
		return `"` + e.ETag + `"`
	case delta:
		return `"` + e.ETag + f.suffix + e.Dictionary.Tag + `"`
	}
	return `"` + e.ETag + f.suffix + `"`
}

// taken reports whether a client takes a form of an entry. What is compressed with a
// dictionary needs that (RFC 9842, section 2.2).
func (f *form) taken(r *http.Request, e *pagecache.Entry) bool {
	if f == delta && (e.Dictionary == nil || r.Header.Get("Available-Dictionary") != e.Dictionary.Field) {
		return false
	}
	return negotiate.Coding(r.Header["Accept-Encoding"], f.name)
}

// chosen is the first form that an entry has and a client takes, nil for the body as
// it is.
func chosen(r *http.Request, e *pagecache.Entry) *form {
	if e.Delta != nil && delta.taken(r, e) {
		return delta
	}
	for _, f := range forms {
		if *f.of(e) != nil && f.taken(r, e) {
			return f
		}
	}
	return nil
}

// known returns the entity tag of a form that a client takes and has already, which is
// the form that is selected then, "" when it has none.
func known(r *http.Request, e *pagecache.Entry) string {
	header := r.Header.Get("If-None-Match")
	if header == "" {
		return ""
	}
	tags := []string{(*form)(nil).tag(e)}
	for _, f := range append(forms[:len(forms):len(forms)], delta) {
		if f.taken(r, e) {
			tags = append(tags, f.tag(e))
		}
	}
	for _, tag := range tags {
		if Listed(header, tag) {
			return tag
		}
	}
	return ""
}

// Coded returns an entry with a form that a client takes, and reports whether that was
// made. Where a client has the dictionary of the entry, it is the form for that.
func Coded(r *http.Request, e pagecache.Entry) (coded pagecache.Entry, made bool) {
	f := missing(r, &e)
	if f == nil {
		return e, false
	}
	body, err := bodyOf(&e)
	if err != nil {
		return e, false
	}
	if f == delta {
		e.Delta = e.Dictionary.Pack(body)
	} else if packed := f.pack(body); len(packed) < len(body) {
		*f.of(&e) = packed
	} else {
		e.Body, e.Plain = body, true
	}
	return e, true
}

// Keep returns an entry as Coded does, and keeps it when a form of it was made or it was
// not kept so far.
func Keep(cache *pagecache.Cache, key string, r *http.Request, e pagecache.Entry, kept bool) pagecache.Entry {
	coded, made := Coded(r, e)
	if key != "" && (made || !kept) {
		cache.Put(key, coded.Packed())
	}
	return coded
}

// missing is the form that is to be made of an entry for a client, nil for none.
func missing(r *http.Request, e *pagecache.Entry) *form {
	if e.Plain {
		return nil
	}
	has := chosen(r, e)
	if has != delta && delta.taken(r, e) {
		return delta
	}
	for _, f := range forms {
		if has == nil && f.pack != nil && f.taken(r, e) {
			return f
		}
	}
	return nil
}

// bodyOf is the body of an entry as it is.
func bodyOf(e *pagecache.Entry) ([]byte, error) {
	if e.Body != nil {
		return e.Body, nil
	}
	var body bytes.Buffer
	_, err := e.WriteTo(&body)
	return body.Bytes(), err
}
