package mock

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// wishes are what a request prefers.
type wishes struct {
	code      int    // 0 for none
	example   string // "" for none
	dynamic   bool
	seed      string
	wait      time.Duration
	unchecked bool
}

// named reports whether a request names the answer that it wants to see.
func (w wishes) named() bool { return w.code > 0 || w.example != "" }

// readWishes reads the headers named Prefer (RFC 7240, section 2). Of a preference
// that is there twice the first counts; those that are unknown or cannot be read
// are as if they were not there.
func readWishes(h http.Header) wishes {
	given := map[string]string{}
	for _, line := range h.Values("Prefer") {
		for _, part := range splitQuoted(line, ',') {
			first := splitQuoted(part, ';')[0] // behind it are parameters of the preference
			name, value, _ := strings.Cut(first, "=")
			name = strings.ToLower(strings.TrimSpace(name))
			if _, twice := given[name]; !twice {
				given[name] = unquoted(strings.TrimSpace(value))
			}
		}
	}
	w := wishes{example: given["example"], unchecked: given["validate"] == "false"}
	if code, err := strconv.Atoi(given["code"]); err == nil && code >= 200 && code <= 599 {
		w.code = code
	}
	if d := given["dynamic"]; d != "" && d != "false" {
		w.dynamic, w.seed = true, d
	}
	if seconds, err := strconv.ParseFloat(given["wait"], 64); err == nil && seconds > 0 {
		const day = 24 * 60 * 60
		w.wait = time.Duration(min(seconds, day) * float64(time.Second))
	}
	return w
}

// splitQuoted cuts a text at a separator that does not stand in quotes. There is
// at least one part.
func splitQuoted(text string, separator byte) []string {
	var parts []string
	start, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch {
		case quoted && text[i] == '\\':
			i++
		case text[i] == '"':
			quoted = !quoted
		case text[i] == separator && !quoted:
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return append(parts, text[min(start, len(text)):])
}

func unquoted(text string) string {
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		return text
	}
	var b strings.Builder
	for i := 1; i < len(text)-1; i++ {
		if text[i] == '\\' && i+1 < len(text)-1 {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
