package mock

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
)

// problem is what is wrong, as RFC 9457 spells it.
type problem struct {
	Title  string      `json:"title"`
	Status int         `json:"status"`
	Detail string      `json:"detail,omitempty"`
	Errors []violation `json:"errors,omitempty"`
	Paths  []string    `json:"paths,omitempty"` // that look like the one that there is not
}

// text is the problem as JSON, with the title of its status.
func (p problem) text() []byte {
	p.Title = http.StatusText(p.Status)
	if p.Title == "" {
		p.Title = strconv.Itoa(p.Status)
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetIndent("", "  ")
	if e.Encode(p) != nil {
		return nil
	}
	return text.Bytes()
}
