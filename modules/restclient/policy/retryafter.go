package policy

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// forever is what longer times are taken for; some more can be added to it.
const forever = time.Duration(1 << 62)

// RetryAfter reads the header Retry-After (RFC 9110, section 10.2.3), which is a
// number of seconds or a date. A date is compared with the header Date, where
// there is one, so that the server's clock need not agree with now. It is false
// when the header is missing or neither; it is never negative.
func RetryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	value := strings.TrimSpace(h.Get("Retry-After"))
	if value == "" {
		return 0, false
	}
	if strings.Trim(value, "0123456789") == "" {
		seconds, err := strconv.ParseInt(value, 10, 64)
		if err != nil || seconds > int64(forever/time.Second) {
			return forever, true
		}
		return time.Duration(seconds) * time.Second, true
	}
	date, err := http.ParseTime(value)
	if err != nil {
		return 0, false
	}
	if sent, err := http.ParseTime(h.Get("Date")); err == nil {
		now = sent
	}
	return min(max(date.Sub(now), 0), forever), true
}
