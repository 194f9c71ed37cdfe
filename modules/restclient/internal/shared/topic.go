package shared

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
)

// topic is the name of a level among all that use its store: that of its signals, and what
// the keys of its blobs begin with.
type topic string

// key is that of a blob for what has names of any length, which the store does not learn.
func (t topic) key(kind string, names ...string) string {
	var space [256]byte
	text := space[:0]
	for _, name := range names {
		text = append(binary.AppendUvarint(text, uint64(len(name))), name...)
	}
	sum := sha256.Sum256(text)
	key := append(append(append(make([]byte, 0, len(t)+len(kind)+34), t...), ':'), kind...)
	return string(base64.RawURLEncoding.AppendEncode(append(key, ':'), sum[:24]))
}

// Hidden is a name that tells others as little as the key of a blob does.
func (t topic) Hidden(name string) string { return t.key("by", name) }
