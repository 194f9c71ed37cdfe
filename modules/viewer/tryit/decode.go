package tryit

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"strings"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

const (
	// maxTape is how much of a body is kept until something of it is decoded.
	maxTape = 1 << 20
	// maxWindow bounds what a decoder of zstd remembers, as RFC 9659 does.
	maxWindow = 8 << 20
)

// encodings open what decodes a body, by the names of Content-Encoding.
var encodings = map[string]func(io.Reader) (io.Reader, error){
	"gzip": openGzip, "x-gzip": openGzip, "deflate": openDeflate,
	"br": func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
	"zstd": func(r io.Reader) (io.Reader, error) {
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
	},
}

func openGzip(r io.Reader) (io.Reader, error) {
	in := bufio.NewReader(r)
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return &members{z, in}, nil
}

// members reads the members of gzip one after another. Whatever follows the last one is
// passed over, as browsers do: some servers end with a new line or zeros.
type members struct {
	z  *gzip.Reader
	in *bufio.Reader
}

func (m *members) Read(p []byte) (int, error) {
	n, err := m.z.Read(p)
	if n > 0 || err != io.EOF {
		return n, err
	}
	if begin, _ := m.in.Peek(2); string(begin) != "\x1f\x8b" {
		return 0, io.EOF
	}
	err = m.z.Reset(m.in)
	m.z.Multistream(false)
	return 0, err
}

// openDeflate opens what is zlib by the standard, and bare by many servers.
func openDeflate(r io.Reader) (io.Reader, error) {
	in := bufio.NewReader(r)
	head, err := in.Peek(2)
	if err != nil {
		return nil, err
	}
	if head[0]&0x0f == 8 && (int(head[0])<<8|int(head[1]))%31 == 0 {
		return zlib.NewReader(in)
	}
	return flate.NewReader(in), nil
}

// decoder decodes a body. One that is not in its encoding is passed as it is.
type decoder struct {
	encoding  string // "" for none
	undecoded bool   // the data is as it came
	failed    bool   // what came later could not be decoded

	wire *wire
	from io.Reader // nil before the first Read
	tape bytes.Buffer
	kept bool // the tape holds everything that was read
}

// newDecoder makes a decoder for the values of Content-Encoding.
func newDecoder(values []string, from *wire) *decoder {
	d := &decoder{wire: from, kept: true}
	d.encoding = strings.ToLower(strings.TrimSpace(strings.Join(values, ", ")))
	if d.encoding == "identity" {
		d.encoding = ""
	}
	if d.encoding == "" || encodings[d.encoding] == nil {
		d.from, d.undecoded = from, d.encoding != ""
	}
	return d
}

func (d *decoder) Read(p []byte) (int, error) {
	if d.from == nil {
		from, err := encodings[d.encoding](taping{d})
		if err != nil {
			return d.passOn(p, err)
		}
		d.from = from
	}
	n, err := d.from.Read(p)
	if d.encoding == "" || d.undecoded {
		return n, err
	}
	if n > 0 {
		d.stopTape()
		return n, nil // the error comes again
	}
	if err != nil && err != io.EOF {
		return d.passOn(p, err)
	}
	if err == io.EOF { // trailers may follow, and the body may break off behind what is decoded
		if _, _ = io.Copy(io.Discard, d.wire); d.wire.failed() {
			return 0, d.wire.err
		}
	}
	return n, err
}

// passOn passes everything as it came, unless some of it has been decoded.
func (d *decoder) passOn(p []byte, err error) (int, error) {
	if !d.kept {
		d.failed = !d.wire.failed()
		return 0, err
	}
	d.undecoded = d.tape.Len() > 0
	d.from = io.MultiReader(&d.tape, d.wire)
	return d.from.Read(p)
}

func (d *decoder) stopTape() { d.kept, d.tape = false, bytes.Buffer{} }

// Close frees what the decoder holds.
func (d *decoder) Close() {
	if z, ok := d.from.(*zstd.Decoder); ok {
		z.Close()
	}
}

// taping reads for a decoder that may fail.
type taping struct{ *decoder }

func (t taping) Read(p []byte) (int, error) {
	n, err := t.wire.Read(p)
	if t.kept && t.tape.Len()+n > maxTape {
		t.stopTape()
	}
	if t.kept {
		t.tape.Write(p[:n])
	}
	return n, err
}

// wire is a body as it comes. Its error comes again when it is read again.
type wire struct {
	from  io.Reader
	left  int64 // how much may be read
	touch func(n int)
	err   error
}

func (w *wire) Read(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	if w.left <= 0 {
		w.err = errTruncated
		return 0, w.err
	}
	n, err := w.from.Read(p[:min(int64(len(p)), w.left)])
	w.left -= int64(n)
	w.err = err
	w.touch(n)
	return n, err
}

// failed reports whether the body has been broken off.
func (w *wire) failed() bool {
	return w.err != nil && !errors.Is(w.err, io.EOF) && !errors.Is(w.err, errTruncated)
}

// errTruncated is the error of an answer of more bytes than are passed.
var errTruncated = errors.New("the answer is too long")

// bounded reads at most that many bytes, and says when there are more.
type bounded struct {
	from io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		var one [1]byte
		for range 100 {
			if n, err := b.from.Read(one[:]); n > 0 {
				return 0, errTruncated
			} else if err != nil {
				return 0, err
			}
		}
		return 0, io.ErrNoProgress
	}
	n, err := b.from.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}
