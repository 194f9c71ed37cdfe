package files

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/coding"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// The media types of a description.
const (
	JSON = "application/json"
	YAML = "application/yaml"
)

// Downloads serves the description as it was written, and in the other form.
type Downloads struct {
	answers *answer.Sender
	log     *slog.Logger
	forms   loader.Derived[*forms]
}

// NewDownloads makes Downloads.
func NewDownloads(answers *answer.Sender, log *slog.Logger) *Downloads {
	d := &Downloads{answers: answers, log: log}
	d.forms.Make = func(_ context.Context, from *loader.Description) *forms { return newForms(from.Doc.Text) }
	return d
}

// Routes are the addresses of the description.
func (d *Downloads) Routes() []site.Route {
	form := func(name string) site.Handler {
		return func(w http.ResponseWriter, in *site.Request) bool { return d.serve(w, in, name) }
	}
	return []site.Route{
		{Pattern: address.JSON, Weight: 4, Cache: site.Validated, Handler: form(address.JSON)},
		{Pattern: address.YAML, Weight: 4, Cache: site.Validated, Handler: form(address.YAML)},
		{Pattern: "openapi", Weight: 4, Cache: site.Validated, Handler: d.negotiated},
	}
}

// minPrepared is the size in bytes from which on a description is converted before
// somebody asks for that: it takes a quarter of a second then, and one of 67 MB a
// second.
const minPrepared = 16 << 20

// Prepare converts a large description.
func (d *Downloads) Prepare(now *loader.Snapshot) {
	text, forms := now.Doc.Text, d.forms.Of(now.Description)
	if len(text.Data) < minPrepared {
		return
	}
	form := forms.yaml
	if text.MediaType == YAML {
		form = forms.json
	}
	_, _ = form() // an answer with it says what is wrong
}

// negotiated answers with the form that is wanted, the one that was written
// when nothing is said.
func (d *Downloads) negotiated(w http.ResponseWriter, in *site.Request) bool {
	s := in.Now
	if s.Doc == nil {
		return false
	}
	name, other, otherType := address.JSON, address.YAML, YAML
	if s.Doc.Text.MediaType == YAML {
		name, other, otherType = address.YAML, address.JSON, JSON
	}
	w.Header().Add("Vary", "Accept")
	accept := in.Header["Accept"]
	for _, spelling := range spellings[otherType] {
		if answer.Prefers(accept, spelling, s.Doc.Text.MediaType) {
			name = other
		}
	}
	return d.serve(w, in, name)
}

// spellings are the media types that mean a form of a description.
var spellings = map[string][]string{
	JSON: {JSON, "application/openapi+json", "application/vnd.oai.openapi+json"},
	YAML: {YAML, "application/openapi+yaml", "application/vnd.oai.openapi", "application/x-yaml", "text/yaml"},
}

// serve answers with the description in one form.
func (d *Downloads) serve(w http.ResponseWriter, in *site.Request, name string) bool {
	s := in.Now
	if s.Doc == nil || len(s.Doc.Text.Data) == 0 {
		return false
	}
	form, contentType := d.forms.Of(s.Description).json, JSON
	if name == address.YAML {
		form, contentType = d.forms.Of(s.Description).yaml, YAML
	}
	entry, err := form()
	if err != nil {
		d.log.Warn("description not converted", "to", contentType, "err", err)
		http.Error(w, "The description could not be converted.", http.StatusInternalServerError)
		return true
	}
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Disposition", `attachment; filename="`+fileName(s.Doc.Info.Title)+name[strings.LastIndexByte(name, '.'):]+`"`)
	h.Set("X-Robots-Tag", "noindex")
	d.answers.Send(w, in.Request, http.StatusOK, entry)
	return true
}

// fileName makes a name for a file of a title: small letters and digits of
// ASCII, and dashes.
func fileName(title string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(title) {
		switch {
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			b.WriteRune(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() == 60 {
			break
		}
	}
	if name := strings.Trim(b.String(), "-"); name != "" {
		return name
	}
	return "openapi"
}

// forms are the forms in which a description is offered. Each is made when
// it is first asked for and kept as long as the description.
type forms struct {
	json, yaml func() (pagecache.Entry, error)
}

func newForms(text apidoc.Text) *forms {
	form := func(convert func(apidoc.Text) ([]byte, error)) func() (pagecache.Entry, error) {
		return sync.OnceValues(func() (pagecache.Entry, error) {
			data, err := convert(text)
			if err != nil {
				return pagecache.Entry{}, err
			}
			entry := answer.New(data)
			if entry.Plain {
				return entry, nil
			}
			entry.Gzip = coding.Gzip(data)
			if !sameMemory(data, text.Data) {
				entry.Body = nil // unpacked again for the few who want it so
			}
			return entry, nil
		})
	}
	return &forms{json: form(openapi.ToJSON), yaml: form(openapi.ToYAML)}
}

func sameMemory(a, b []byte) bool { return len(a) == len(b) && &a[0] == &b[0] }
