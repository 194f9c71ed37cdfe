package viewer

import (
	"net/http"
	"strings"
	"sync"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/loader"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const (
	jsonType = "application/json"
	yamlType = "application/yaml"
)

// downloads are the forms in which a description is offered. Each is made when
// it is first asked for and kept as long as the description.
type downloads struct {
	json, yaml func() (pagecache.Entry, error)
}

func newDownloads(text apidoc.Text) *downloads {
	form := func(convert func(apidoc.Text) ([]byte, error)) func() (pagecache.Entry, error) {
		return sync.OnceValues(func() (pagecache.Entry, error) {
			data, err := convert(text)
			if err != nil {
				return pagecache.Entry{}, err
			}
			entry := answer.New(data)
			if entry.Gzip != nil && !sameMemory(data, text.Data) {
				entry.Body = nil // unpacked again for the few who want it so
			}
			return entry, nil
		})
	}
	return &downloads{json: form(openapi.ToJSON), yaml: form(openapi.ToYAML)}
}

// minPrepared is the size in bytes from which on a description is converted before
// somebody asks for that: it takes a quarter of a second then, and one of 67 MB a
// second.
const minPrepared = 16 << 20

// prepare converts a large description in the background. Drafts, which few ask for,
// are left as they are.
func (v *Viewer) prepare(now *loader.Snapshot) {
	doc, d := now.Doc, v.downloads.Of(now.Description)
	if len(doc.Text.Data) < minPrepared || v.settings.HideDownloadButton || v.settings.Home != "" {
		return
	}
	v.loader.Go(func() {
		form := d.yaml
		if doc.Text.MediaType == yamlType {
			form = d.json
		}
		if v.loader.Life().Err() == nil {
			_, _ = form() // who asks for it is told what is wrong
		}
	})
}

func sameMemory(a, b []byte) bool { return len(a) == len(b) && &a[0] == &b[0] }

func (v *Viewer) serveJSON(w http.ResponseWriter, r *http.Request, _ mount.Place) bool {
	return v.serveDescription(w, r, address.JSON)
}

func (v *Viewer) serveYAML(w http.ResponseWriter, r *http.Request, _ mount.Place) bool {
	return v.serveDescription(w, r, address.YAML)
}

// serveNegotiated answers with the form that is wanted, the one that was written
// when nothing is said.
func (v *Viewer) serveNegotiated(w http.ResponseWriter, r *http.Request, _ mount.Place) bool {
	s := v.loader.Current()
	if s.Doc == nil {
		return false
	}
	name, other, otherType := address.JSON, address.YAML, yamlType
	if s.Doc.Text.MediaType == yamlType {
		name, other, otherType = address.YAML, address.JSON, jsonType
	}
	w.Header().Add("Vary", "Accept")
	accept := r.Header["Accept"]
	for _, spelling := range spellings[otherType] {
		if answer.Prefers(accept, spelling, s.Doc.Text.MediaType) {
			name = other
		}
	}
	return v.serveDescription(w, r, name)
}

// spellings are the media types that mean a form of a description.
var spellings = map[string][]string{
	jsonType: {jsonType, "application/openapi+json", "application/vnd.oai.openapi+json"},
	yamlType: {yamlType, "application/openapi+yaml", "application/vnd.oai.openapi", "application/x-yaml", "text/yaml"},
}

// serveDescription answers with the description, unless the configuration hides
// it.
func (v *Viewer) serveDescription(w http.ResponseWriter, r *http.Request, name string) bool {
	s := v.loader.Current()
	if s.Doc == nil || v.settings.HideDownloadButton || len(s.Doc.Text.Data) == 0 {
		return false
	}
	form, contentType := v.downloads.Of(s.Description).json, jsonType
	if name == address.YAML {
		form, contentType = v.downloads.Of(s.Description).yaml, yamlType
	}
	entry, err := form()
	if err != nil {
		v.log.Warn("description not converted", "to", contentType, "err", err)
		http.Error(w, "The description could not be converted.", http.StatusInternalServerError)
		return true
	}
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Disposition", `attachment; filename="`+fileName(s.Doc.Info.Title)+name[strings.LastIndexByte(name, '.'):]+`"`)
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Robots-Tag", "noindex")
	v.answers.Send(w, r, http.StatusOK, entry)
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
