package devtools

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"net/http"
	"sync"
)

//go:embed page
var files embed.FS

// templates are parsed at the first use.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(files, "page/*.html"))
})

// asset is a file with a name that changes with what is in it.
type asset struct {
	name, contentType string
	data              []byte
}

var (
	css = newAsset(".css", "text/css; charset=utf-8", "frame", "content")
	js  = newAsset(".js", "text/javascript; charset=utf-8", "devtools")
)

// newAsset makes one asset of some files, in their order.
func newAsset(ext, contentType string, names ...string) asset {
	var data []byte
	for _, name := range names {
		part, err := files.ReadFile("page/" + name + ext)
		if err != nil {
			panic(err) // it is embedded
		}
		data = append(data, part...)
	}
	sum := sha256.Sum256(data)
	return asset{"devtools-" + hex.EncodeToString(sum[:6]) + ext, contentType, data}
}

// serveAsset serves the asset of a name. It is false when there is none.
func serveAsset(w http.ResponseWriter, r *http.Request, name string) bool {
	for _, a := range []asset{css, js} {
		if a.name == name {
			w.Header().Set("Content-Type", a.contentType)
			w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
			if r.Method == http.MethodGet {
				_, _ = w.Write(a.data)
			}
			return true
		}
	}
	return false
}
