package router

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
)

// response is an encoded answer that is ready to be written.
type response struct {
	status    int
	mediaType string // empty: no body
	body      []byte
	header    [][2]string
}

func (a *response) write(w http.ResponseWriter) error {
	h := w.Header()
	for _, pair := range a.header {
		h.Set(pair[0], pair[1])
	}
	if a.mediaType != "" {
		h.Set("Content-Type", a.mediaType)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Content-Length", strconv.Itoa(len(a.body)))
	}
	w.WriteHeader(a.status)
	if len(a.body) == 0 {
		return nil
	}
	_, err := w.Write(a.body)
	return err
}

const (
	jsonType    = "application/json"
	textType    = "text/plain"
	problemType = "application/problem+json"
)

// encode makes a response of the result.
func (c *Context) encode() (*response, error) {
	answer, value := &response{status: http.StatusOK}, c.result
	if made, ok := value.(createdResult); ok {
		var location string
		answer.status = http.StatusCreated
		if location, value = made.created(); location != "" {
			answer.header = append(answer.header, [2]string{"Location", location})
		}
	}
	if _, none := value.(None); none || isNil(value) {
		if answer.status == http.StatusOK {
			answer.status = http.StatusNoContent
		}
		return answer, nil
	}
	return answer, c.encodeValue(answer, value)
}

func (c *Context) encodeValue(answer *response, value any) error {
	offers := []string{jsonType}
	text, isText := value.(string)
	if isText {
		offers = []string{jsonType, textType}
		answer.header = append(answer.header, [2]string{"Vary", "Accept"})
	}
	switch negotiate(c.request.Header.Values("Accept"), offers) {
	case textType:
		answer.mediaType, answer.body = "text/plain; charset=utf-8", []byte(text)
		return nil
	case jsonType:
		var err error
		answer.mediaType = jsonType
		answer.body, err = encodeJSON(value)
		return err
	}
	return notAcceptable(offers)
}

func notAcceptable(offers []string) error {
	return &ClientError{Status: http.StatusNotAcceptable, Message: fmt.Sprintf("the answer is one of %v", offers)}
}

// encodeJSON writes a value without a line break behind it; a nil slice or map
// as an empty one.
func encodeJSON(value any) ([]byte, error) {
	switch v := reflect.ValueOf(value); {
	case v.Kind() == reflect.Slice && v.IsNil() && v.Type().Elem().Kind() != reflect.Uint8:
		return []byte("[]"), nil
	case v.Kind() == reflect.Map && v.IsNil():
		return []byte("{}"), nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, fmt.Errorf("encode %T: %w", value, err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
