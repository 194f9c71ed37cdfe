package router

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"path"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/negotiate"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
)

// None is the result of a function that has none: the answer is 204.
type None struct{}

// Created is the result of a function that made something: the answer is 201
// with the value, or without a body when the value is None. A nil pointer or
// interface has no body either, which the description does not say.
type Created[T any] struct {
	Value    T
	Location string // the address of what was made, for the header Location
}

func (c Created[T]) created() (location string, value any) { return c.Location, c.Value }

func (Created[T]) valueType() reflect.Type { return reflect.TypeFor[T]() }

// createdResult is Created of any type.
type createdResult interface {
	created() (location string, value any)
	valueType() reflect.Type
}

// Bytes is a result that is sent as it is, whatever the client accepts: Produces
// says to the description, and to Accept, what it may be. Hooks see it like any other
// body.
//
// Text of others that is sent as "text/html" or "image/svg+xml" runs in the browser
// as a page of this origin.
type Bytes struct {
	MediaType string // such as "image/png"; empty: "application/octet-stream"
	Data      []byte
}

// Content is a result that is read from any place, such as a file: a client may ask
// for a range of it and whether it was modified (RFC 9110, sections 13 and 14), with
// GET and HEAD. Several ranges at once are answered with the whole. Data is closed behind
// the response, whatever that is, when it is an io.Closer.
//
// Hooks of BeforeResponse see its headers and not its body. It is sent within
// WithWriteTimeout, or the Timeout of its route where that is longer.
type Content struct {
	Data      io.ReadSeeker
	MediaType string    // empty: by the ending of Name, or else "application/octet-stream"
	Name      string    // of a file, such as "report.pdf"
	Download  bool      // a browser saves it under Name, in place of showing it
	Modified  time.Time // zero: nobody knows
	ETag      string    // with its quotes, such as `"v7"`; empty: none
}

// OpenContent is a file of fsys, for a controller function to return. A name that no
// file has, of a directory, or that leads out of fsys, is a *ClientError with status
// 404. A symbolic link out of a directory is followed by os.DirFS; os.Root.FS refuses
// it, which is an error of the server: 500, and a line in the log.
func OpenContent(fsys fs.FS, name string) (Content, error) {
	f, err := fsys.Open(name)
	if err != nil {
		if slices.ContainsFunc(noSuchName, func(known error) bool { return errors.Is(err, known) }) {
			err = noFile(err)
		}
		return Content{}, err
	}
	info, err := f.Stat()
	data, seeks := f.(io.ReadSeeker)
	switch {
	case err != nil:
	case info.IsDir():
		err = noFile(nil)
	case !seeks:
		err = fmt.Errorf("open %s: %T cannot be sought", name, f)
	default:
		return Content{Data: data, Name: info.Name(), Modified: info.ModTime()}, nil
	}
	_ = f.Close() // nothing was read
	return Content{}, err
}

// noSuchName are the errors of names that no file has: not found, invalid, below a file
// and too long.
var noSuchName = []error{fs.ErrNotExist, fs.ErrInvalid, syscall.ENOTDIR, syscall.ENAMETOOLONG}

func noFile(cause error) error {
	return &ClientError{Status: http.StatusNotFound, Message: "there is no such file", Err: cause}
}

// Redirect is a result that sends the client elsewhere, without a body (RFC 9110,
// section 15.4).
//
// An address that is made of the request leads where its sender wants: compare it
// with those that are meant.
type Redirect struct {
	To     string // an address, absolute or relative to that of the request
	Status int    // 301, 302, 303, 307 or 308. Default: 303, which is fetched with GET
}

// Page is a part of a list. The response is its Items, as an array: what leads to the
// other pages is no part of the data, and is the header Link (RFC 8288), with targets
// relative to the address of the request:
//
//	Link: <?page=3&sort=name>; rel="next", <?page=1&sort=name>; rel="prev", <?sort=name>; rel="first"
//
// They have all of the query but the parameter that selects the page, which is that
// of PagedBy. The first page is the one without that parameter; a request without it
// has no link to it.
type Page[T any] struct {
	Items []T
	Next  string // what selects the next page, such as a cursor or a number; empty: this is the last
	Prev  string // what selects the one before; empty: nobody knows, or this is the first
}

// link adds the header Link and returns what is the body.
func (p Page[T]) link(r *Response, address *url.URL, by string) any {
	query := address.Query()
	var links []string
	to := func(rel string) { links = append(links, "<?"+query.Encode()+`>; rel="`+rel+`"`) }
	isFirst := query.Get(by) == ""
	for _, beside := range []struct{ rel, at string }{{"next", p.Next}, {"prev", p.Prev}} {
		if beside.at != "" {
			query.Set(by, beside.at)
			to(beside.rel)
		}
	}
	if query.Del(by); !isFirst {
		to("first")
	}
	if links != nil {
		r.add("Link", strings.Join(links, ", "))
	}
	return p.Items
}

func (Page[T]) bodyType() reflect.Type { return reflect.TypeFor[[]T]() }

// pageResult is Page of any type.
type pageResult interface {
	link(r *Response, address *url.URL, by string) any
	bodyType() reflect.Type
}

func isPage(result reflect.Type) bool {
	return result != nil && result.Kind() == reflect.Struct && result.Implements(reflect.TypeFor[pageResult]())
}

// placedResult is a result that says itself what the response is.
type placedResult interface{ place(*Response) error }

func (b Bytes) place(r *Response) error {
	r.MediaType, r.Body = cmp.Or(b.MediaType, octetsType), b.Data
	return nil
}

const octetsType = "application/octet-stream"

func (to Redirect) place(r *Response) error {
	target, err := url.Parse(to.To)
	if err != nil || to.To == "" || target.Scheme != "" && target.Host == "" {
		return fmt.Errorf("redirect to %q: it is no address of a page", to.To)
	}
	switch r.Status = cmp.Or(to.Status, http.StatusSeeOther); r.Status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		r.add("Location", inASCII(to.To))
		return nil
	}
	return fmt.Errorf("redirect to %q: status %d is none of 301, 302, 303, 307 and 308", to.To, to.Status)
}

func (c Content) place(r *Response) error {
	switch {
	case c.Data == nil:
		return errors.New("the content has no Data")
	case c.ETag != "" && !isEntityTag(c.ETag):
		return fmt.Errorf("the content has the ETag %q: it stands in quotes", c.ETag)
	}
	r.MediaType = cmp.Or(c.MediaType, mime.TypeByExtension(path.Ext(c.Name)), octetsType)
	if c.ETag != "" {
		r.add("Etag", c.ETag)
	}
	if c.Download {
		r.add("Content-Disposition", attachment(c.Name))
	}
	r.Streams = true
	return nil
}

// attachment is the Content-Disposition of what is saved under a name, empty for one that
// the browser chooses. Some of them do not read escapes in quotes, and take a percent sign
// for one (RFC 6266, appendix D): such a name is encoded (RFC 8187, section 3.2).
func attachment(name string) string {
	switch {
	case name == "":
		return "attachment"
	case strings.ContainsAny(name, `"\%`):
		return "attachment; filename*=utf-8''" + strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	}
	return mime.FormatMediaType("attachment", map[string]string{"filename": name})
}

// isEntityTag reports whether text is an entity tag (RFC 9110, section 8.8.3).
func isEntityTag(text string) bool {
	inside, opened := strings.CutPrefix(strings.TrimPrefix(text, "W/"), `"`)
	inside, closed := strings.CutSuffix(inside, `"`)
	return opened && closed && !strings.ContainsFunc(inside, func(r rune) bool { return r <= ' ' || r == '"' || r == 0x7f })
}

// dataOf is what has to be closed of a result that is a Content, nil for others.
func dataOf(v any) io.Closer {
	if p, ok := v.(*Content); ok && p != nil {
		v = *p
	}
	c, _ := v.(Content)
	closer, _ := c.Data.(io.Closer)
	return closer
}

// inASCII escapes what an address does not hold (RFC 3986, section 2).
func inASCII(address string) string {
	var b strings.Builder
	for _, c := range []byte(address) {
		if c > ' ' && c <= '~' && !strings.ContainsRune("\"<>\\^`{|}", rune(c)) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// isOwn reports whether results of a type are no data of the application.
func isOwn(t reflect.Type) bool {
	return t == reflect.TypeFor[Bytes]() || t == reflect.TypeFor[Content]() || t == reflect.TypeFor[Redirect]()
}

// misplaced says why a result cannot be answered, empty when it can: one that says itself
// what the answer is stands alone.
func misplaced(t reflect.Type) string {
	inside := valueOfCreated(t)
	if t != nil && t.Kind() == reflect.Pointer {
		inside = t.Elem()
	}
	if inside == nil || !isOwn(inside) && !isStream(inside) && !isPage(inside) && valueOfCreated(inside) == nil {
		return ""
	}
	return fmt.Sprintf("result %s: return a %s itself", t, inside)
}

// valueOfCreated is the T of Created[T], nil for other types.
func valueOfCreated(t reflect.Type) reflect.Type {
	if t == nil || t.Kind() != reflect.Struct || !t.Implements(reflect.TypeFor[createdResult]()) {
		return nil
	}
	return reflect.Zero(t).Interface().(createdResult).valueType()
}

// resultKind is what is known of a result at start.
type resultKind uint8

const (
	kindUnknown resultKind = iota // decided by the value
	kindNone                      // None
	kindValue                     // JSON, and never nil
)

func kindOf(t reflect.Type) resultKind {
	switch {
	case t == nil:
		return kindUnknown
	case t == reflect.TypeFor[None]():
		return kindNone
	case isOwn(t), isPage(t), t.Implements(reflect.TypeFor[createdResult]()), t.Implements(reflect.TypeFor[streamResult]()):
		return kindUnknown
	}
	switch t.Kind() {
	case reflect.Struct, reflect.Bool, reflect.Int, reflect.Int64, reflect.Float64, reflect.Array:
		return kindValue
	}
	return kindUnknown
}

func isStream(result reflect.Type) bool {
	return result != nil && result.Implements(reflect.TypeFor[streamResult]())
}

// resultType is the type of the body, nil when there is none or it is unknown.
func resultType(f *Function) reflect.Type {
	t := f.result
	if t == nil || t == reflect.TypeFor[None]() || isStream(t) || isOwn(t) {
		return nil
	}
	if isPage(t) {
		return reflect.Zero(t).Interface().(pageResult).bodyType()
	}
	if made := valueOfCreated(t); made != nil {
		return resultType(&Function{result: made})
	}
	return t
}

// written are the types that the function writes as JSON.
func (f *Function) written() []reflect.Type {
	var types []reflect.Type
	if t := resultType(f); t != nil {
		types = append(types, t)
	}
	if isStream(f.result) {
		types = append(types, reflect.Zero(f.result).Interface().(streamResult).itemType())
	}
	for _, event := range f.about.events {
		types = append(types, event.Data)
	}
	return types
}

// offersOf are the media types of a result, nil when there is none.
func offersOf(formats *answer.Formats, result reflect.Type) []string {
	switch {
	case result == reflect.TypeFor[None](), result != nil && isOwn(result):
		return nil
	case isOpen(result), result == reflect.TypeFor[string]():
		return formats.Offers(true)
	}
	if made := valueOfCreated(result); made != nil {
		return offersOf(formats, made)
	}
	if s, ok := reflect.Zero(result).Interface().(streamResult); ok {
		return []string{s.mediaType()}
	}
	return formats.Offers(false)
}

// acceptOf is what the client accepts of what there is to offer when the function has been
// called: a write has been done, so an Accept that excludes all of it is disregarded (RFC
// 9110, section 12.5.1).
func acceptOf(r *http.Request, offers []string) []string {
	accept := r.Header["Accept"]
	if r.Method != http.MethodGet && r.Method != http.MethodHead && negotiate.Best(accept, offers) == "" {
		return nil
	}
	return accept
}

// isOpen reports whether only the value says what a result is, and whether there is one.
// A nil pointer is a mistake in most functions: those that mean it say so with Status.
func isOpen(t reflect.Type) bool { return t == nil || t.Kind() == reflect.Interface }

// isNil reports whether v is a nil pointer or nil itself.
func isNil(v any) bool {
	if v == nil {
		return true
	}
	value := reflect.ValueOf(v)
	return value.Kind() == reflect.Pointer && value.IsNil()
}
