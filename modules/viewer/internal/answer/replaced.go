package answer

import (
	"bytes"
	"io"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/pagecache"
)

// Replaced makes an entry, compressed only and without a tag, of the text of another:
// next stands where mark stood, which is not empty.
func Replaced(entry pagecache.Entry, mark, next string) (pagecache.Entry, error) {
	return Packed("", func(w io.Writer, _ func() int) (int, error) {
		r := &replacer{out: w, mark: []byte(mark), next: []byte(next)}
		if _, err := entry.WriteTo(r); err != nil {
			return r.size, err
		}
		err := r.pass(r.rest)
		return r.size, err
	})
}

// replacer passes on what is written to it, with next in the place of mark.
type replacer struct {
	out        io.Writer
	mark, next []byte
	rest       []byte // what a mark may begin in
	size       int    // of what was passed on, in bytes
}

func (r *replacer) Write(text []byte) (int, error) {
	r.rest = append(r.rest, text...)
	rest := r.rest
	for {
		before, after, found := bytes.Cut(rest, r.mark)
		if !found {
			break
		}
		if err := r.pass(before, r.next); err != nil {
			return 0, err
		}
		rest = after
	}
	sure := max(0, len(rest)-len(r.mark)+1)
	if err := r.pass(rest[:sure]); err != nil {
		return 0, err
	}
	r.rest = append(r.rest[:0], rest[sure:]...)
	return len(text), nil
}

func (r *replacer) pass(texts ...[]byte) error {
	for _, text := range texts {
		n, err := r.out.Write(text)
		r.size += n
		if err != nil {
			return err
		}
	}
	return nil
}
