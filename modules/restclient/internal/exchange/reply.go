package exchange

import (
	"bytes"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Reply is a response, read.
type Reply struct {
	Status   int
	Header   http.Header
	Subtype  string // of the content type, lower case: "json", "vnd.api+json"
	Body     []byte
	Attempts int // how often the request was made
	// MaybeDone says that an attempt without an answer may have reached the server before.
	MaybeDone bool
	// Age is how long ago it came: above 0 only for what another process was answered.
	Age time.Duration
	// Delay is how long it took to come: it may be from when it was asked for. 0 when it was
	// asked for several times.
	Delay time.Duration
}

func newReply(status int, h http.Header, attempts int) Reply {
	return Reply{Status: status, Header: h, Subtype: subtypeOf(h), Attempts: attempts}
}

// KeptReply is a response that came some time ago.
func KeptReply(status int, h http.Header, body []byte, age time.Duration) Reply {
	r := newReply(status, h, 0)
	r.Body, r.Age = body, age
	return r
}

// cameAfter notes how long it took until the body was read. Of several attempts it is not
// known when the last one began.
func (r *Reply) cameAfter(delay time.Duration) {
	if r.Attempts == 1 {
		r.Delay = delay
	}
}

// IsJSON reports whether the body is declared as JSON.
func (r *Reply) IsJSON() bool {
	return r.Subtype == "json" || r.Subtype == "x-json" || strings.HasSuffix(r.Subtype, "+json")
}

// IsHTML reports whether the response is an HTML page, also one that is declared as JSON.
func (r *Reply) IsHTML() bool {
	return r.Subtype == "html" || r.Subtype == "xhtml+xml" ||
		r.IsJSON() && strings.HasPrefix(http.DetectContentType(r.Body), "text/html")
}

// Codings are the content codings of the body (RFC 9110, section 8.4), which the transport
// has not undone.
func (r *Reply) Codings() []string {
	return slices.DeleteFunc(listed(r.Header, "Content-Encoding"), func(coding string) bool { return strings.EqualFold(coding, "identity") })
}

// ofJSON is a body without the byte order mark that JSON may be read without (RFC 8259,
// section 8.1).
func (r *Reply) ofJSON(body []byte) []byte {
	if r.IsJSON() {
		return bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	}
	return body
}

// IsSuccess reports whether the status is 2xx.
func (r *Reply) IsSuccess() bool { return r.Status >= 200 && r.Status <= 299 }

// Fresh is how long the response says that it is fresh (RFC 9111, section 4.2.1).
// It is false when the response does not say. A time that cannot be parsed counts as 0.
// Came is when the response came, which counts where it has no Date.
func (r *Reply) Fresh(came time.Time) (time.Duration, bool) {
	if r.NoStore() || r.directs("no-cache") {
		return 0, true
	}
	if fresh, ok := r.lasts("max-age"); ok {
		return fresh, true
	}
	return r.expires(came)
}

// expires is how much is left until the time of Expires (RFC 9111, section 5.3).
func (r *Reply) expires(came time.Time) (time.Duration, bool) {
	said := r.Header.Values("Expires")
	if len(said) == 0 {
		return 0, false
	}
	end, err := http.ParseTime(said[0])
	if err != nil || len(said) > 1 && slices.Max(said) != slices.Min(said) {
		return 0, true
	}
	if date, err := http.ParseTime(r.Header.Get("Date")); err == nil {
		came = date
	}
	return end.Sub(came) - r.age(), true
}

// ForbidsStale reports whether the response must not be used when it is not fresh,
// before the server has confirmed it (RFC 9111, sections 5.2.2.2 and 5.2.2.4).
func (r *Reply) ForbidsStale() bool { return r.directs("must-revalidate") || r.directs("no-cache") }

// FreshForOthers is Fresh for a cache that several users share (RFC 9111, section
// 5.2.2.10), where the response says something else of that.
func (r *Reply) FreshForOthers() (time.Duration, bool) { return r.lasts("s-maxage") }

// lasts is how much is left of the seconds of a directive. A time that cannot be parsed
// counts as 0.
func (r *Reply) lasts(wanted string) (time.Duration, bool) {
	for _, directive := range listed(r.Header, "Cache-Control") {
		if name, value := cutDirective(directive); name == wanted {
			fresh, ok := deltaSeconds(strings.Trim(value, `"`))
			if !ok {
				return 0, true
			}
			return fresh - r.age(), true
		}
	}
	return 0, false
}

// NoStore reports whether the response must not be written to a disk (RFC 9111,
// section 5.2.2.5).
func (r *Reply) NoStore() bool { return r.directs("no-store") }

// IsPrivate reports whether only the user who asked may have the response (RFC 9111,
// section 5.2.2.7).
func (r *Reply) IsPrivate() bool { return r.directs("private") }

// directs reports whether Cache-Control has a directive.
func (r *Reply) directs(wanted string) bool {
	for _, directive := range listed(r.Header, "Cache-Control") {
		if name, _ := cutDirective(directive); name == wanted {
			return true
		}
	}
	return false
}

// VariesByAll reports whether the response says nothing about the next one (RFC
// 9110, section 12.5.5).
func (r *Reply) VariesByAll() bool {
	for _, name := range listed(r.Header, "Vary") {
		if name == "*" {
			return true
		}
	}
	return false
}

func cutDirective(directive string) (name, value string) {
	name, value, _ = strings.Cut(strings.ToLower(directive), "=")
	return name, value
}

// age is how old the response may have been when it came (RFC 9111, section 4.2.3,
// corrected_age_value): Date does not count, since clocks differ.
func (r *Reply) age() time.Duration {
	age, _ := deltaSeconds(r.Header.Get("Age"))
	return age + r.Delay
}

// deltaSeconds reads a number of seconds. One that is too large counts as 2³¹ (RFC
// 9111, section 1.2.2).
func deltaSeconds(text string) (time.Duration, bool) {
	seconds, err := strconv.ParseUint(text, 10, 31)
	if errors.Is(err, strconv.ErrRange) {
		return (1 << 31) * time.Second, true
	}
	return time.Duration(seconds) * time.Second, err == nil
}

// listed splits the values of a header that is a list.
func listed(h http.Header, name string) []string {
	var all []string
	for _, line := range h[name] {
		for item := range strings.SplitSeq(line, ",") {
			if item = strings.TrimSpace(item); item != "" {
				all = append(all, item)
			}
		}
	}
	return all
}

func subtypeOf(h http.Header) string {
	contentType := h.Get("Content-Type")
	if contentType == "application/json" || contentType == "application/json; charset=utf-8" {
		return "json"
	}
	mediaType, _, _ := strings.Cut(contentType, ";") // parameters, readable or not, say nothing of it
	_, subtype, _ := strings.Cut(strings.ToLower(mediaType), "/")
	return strings.TrimSpace(subtype)
}
