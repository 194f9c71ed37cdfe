package apidoc

import (
	"strconv"
	"strings"
)

// SuccessOf returns the response that a call results in when it succeeds: the
// lowest 2xx with content, or else the lowest 2xx, "2XX" after the exact ones, or
// else "default". It is nil when there is none of these.
func SuccessOf(responses []Response) *Response {
	var best *Response
	for i := range responses {
		if response := &responses[i]; best == nil || response.rank() < best.rank() {
			best = response
		}
	}
	if best == nil || best.rank() == noSuccess {
		return nil
	}
	return best
}

const noSuccess = 10_000

// rank is the lower, the more a response is what a call is made for.
func (r *Response) rank() int {
	penalty := 0
	if len(r.Content) == 0 {
		penalty = 1000
	}
	status, err := strconv.Atoi(r.Status)
	switch {
	case err == nil && status >= 200 && status < 300:
		return status + penalty
	case strings.EqualFold(r.Status, "2XX"):
		return 300 + penalty
	case r.Status == "default":
		return 5000
	}
	return noSuccess
}
