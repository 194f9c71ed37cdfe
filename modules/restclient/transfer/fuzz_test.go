package transfer_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/restclient/transfer"
)

func FuzzFilename(f *testing.F) {
	for _, seed := range []string{`attachment; filename="a.txt"`, `x; filename*=UTF-8''..%2f`, `x; filename="` + strings.Repeat("é", 300) + `.tar"`, `x; filename="-rf"`} {
		f.Add(seed, "http://h/x")
	}
	f.Fuzz(func(t *testing.T, disposition, url string) {
		name := transfer.Filename(http.Header{"Content-Disposition": {disposition}}, url)
		switch {
		case name == "" || len(name) > 255 || !utf8.ValidString(name):
			t.Errorf("%q cannot be the name of a file", name)
		case name != filepath.Base(name) || strings.ContainsAny(name, "/\\\x00"):
			t.Errorf("%q is more than a name", name)
		case strings.HasPrefix(name, ".") || strings.HasPrefix(name, "-"):
			t.Errorf("%q is hidden or an option", name)
		}
	})
}
