package shared

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// What the first byte of a blob says of the rest.
const (
	plain  = 'p' // a mark, a checksum and the text
	sealed = 's' // a nonce and the text, encrypted with AES-256-GCM
)

// markSize is how long the mark is with the byte before, or the nonce, which are at
// random and so tell blobs apart.
const markSize = 1 + 12

var (
	errPlain   = errors.New("what is stored is not encrypted")
	errSealed  = errors.New("what is stored is encrypted with another key, for another place, or was changed")
	errGarbage = errors.New("what is stored is no answer that this version reads")
)

// sealer encrypts with the first of several keys and decrypts with each. Without any,
// texts are only protected from what happens by accident.
type sealer struct{ keys []cipher.AEAD }

func newSealer(keys [][]byte) (sealer, error) {
	var s sealer
	for i, key := range keys {
		if len(key) != 32 {
			return s, fmt.Errorf("key %d has %d bytes: AES-256 takes 32", i, len(key))
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return s, err
		}
		aead, err := cipher.NewGCMWithRandomNonce(block)
		if err != nil {
			return s, err
		}
		s.keys = append(s.keys, aead)
	}
	return s, nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// seal makes the blob of a text, which can be opened at the same place only.
func (s sealer) seal(text []byte, place string) []byte {
	if len(s.keys) > 0 {
		return s.keys[0].Seal([]byte{sealed}, nil, text, []byte(place))
	}
	blob := make([]byte, markSize, markSize+4+len(text))
	blob[0] = plain
	_, _ = rand.Read(blob[1:]) // which never fails
	return append(binary.BigEndian.AppendUint32(blob, crc32.Checksum(text, castagnoli)), text...)
}

// open returns the text of a blob.
func (s sealer) open(blob []byte, place string) ([]byte, error) {
	switch {
	case len(blob) == 0:
		return nil, errGarbage
	case len(s.keys) > 0 && blob[0] == plain:
		return nil, errPlain
	case len(s.keys) == 0 && blob[0] == plain:
		const begin = markSize + 4
		if len(blob) < begin || binary.BigEndian.Uint32(blob[markSize:]) != crc32.Checksum(blob[begin:], castagnoli) {
			return nil, errGarbage
		}
		return blob[begin:], nil
	case blob[0] != sealed:
		return nil, errGarbage
	}
	for _, key := range s.keys {
		if text, err := key.Open(nil, nil, blob[1:], []byte(place)); err == nil {
			return text, nil
		}
	}
	return nil, errSealed
}
