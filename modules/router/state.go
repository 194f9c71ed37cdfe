package router

import (
	"errors"
	"net/http"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
	"github.com/trefoil-go/trefoil/modules/router/internal/failure"
)

// state is what one request has. One assignment ends it.
type state struct {
	plan    *plan
	request *http.Request
	writer  responseWriter
	result  any
	answer  Response
	err     error // that the request was answered with
	source  source
	stage   stage
	torn    bool // the response broke off

	id       string
	keys     []keptValue
	input    any // of In
	body     bind.Body
	stream   any            // in place of a body: a streamResult or a Content
	panicked *failure.Panic // that ends the process
}

type keptValue struct{ key, value any }

// stage is how far a request has come:
//
//	begun → calling → called → encoded
//
// Inside of hooks the function is called without calling; a hook that answers in
// its place leaves begun for encoded, and so does an error from wherever it is.
type stage uint8

const (
	begun   stage = iota
	calling       // the controller function runs, and nothing recovers it
	called        // the function was called
	encoded       // the response is there
	ended         // it stands in for a request that ended
)

// source is where the result comes from.
type source uint8

const (
	noResult       source = iota
	typedResult           // the function returned it: result is a pointer to it
	returnedResult        // the function returned it
	setResult             // by Render or SetResult
)

// ErrStale says that a Context was used after its request had ended.
var ErrStale = errors.New("router: Context used after its request ended: use Detach or Go")

func (s *state) staleness() error {
	if s.stage == ended {
		return ErrStale
	}
	return nil
}

// value is the result as the function returned it.
func (s *state) value() any {
	if s.source == typedResult {
		return reflect.ValueOf(s.result).Elem().Interface()
	}
	return s.result
}

func (s *state) set(key, v any) {
	for i := range s.keys {
		if s.keys[i].key == key {
			s.keys[i].value = v
			return
		}
	}
	s.keys = append(s.keys, keptValue{key, v})
}

func (s *state) get(key any) any {
	for _, kept := range s.keys {
		if kept.key == key {
			return kept.value
		}
	}
	return nil
}

// response is the encoded response, nil before it is there.
func (s *state) response() *Response {
	if s.stage != encoded {
		return nil
	}
	return &s.answer
}
