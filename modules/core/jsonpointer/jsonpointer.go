// Package jsonpointer writes names as tokens of JSON pointers, and reads them
// (RFC 6901, sections 3 and 4):
//
//	pointer := "/paths/" + jsonpointer.Escape("/pets/{id}") // "/paths/~1pets~1{id}"
package jsonpointer

import "strings"

var (
	escaper   = strings.NewReplacer("~", "~0", "/", "~1")
	unescaper = strings.NewReplacer("~1", "/", "~0", "~")
)

// Escape turns a name into a token.
func Escape(name string) string {
	if !strings.ContainsAny(name, "~/") {
		return name
	}
	return escaper.Replace(name)
}

// Unescape turns a token into a name.
func Unescape(token string) string {
	if !strings.Contains(token, "~") {
		return token
	}
	return unescaper.Replace(token)
}
