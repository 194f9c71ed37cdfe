package mock

import "encoding/base64"

// files are the smallest files of some media types.
var files = map[string]string{
	"image/png":        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
	"image/gif":        "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
	"application/zip":  "UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==",
	"application/gzip": "H4sIAAAAAAAA/wMAAAAAAAAAAAA=",
	"audio/wav":        "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=",
	"application/pdf": "JVBERi0xLjEKMSAwIG9iajw8L1R5cGUvQ2F0YWxvZy9QYWdlcyAyIDAgUj4+ZW5kb2JqIDIgMCBvYmo8PC9UeXBlL1BhZ2VzL0tpZHNbMyAwIFJd" +
		"L0NvdW50IDE+PmVuZG9iaiAzIDAgb2JqPDwvVHlwZS9QYWdlL1BhcmVudCAyIDAgUi9NZWRpYUJveFswIDAgMyAzXT4+ZW5kb2JqCnRyYWlsZXI8PC9Sb290IDEgMCBSPj4=",
}

// file is a small file of a media type, and a few bytes that are no text for one
// that is not known.
func file(kind string) []byte {
	if data, err := base64.StdEncoding.DecodeString(files[kind]); err == nil && len(data) > 0 {
		return data
	}
	return []byte{0x00, 0x01, 0x02, 0x03, 0xfc, 0xfd, 0xfe, 0xff}
}
