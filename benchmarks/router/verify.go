package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

// verify asks a variant for what is going to be measured, twice, because the
// second answer comes from pools. The error says what is not as expected; a
// wrong request that is accepted is a remark, for the report to show.
func (s scenario) verify(variant string, h http.Handler) (remark string, err error) {
	e := measure.NewExchange(h, s.request)
	e.Response.Keep = true
	for range 2 {
		e.Do()
		if err := s.answer.check(&e.Response); err != nil {
			return "", fmt.Errorf("scenario %s: %s: %s %s: %w", s.name, variant, s.request.Method, s.request.Path, err)
		}
	}
	accepted := 0
	for _, wrong := range s.rejects {
		e := measure.NewExchange(h, wrong)
		e.Do()
		if status := e.Response.Status; status < 400 || status > 499 {
			accepted++
		}
	}
	if accepted > 0 {
		remark = fmt.Sprintf("accepts %d of %d wrong requests", accepted, len(s.rejects))
	}
	return remark, nil
}

func (a answer) check(r *measure.Recorder) error {
	if r.Status != a.status {
		return fmt.Errorf("status %d, not %d: %q", r.Status, a.status, r.Body)
	}
	switch a.body {
	case noBody:
		if r.Size > 0 {
			return fmt.Errorf("a body where none is expected: %q", r.Body)
		}
	case sameJSON:
		if kind := r.Header().Get("Content-Type"); !strings.HasPrefix(kind, "application/json") {
			return fmt.Errorf("Content-Type %q", kind)
		}
		return equalJSON(r.Body, a.json)
	case sameEvents:
		if kind := r.Header().Get("Content-Type"); !strings.HasPrefix(kind, "text/event-stream") {
			return fmt.Errorf("Content-Type %q", kind)
		}
		return equalJSON(eventData(r.Body), a.json)
	}
	return nil
}

// eventData is a list of the data of events, each of which is one line of JSON.
func eventData(stream []byte) []byte {
	var data [][]byte
	for line := range bytes.Lines(stream) {
		if text, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			data = append(data, bytes.TrimSpace(text))
		}
	}
	return slices.Concat([]byte("["), bytes.Join(data, []byte(",")), []byte("]"))
}

func equalJSON(body []byte, want string) error {
	var got, expected any
	if err := json.Unmarshal(body, &got); err != nil {
		return fmt.Errorf("body %q: %w", body, err)
	}
	if err := json.Unmarshal([]byte(want), &expected); err != nil {
		return fmt.Errorf("expected body %q: %w", want, err)
	}
	if !reflect.DeepEqual(got, expected) {
		return fmt.Errorf("body %s, not %s", body, want)
	}
	return nil
}
