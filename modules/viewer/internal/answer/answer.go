// Package answer writes an entry in the coding that a client takes, or says that the
// client has it already:
//
//	answers := answer.NewSender(log)
//	answers.Send(w, r, http.StatusOK, answer.New(body))
//	answers.JSON(w, r, http.StatusNotFound, value)
package answer

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"sync"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/checksum"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/coding"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
)

// Sender sends entries. It is safe for concurrent use.
type Sender struct{ log *slog.Logger }

// NewSender makes a Sender. It logs at Debug what was not delivered.
func NewSender(log *slog.Logger) *Sender { return &Sender{log} }

// Send answers with an entry: in a coding that is accepted, and with 304 in place of
// 200 when the client has it already. Headers that say what it is are set before.
func (s *Sender) Send(w http.ResponseWriter, r *http.Request, status int, entry pagecache.Entry) {
	h := w.Header()
	if !entry.Plain {
		h.Add("Vary", "Accept-Encoding")
	}
	if status == http.StatusOK {
		if tag := known(r, &entry); tag != "" {
			h.Set("ETag", tag)
			h.Del("Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	entry, _ = Coded(r, entry)
	f := chosen(r, &entry)
	if status == http.StatusOK {
		h.Set("ETag", f.tag(&entry))
	}
	if f != nil {
		entry.Body = *f.of(&entry)
		entry.Size = len(entry.Body)
		h.Set("Content-Encoding", f.name)
	}
	h.Set("Content-Length", strconv.Itoa(entry.Size))
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	if _, err := entry.WriteTo(w); err != nil {
		s.log.Debug("answer not delivered", "path", phrase.Clip(r.URL.Path, 200), "err", err)
	}
}

// JSON answers with a value of our own, which nobody may keep.
func (s *Sender) JSON(w http.ResponseWriter, r *http.Request, status int, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		http.Error(w, "The answer could not be written.", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Robots-Tag", "noindex")
	s.Send(w, r, status, New(append(body, '\n')))
}

// minPacked is the size below which compression does not pay.
const minPacked = 512

// New makes an entry of body, which it refers to, and gives it its tag.
func New(body []byte) pagecache.Entry {
	return pagecache.Entry{Body: body, Size: len(body), ETag: checksum.Of(body), Plain: len(body) < minPacked}
}

// Packed makes an entry, compressed with gzip only, of what write writes. Write returns
// the size of that in bytes, and can ask how many bytes it has been compressed to so far.
func Packed(tag string, write func(w io.Writer, packed func() int) (size int, err error)) (pagecache.Entry, error) {
	var out bytes.Buffer
	z := coding.NewGzip(&out)
	defer z.Free()
	size, err := write(z, out.Len)
	if err == nil {
		err = z.Close()
	}
	return pagecache.Entry{Gzip: out.Bytes(), Size: size, ETag: tag}, err
}

// buffers are those that answers are written to.
var buffers = sync.Pool{New: func() any { return bytes.NewBuffer(make([]byte, 0, 64<<10)) }}

// maxBuffer is the size in bytes up to which a buffer is used again.
const maxBuffer = 1 << 20

// Buffer returns an empty buffer to write an answer to. Release takes it back.
func Buffer() *bytes.Buffer { return buffers.Get().(*bytes.Buffer) }

// Release takes a buffer back, which nobody may refer to any more.
func Release(b *bytes.Buffer) {
	if b.Cap() <= maxBuffer {
		b.Reset()
		buffers.Put(b)
	}
}
