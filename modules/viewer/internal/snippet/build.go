package snippet

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/braces"
	"github.com/trefoil-go/trefoil/modules/core/httpfield"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/serverurl"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// Placeholder is the address of an API that names no server, where that of the
// reference is not known either. Nobody has it (RFC 2606, section 2).
const Placeholder = "https://your-server.example"

// Fields says which of the fields of a request are sent.
type Fields int

// The choices of fields.
const (
	Usual    Fields = iota // the parameters that are required, and the whole body
	Required               // only what is required
	All                    // every parameter and the whole body
)

// Options say which request is built. The zero value is the usual one, with
// placeholders for credentials.
type Options struct {
	Fields      Fields
	Media       int              // number of the format of the body, from 1; 0: the one that is easiest to read
	Example     int              // number of the named example of the body, from 1; 0: the first
	Base        string           // what relative servers stand below; "": Placeholder
	Credentials core.Credentials // placeholders for a server that they are not for
}

// Build puts the request of an operation together: of example values that the
// description gives or that are made of its schemas.
func Build(ctx context.Context, doc *apidoc.Document, o *apidoc.Operation, options Options) Request {
	return newSource(ctx, doc, o).build(options)
}

// source is what the requests of an operation are made of: example values are
// made once for all of them.
type source struct {
	ctx    context.Context
	doc    *apidoc.Document
	shapes *shape.Resolver
	o      *apidoc.Operation
	values map[*apidoc.Parameter]value
	bodies map[any]*instance // by what gives them: an example, a media type, a schema or the reference of one
}

func newSource(ctx context.Context, doc *apidoc.Document, o *apidoc.Operation) source {
	return source{ctx: ctx, doc: doc, shapes: shape.New(ctx, doc), o: o, values: map[*apidoc.Parameter]value{}, bodies: map[any]*instance{}}
}

func (s source) build(options Options) Request {
	b, o := builder{source: s, options: options}, s.o
	b.r.Method = cmp.Or(o.Method, http.MethodGet)
	b.path, b.fixed = template(o)
	address := Address(o.Servers, options.Base)
	if hook := s.doc.WebhookSummary(o.Slug); hook != nil && hook.Pointer == o.Pointer {
		address, b.path, b.fixed = Placeholder, "", "" // it is sent to its reader, at an address of theirs
	}
	login := login{&b.message, s.doc, options.Credentials}
	required := login.alternative(o.Security)
	b.parameters(o.Parameters, func(p *apidoc.Parameter) bool { return login.isKey(p, required) })
	if b.fixed != "" {
		b.query = slices.Insert(b.query, 0, strings.Split(b.fixed, "&")...)
	}
	login.authenticate(required, address, options.Base)
	body := bodies{&b.source, &b.message, options}
	body.add(o.RequestBody)
	b.address(address)
	return b.r
}

// message is a request while it is put together.
type message struct {
	r       Request
	path    string
	fixed   string   // query that the path of the operation has
	query   []string // its pieces, encoded, but for those of the path
	secrets []pair   // further ones that hold credentials, with the real values
}

// header sets a header, the first time. Descriptions name some that have their
// own place.
func (m *message) header(name, text string) {
	m.secretHeader(name, Secret{Shown: header(text)})
}

func (m *message) secretHeader(name string, s Secret) {
	known := slices.ContainsFunc(m.r.Headers, func(h Header) bool { return strings.EqualFold(h.Name, name) })
	if !known && httpfield.IsToken(name) {
		m.r.Headers = append(m.r.Headers, Header{name, s})
	}
}

// address puts the address together.
func (m *message) address(server string) {
	shown, actual := "", ""
	for _, piece := range m.query {
		shown += "&" + mend(placeholders(piece), inQuery)
	}
	actual = shown
	for _, p := range m.secrets {
		shown += "&" + p.name + "=" + Mask
		actual += "&" + p.name + "=" + p.value
	}
	base := server + mend(placeholders(m.path), inPath)
	m.r.URL.Shown = withQuery(base, shown)
	if actual != shown {
		m.r.URL.Real = withQuery(base, actual)
	}
}

// maxParameters bounds the parameters of a request, those of the path aside.
const maxParameters = 64

// builder puts a request together.
type builder struct {
	source
	message
	options Options
}

// parameters adds values of parameters, but for keys.
func (b *builder) parameters(all []apidoc.Parameter, isKey func(*apidoc.Parameter) bool) {
	left := maxParameters
	for i := range all {
		p := &all[i]
		switch {
		case left == 0:
			return
		case !sends(b.o, p), isKey(p):
		case p.In == apidoc.InPath:
			b.pathParameter(p)
		case p.Required || b.options.Fields == All:
			b.parameter(p)
			left--
		}
	}
}

// pathParameter replaces a variable of the path. One without a value of its own
// is replaced by its name, in the spelling of a placeholder.
func (b *builder) pathParameter(p *apidoc.Parameter) {
	text, style := placeholder(p.Name), styleOf(p, "/?#[]")
	if v, ok := b.given(p); ok {
		text = style.inPath(p.Name, v)
	}
	for i := 0; text == "" && p.Schema != nil && i < len(p.Schema.Enum); i++ { // a segment cannot be empty
		text = style.inPath(p.Name, parse(p.Schema.Enum[i].Value))
	}
	variables := strings.NewReplacer("{"+p.Name+"}", cmp.Or(text, placeholder(p.Name)))
	b.path, b.fixed = variables.Replace(b.path), variables.Replace(b.fixed)
}

// placeholder spells a name so that readers see that it has to be replaced.
func placeholder(name string) string {
	var b strings.Builder
	previous := '_'
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			r = '_'
		case unicode.IsUpper(r) && unicode.IsLower(previous):
			b.WriteByte('_')
		}
		if r != '_' || previous != '_' {
			b.WriteRune(unicode.ToUpper(r))
		}
		previous = r
	}
	return encode(cmp.Or(strings.TrimRight(b.String(), "_"), "VALUE"), "")
}

// given returns the value that a description gives for a parameter. It is false
// for one that would only be made of a plain type.
func (b *builder) given(p *apidoc.Parameter) (value, bool) {
	m := media(p)
	if m.Example == nil && len(m.Examples) == 0 && !speaks(m.Schema) {
		return value{}, false
	}
	return b.value(p), true
}

// speaks reports whether a schema says more than a plain type.
func speaks(s *apidoc.Schema) bool {
	return s != nil && (s.Ref != "" || s.Default != nil || s.Const != nil || len(s.Enum)+len(s.Examples)+len(s.Properties) > 0 ||
		s.Items != nil || len(s.AllOf)+len(s.OneOf)+len(s.AnyOf) > 0 || s.Format == "date" || s.Format == "date-time" || s.Format == "uuid")
}

// media returns what describes the value of a parameter.
func media(p *apidoc.Parameter) apidoc.MediaType {
	if p.Schema == nil && len(p.Content) > 0 {
		return p.Content[0]
	}
	return apidoc.MediaType{Schema: p.Schema, Example: p.Example, Examples: p.Examples}
}

// value returns an example value of a parameter. A parameter with content is
// one text.
func (b *builder) value(p *apidoc.Parameter) value {
	v, known := b.values[p]
	if !known {
		v = b.makeValue(p)
		b.values[p] = v
	}
	return v
}

func (b *builder) makeValue(p *apidoc.Parameter) value {
	m := media(p)
	if v, ok := b.serialized(p, &m); ok {
		return v
	}
	data := sample.OfMedia(b.shapes, &m, sample.Options{To: sample.Request})
	if data == nil {
		return textValue(placeholder(p.Name))
	}
	v := parse(data)
	switch {
	case p.Schema != nil || len(p.Content) == 0 || p.In == apidoc.InQueryString:
		return b.fields().joined(p.Schema, v)
	case strings.Contains(m.Name, "json"):
		return textValue(string(v.raw))
	}
	return textValue(v.plain())
}

// styleOf returns how a parameter is written; never stays encoded even with
// allowReserved.
func styleOf(p *apidoc.Parameter, never string) style {
	keep := ""
	if p.AllowReserved {
		keep = strings.Map(func(r rune) rune {
			if strings.ContainsRune(never, r) {
				return -1
			}
			return r
		}, allowedRaw)
	}
	return style{name: p.Style, explode: p.Explode, encode: func(text string) string {
		if p.AllowReserved {
			return mend(text, keep)
		}
		return encode(text, "")
	}}
}

func (b *builder) parameter(p *apidoc.Parameter) {
	v := b.value(p)
	switch p.In {
	case apidoc.InQuery:
		for _, q := range styleOf(p, "").pairs(p.Name, v) {
			b.query = append(b.query, q.name+"="+q.value)
		}
	case apidoc.InQueryString:
		b.query = append(b.query, queryString(p, v))
	case apidoc.InHeader:
		s := style{explode: p.Explode, encode: func(text string) string { return text }}
		b.header(p.Name, strings.Join(s.flat(v, p.Explode), delimiter(p.Style)))
	case apidoc.InCookie:
		s := styleOf(p, "")
		if p.Style == "cookie" {
			s.encode = cookieText
		}
		for _, c := range s.pairs(p.Name, v) {
			b.r.Cookies = append(b.r.Cookies, Header{c.name, Secret{Shown: c.value}})
		}
	}
}

// queryString writes a value that is the whole query (OpenAPI 3.2).
func queryString(p *apidoc.Parameter, v value) string {
	if len(p.Content) > 0 && strings.HasPrefix(p.Content[0].Name, "application/x-www-form-urlencoded") && v.kind == object {
		return form(&p.Content[0], v)
	}
	return encode(v.plain(), "")
}

// cookieText is a text as it may stand in a cookie without encoding.
func cookieText(text string) string {
	return strings.NewReplacer(";", "%3B", "\r", "%0D", "\n", "%0A", "\x00", "%00").Replace(text)
}

func withQuery(base, query string) string {
	if query == "" {
		return base
	}
	separator := "?"
	if strings.Contains(base, "?") {
		separator = "&"
	}
	return base + separator + query[1:]
}

// placeholders spells the variables that nothing describes.
func placeholders(text string) string {
	pieces := braces.Cut(text)
	for i, p := range pieces {
		if p.Param {
			pieces[i] = braces.Piece{Text: placeholder(p.Text)}
		}
	}
	return braces.Join(pieces)
}

// Address returns the address of the first server, with the defaults of its variables.
// One that is relative stands below base, which is Placeholder when it is empty, and is
// the address where there are no servers.
func Address(list []apidoc.Server, base string) string {
	base = strings.TrimSuffix(cmp.Or(base, Placeholder), "/")
	if len(list) == 0 {
		return base
	}
	address := list[0].URL
	for _, v := range list[0].Variables {
		address = serverurl.Fill(address, v.Name, v.Default)
	}
	address = mend(strings.TrimSuffix(placeholders(address), "/"), inServer)
	scheme, rest, found := strings.Cut(address, "://")
	switch scheme = strings.ToLower(scheme); {
	case found && rest != "" && slices.Contains([]string{"http", "https", "ws", "wss"}, scheme):
		return scheme + "://" + rest
	case strings.HasPrefix(address, "//") && len(address) > 2:
		return "https:" + address
	case found || address == "" || strings.Contains(strings.SplitN(address, "/", 2)[0], ":"):
		return base
	}
	return base + "/" + strings.TrimLeft(strings.TrimPrefix(address, "./"), "/")
}

// Relative reports whether requests to these servers stand below Options.Base.
func Relative(servers []apidoc.Server) bool {
	return Address(servers, "http://a.invalid") != Address(servers, "http://b.invalid")
}

var _ json.Marshaler = Request{}
