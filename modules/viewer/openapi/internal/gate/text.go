package gate

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// Decode returns data as UTF-8 without byte order mark. UTF-16 is understood
// with a byte order mark, and without one when the text begins with an ASCII
// character, as JSON and YAML do. Everything else is refused. The text shares the
// memory of data where it can, so data must not be changed afterwards.
func Decode(data []byte, limits Limits) (string, error) {
	if most := Most(data, limits); most > 0 && len(data) > most {
		return "", TooLarge(limits)
	}
	text, err := decode(data)
	switch {
	case err != nil:
		return "", err
	case limits.Bytes > 0 && len(text) > limits.Bytes:
		return "", TooLarge(limits)
	}
	return text, nil
}

// Most is how many bytes a text may have that begins with head, of 4 bytes at
// least: more than the limit where it is not UTF-8, 0 for any number.
func Most(head []byte, limits Limits) int {
	switch {
	case limits.Bytes <= 0:
		return 0
	case len(head) > 3 && (head[0] >= 0xFE || head[0] == 0 || head[1] == 0):
		return 2*limits.Bytes + 2
	}
	return limits.Bytes + len("\uFEFF")
}

// TooLarge is the error of a text of more bytes than the limit.
func TooLarge(limits Limits) error {
	return &tree.Error{Message: fmt.Sprintf("the description is larger than %d bytes; the limit can be raised", limits.Bytes)}
}

func decode(data []byte) (string, error) {
	switch {
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE, 0, 0}), bytes.HasPrefix(data, []byte{0, 0, 0xFE, 0xFF}):
		return "", &tree.Error{Line: 1, Column: 1, Message: "the text is UTF-32; save it as UTF-8"}
	case bytes.HasPrefix(data, []byte{0x1F, 0x8B}): // RFC 1952, section 2.3.1
		return "", &tree.Error{Line: 1, Column: 1, Message: "this is compressed with gzip; decompress it"}
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}):
		return decodeUTF16(data[2:], binary.LittleEndian)
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		return decodeUTF16(data[2:], binary.BigEndian)
	case len(data) > 3 && data[0] != 0 && data[1] == 0 && data[3] == 0:
		return decodeUTF16(data, binary.LittleEndian)
	case len(data) > 3 && data[0] == 0 && data[1] != 0 && data[2] == 0:
		return decodeUTF16(data, binary.BigEndian)
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	text := unsafe.String(unsafe.SliceData(data), len(data)) // a copy of 13 MB is a tenth of reading them
	return text, checkUTF8(text)
}

func decodeUTF16(data []byte, order binary.ByteOrder) (string, error) {
	if len(data)%2 != 0 {
		return "", &tree.Error{Message: "the text is UTF-16 that ends in the middle of a character"}
	}
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	text := string(utf16.Decode(units))
	return text, checkUTF8(text)
}

// checkUTF8 refuses text that is not UTF-8 or holds a NUL.
func checkUTF8(text string) error {
	if !utf8.ValidString(text) {
		for i, r := range text {
			if r == utf8.RuneError && !strings.HasPrefix(text[i:], "\uFFFD") {
				return errorAtOffset(text, i, "this byte is not UTF-8; save the file as UTF-8")
			}
		}
	}
	if i := strings.IndexByte(text, 0); i >= 0 {
		return errorAtOffset(text, i, "a NUL byte; this is no text file")
	}
	return nil
}

func errorAtOffset(text string, offset int, message string) error {
	before := text[:offset]
	return &tree.Error{
		Line: strings.Count(before, "\n") + 1, Column: offset - strings.LastIndexByte(before, '\n'), Message: message,
	}
}
