package worker

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const (
	argument = "trefoil-openapi-worker"
	variable = "TREFOIL_OPENAPI_WORKER"
	protocol = "2" // changes when what is sent does
)

// question is what a worker is asked, before the bytes of the text and those of a
// viewer.Draft in JSON.
type question struct {
	Limits openapi.Limits
	Bytes  int
	Draft  int // bytes, 0 for a text that is judged only
	Memory int64
	CPU    time.Duration
}

// answer is what a worker says, completed by who has started it.
type answer struct {
	Protocol string   // that of the worker
	Refusal  *refusal // nil when all of the text was read
	Problems int
	Memory   int64
	// Unconfined is why the system does not keep the worker from files, sockets and
	// processes, "" when it does.
	Unconfined string
	Outline    viewer.DraftOutline // of a draft

	CPU     time.Duration
	Passing bool // may be another one the next time
}

type refusal struct {
	Line, Column int
	Message      string
}

func refuse(message string) answer { return answer{Refusal: &refusal{Message: message}} }

// refusalOf is what is wrong with a text.
func refusalOf(err error) *refusal {
	var spec *core.SpecError
	if errors.As(err, &spec) {
		return &refusal{Line: spec.Line, Column: spec.Column, Message: spec.Message}
	}
	return &refusal{Message: err.Error()}
}

func (a answer) result() (Report, error) {
	r := Report{CPU: a.CPU, Memory: a.Memory, Problems: a.Problems}
	if a.Refusal != nil {
		return r, &core.SpecError{Line: a.Refusal.Line, Column: a.Refusal.Column, Message: a.Refusal.Message}
	}
	return r, nil
}

func (a answer) encode() []byte {
	data, err := json.Marshal(a)
	if err != nil { // which numbers and text never are
		panic(err)
	}
	return data
}

// decodeAnswer reads what encode has written; anything else is an answer without
// protocol.
func decodeAnswer(data []byte) answer {
	var a answer
	if json.Unmarshal(data, &a) != nil {
		return answer{}
	}
	return a
}
