// Package qvalue reads the weights of what a client accepts (RFC 9110, section
// 12.4.2):
//
//	name, parameters, _ := strings.Cut("text/html; q=0.5", ";")
//	weight := qvalue.Of(strings.Split(parameters, ";")...) // 0.5
package qvalue

import (
	"strconv"
	"strings"
)

// Of returns the weight among the parameters of an element of a header: 1 when
// there is none, 0 when it cannot be read.
func Of(parameters ...string) float64 {
	for _, p := range parameters {
		name, value, found := strings.Cut(p, "=")
		if !found || !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(q >= 0 && q <= 1) {
			return 0
		}
		return q
	}
	return 1
}
