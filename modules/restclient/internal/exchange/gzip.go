package exchange

import (
	"compress/gzip"
	"io"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
)

// unzip undoes gzip, also where it is named x-gzip (RFC 9110, section 8.4.1.3), in the
// response to a request that says nothing of codings and asks for the whole: net/http
// does so under the first name and where it has asked for it.
func unzip(sent *core.Request, res *core.Response) *core.Response {
	if res.Header.Get("Content-Encoding") == "" || sent.Header.Get("Accept-Encoding") != "" || sent.Header.Get("Range") != "" {
		return res
	}
	codings := listed(res.Header, "Content-Encoding")
	if len(codings) != 1 || strings.TrimPrefix(strings.ToLower(codings[0]), "x-") != "gzip" {
		return res
	}
	plain := *res
	plain.Header = res.Header.Clone()
	plain.Header.Del("Content-Encoding")
	plain.Header.Del("Content-Length")
	plain.ContentLength, plain.Body = -1, &zipped{ReadCloser: res.Body}
	return &plain
}

// zipped is a body in gzip, which may be empty, as that of a HEAD is.
type zipped struct {
	io.ReadCloser
	plain *gzip.Reader // nil before the first byte
	err   error
}

func (z *zipped) Read(p []byte) (int, error) {
	if z.plain == nil && z.err == nil {
		z.plain, z.err = gzip.NewReader(z.ReadCloser)
	}
	if z.err != nil {
		return 0, z.err
	}
	return z.plain.Read(p)
}
