package sample

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Problem is what a problem (RFC 9457) tells of the response whose body it is. The zero
// Problem is that of other bodies.
type Problem struct {
	status int
	detail string // "" when it is not known
}

// ProblemOf is that of a body of a media type, which comes with a status. Detail is what
// is wrong, "" when that is not known.
func ProblemOf(mediaType string, status int, detail string) Problem {
	essence, _, _ := strings.Cut(strings.ToLower(mediaType), ";")
	switch strings.TrimSpace(essence) {
	case "application/problem+json", "application/problem+xml":
		if http.StatusText(status) != "" && status >= http.StatusBadRequest {
			return Problem{status, detail}
		}
	}
	return Problem{}
}

// StatusOf is a status that a response of a description stands for, such as 400 for 4XX, and
// otherwise for default.
func StatusOf(response string, otherwise int) int {
	status, err := strconv.Atoi(strings.ReplaceAll(strings.ToUpper(response), "X", "0"))
	if err != nil || status < 200 || status > 599 {
		return otherwise
	}
	return status
}

// member is the value of a member of the problem, nil when it is not known.
func (p Problem) member(name string) json.RawMessage {
	switch {
	case p.status == 0:
		return nil
	case name == "type":
		return quoted("about:blank") // which makes the title that of the status
	case name == "title":
		return quoted(http.StatusText(p.status))
	case name == "status":
		return strconv.AppendInt(nil, int64(p.status), 10)
	case name == "detail" && p.detail != "":
		return quoted(p.detail)
	}
	return nil
}

// told is what the problem that is being written tells in a property, when its schema gives
// no value of its own and accepts that.
func (w *writer) told(property apidoc.Property, p spot) json.RawMessage {
	if p.depth > 0 {
		return nil
	}
	value := w.options.Problem.member(property.Name)
	if value == nil || w.given(w.of(property.Schema, p).Schema) != nil || len(w.checker.Check(value, property.Schema, "").Faults) > 0 {
		return nil
	}
	return value
}
