package transfer

import (
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName is the length of a file name in bytes that file systems accept, less
// what a temporary name needs.
const maxName = 200

// Filename returns the name that a response gives its content, by
// Content-Disposition (RFC 6266) or else by the last segment of the URL. It is
// safe to join to a directory on any system: one element that is neither hidden
// nor special, without control and format characters. It is "download" when
// nothing is left.
func Filename(h http.Header, rawURL string) string {
	if _, params, err := mime.ParseMediaType(h.Get("Content-Disposition")); err == nil {
		if name := safeName(params["filename"]); name != "" {
			return name
		}
	}
	if u, err := url.Parse(rawURL); err == nil {
		if name := safeName(path.Base(u.Path)); name != "" {
			return name
		}
	}
	return "download"
}

// safeName keeps the last element of a name, and of that what no file system or
// shell takes for something else.
func safeName(name string) string {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	name = strings.Map(safeRune, strings.ToValidUTF8(name, "_"))
	name = strings.TrimLeft(name, " .~-")
	name = strings.TrimRight(name, " .")
	if isDevice(name) {
		name = "_" + name
	}
	return shortened(name)
}

func safeRune(r rune) rune {
	switch {
	case unicode.Is(unicode.Cc, r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
		return -1
	case strings.ContainsRune(`<>:"|?*`, r):
		return '_'
	}
	return r
}

// isDevice tells the names that Windows takes for devices, whatever their
// extension.
func isDevice(name string) bool {
	stem, _, _ := strings.Cut(strings.ToUpper(name), ".")
	stem = strings.TrimRight(stem, " ")
	switch stem {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	port, isPort := strings.CutPrefix(stem, "COM")
	if !isPort {
		port, isPort = strings.CutPrefix(stem, "LPT")
	}
	return isPort && utf8.RuneCountInString(port) == 1 && strings.ContainsAny(port, "0123456789¹²³")
}

// shortened cuts a long name before its extension, at a rune.
func shortened(name string) string {
	if len(name) <= maxName {
		return name
	}
	ext := extension(name)
	if len(ext) > 32 {
		ext = ""
	}
	cut := maxName - len(ext)
	for !utf8.RuneStart(name[cut]) {
		cut--
	}
	return strings.TrimRight(name[:cut], " .") + ext
}
