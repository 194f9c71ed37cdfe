package coding

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// NameDictionary is the coding of a body that is compressed with a dictionary, by
// Zstandard (RFC 9842, section 5).
const NameDictionary = "dcz"

// Dictionary is a text that a client has, so that what stands in it need not be sent
// again (RFC 9842). It is safe for concurrent use.
type Dictionary struct {
	Text []byte // read-only
	// Field is what Available-Dictionary says of a client that has it (section 2.2).
	Field string
	// Tag is a part of the entity tag of what is compressed with it.
	Tag string

	head   []byte // of all that is compressed with it
	packer func() *zstd.Encoder
	opener func() *zstd.Decoder
}

// NewDictionary makes a Dictionary of a text, which must not be changed then.
func NewDictionary(text []byte) *Dictionary {
	sum := sha256.Sum256(text)
	return &Dictionary{
		Text: text, Field: ":" + base64.StdEncoding.EncodeToString(sum[:]) + ":", Tag: hex.EncodeToString(sum[:6]),
		head:   append(bytes.Clone(magic), sum[:]...),
		packer: sync.OnceValue(func() *zstd.Encoder { return newZstd(zstd.WithEncoderDictRaw(0, text)) }),
		opener: sync.OnceValue(func() *zstd.Decoder { return newUnzstd(zstd.WithDecoderDictRaw(0, text)) }),
	}
}

// magic is how a body begins that is compressed with a dictionary, before the SHA-256 of
// that: a frame that decoders skip, with 32 bytes (RFC 9842, section 5).
var magic = []byte{0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0}

// Pack compresses a body, in less time than Gzip: the more of it the dictionary has, the
// less there is to do.
func (d *Dictionary) Pack(body []byte) []byte {
	return bytes.Clone(d.packer().EncodeAll(body, append(make([]byte, 0, len(body)/8+64), d.head...)))
}

// Unpack decompresses what Pack has compressed.
func (d *Dictionary) Unpack(packed []byte) ([]byte, error) {
	frames, ok := bytes.CutPrefix(packed, d.head)
	if !ok {
		return nil, errors.New("coding: compressed with another dictionary")
	}
	return d.opener().DecodeAll(frames, nil)
}
