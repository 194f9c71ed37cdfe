package shared

import (
	"bytes"
	"encoding/binary"
	"net/http"
	"time"
)

// Answer is what a server has said, as it is stored: never what this program makes of it,
// so that one with other types reads the same.
type Answer struct {
	Status int
	Header http.Header   // those that matter for what the answer means
	Body   []byte        // which the caller of Find owns
	Age    time.Duration // since it came, by the clocks of both processes

	at   time.Time
	mark [markSize]byte // of the blob that it was read from
	made [][]byte       // the versions of what it is made of
}

// Same reports whether the answer is one that was found before, and so has no body.
func (a *Answer) Same(before *Answer) bool { return before != nil && a.mark == before.mark }

// Head is the answer without its body, as Find takes it.
func (a *Answer) Head() *Answer {
	head := *a
	head.Body, head.made = nil, make([][]byte, len(a.made))
	for i, version := range a.made {
		head.made[i] = bytes.Clone(version) // of the blob, which is not to be kept
	}
	return &head
}

// is reports whether a blob holds this answer, made of the versions of now. A may be nil.
func (a *Answer) is(blob []byte, now [][]byte) bool {
	return a != nil && bytes.HasPrefix(blob, a.mark[:]) && len(a.made) == len(now) && same(a.made, now)
}

// format is the first byte of an answer. Another one is not read.
const format = 3

// tag is the entity tag of the answer, empty for none. The body of one that has a tag is
// kept apart, as its text, so that a server that confirms the tag confirms the text.
func (a *Answer) tag() string { return a.Header.Get("Etag") }

// complete takes from a text what the answer does not say itself.
func (a *Answer) complete(text *Answer) {
	a.Body = text.Body
	for name, values := range text.Header {
		if _, says := a.Header[name]; !says && name != "Age" && name != "Date" { // which are of one response
			a.Header[name] = values
		}
	}
}

// matters are the headers that are stored.
var matters = []string{"Content-Type", "Etag", "Last-Modified", "Cache-Control", "Expires", "Date", "Age", "Vary", "Link"}

func mattering(h http.Header) http.Header {
	all := http.Header{}
	for _, name := range matters {
		if values := h[name]; values != nil {
			all[name] = values
		}
	}
	return all
}

// encode writes an answer, with the versions of what it is made of.
func encode(a Answer, versions [][]byte) []byte {
	text := make([]byte, 0, 128+versionSize*len(versions)+len(a.Body))
	text = append(text, format)
	text = binary.BigEndian.AppendUint64(text, uint64(a.at.UnixMilli()))
	text = binary.AppendUvarint(text, uint64(a.Status))
	text = binary.AppendUvarint(text, uint64(len(versions)))
	for _, version := range versions {
		text = append(text, version...)
	}
	for _, name := range matters {
		text = binary.AppendUvarint(text, uint64(len(a.Header[name])))
		for _, value := range a.Header[name] {
			text = append(binary.AppendUvarint(text, uint64(len(value))), value...)
		}
	}
	return append(text, a.Body...)
}

// decode reads what encode has written, of an answer with so many versions.
func decode(text []byte, n int) (a *Answer, versions [][]byte, err error) {
	r := reader{text: text}
	if f := r.bytes(1); r.wrong || f[0] != format {
		return nil, nil, errGarbage
	}
	a = &Answer{Header: http.Header{}}
	at := r.bytes(8)
	status, count := r.number(), r.number()
	if r.wrong || status != http.StatusOK || count != n {
		return nil, nil, errGarbage
	}
	a.Status, a.at = status, time.UnixMilli(int64(binary.BigEndian.Uint64(at)))
	for range count {
		versions = append(versions, r.bytes(versionSize))
	}
	for _, name := range matters {
		for range min(r.number(), len(r.text)) { // each has a byte at least
			a.Header[name] = append(a.Header[name], string(r.bytes(r.number())))
		}
	}
	if r.wrong {
		return nil, nil, errGarbage
	}
	a.Body = r.text
	return a, versions, nil
}

// reader reads a text from its beginning. What is not there is empty, and wrong then.
type reader struct {
	text  []byte
	wrong bool
}

func (r *reader) bytes(n int) []byte {
	if r.wrong || n < 0 || n > len(r.text) {
		r.wrong, r.text = true, nil
		return nil
	}
	b := r.text[:n:n]
	r.text = r.text[n:]
	return b
}

func (r *reader) number() int {
	n, size := binary.Uvarint(r.text)
	if size <= 0 || n > uint64(len(r.text))+1000 { // a length, or a status
		r.wrong, r.text = true, nil
		return 0
	}
	r.text = r.text[size:]
	return int(n)
}

// same reports whether an answer was made of what there is now.
func same(made, now [][]byte) bool {
	for i := range now {
		if !bytes.Equal(made[i], now[i]) {
			return false
		}
	}
	return true
}
