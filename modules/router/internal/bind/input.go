package bind

import (
	"errors"
	"net/http"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/constraint"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// Input is how a struct is filled from a request: see router.In. It is safe for
// concurrent use.
type Input struct {
	Type    reflect.Type        // of the struct
	Fields  []Field             // that are read from the path, query, headers, cookies or a form
	Members []strictjson.Member // of the JSON body
	Types   []string            // media types of a body that is handed over as it comes, "image/*" among them

	Whole    bool // all fields of the struct are members of the JSON body
	Form     bool // there are fields of a form
	Files    bool // in the form
	Demanded bool // something in the form or in the JSON body is required

	decoder   *strictjson.Decoder
	stream    []int // index of the field for a body as it comes
	query     bool  // there are fields of the query
	validates bool  // the struct is a strictjson.Validator
	strict    *strictQuery
}

// Field is one field of the struct that is not read from JSON.
type Field struct {
	In          string // "path", "query", "header", "cookie" or "form"
	Name        string
	Type        reflect.Type
	File        bool
	Constraints constraint.Set

	index []int
	list  bool // has several values
	// set returns an error when the values cannot be read, else what they break.
	set func(v reflect.Value, values []string) (broken []*problem.FieldError, err error)
}

// Rules are what is accepted in a JSON body beside what is right.
type Rules struct{ UnknownMembers, DuplicateMembers bool }

// HasBody reports whether something is read from the body.
func (in *Input) HasBody() bool { return in.Form || in.stream != nil || len(in.Members) > 0 }

// Strict returns the input as one that refuses query parameters which neither it
// nor others read.
func (in *Input) Strict(others []string) *Input {
	other := *in
	other.strict = &strictQuery{}
	for _, f := range in.Fields {
		if f.In == "query" {
			other.strict.known = append(other.strict.known, f.Name)
		}
	}
	other.strict.known = append(other.strict.known, others...)
	return &other
}

// Read fills v, a struct that can be set.
func (in *Input) Read(src Source, v reflect.Value) error {
	rd := reading{src: src, status: http.StatusUnprocessableEntity}
	if err := rd.open(in); err != nil {
		return err
	}
	for i := range in.Fields {
		rd.field(&in.Fields[i], v.FieldByIndex(in.Fields[i].index))
	}
	if in.strict != nil {
		rd.unknown(in.strict)
	}
	if in.decoder != nil {
		if err := in.decode(&rd, v); err != nil {
			return err
		}
	}
	if in.validates && len(rd.wrong) == 0 {
		in.validate(&rd, v)
	}
	switch {
	case len(rd.wrong) > 0:
		return &InputError{Status: rd.status, Fields: rd.wrong}
	case in.stream != nil:
		v.FieldByIndex(in.stream).Set(reflect.ValueOf(boundedBody{src.bounded(src.Limits.Body)}))
	}
	return nil
}

// decode reads the JSON body into v. A body that is no JSON is an error; what
// does not fit is told with the rest. One that may be absent is then an object
// without members.
func (in *Input) decode(rd *reading, v reflect.Value) error {
	none, err := rd.src.bodiless()
	if err != nil {
		return err
	}
	var data []byte
	if !none || in.Demanded {
		if data, err = rd.src.jsonBody(); err != nil {
			return err
		}
	}
	if len(data) == 0 && !in.Demanded {
		data = []byte("{}")
	}
	faults, err := in.decoder.Decode(data, v)
	if err != nil {
		return badJSON(err)
	}
	for i := range faults {
		f := &faults[i]
		f.In, f.Pointer, f.Detail = "body", short(f.Pointer), short(f.Detail)
	}
	rd.wrong = append(rd.wrong, faults...)
	return nil
}

// validate calls the Validate method of the whole struct.
func (in *Input) validate(rd *reading, v reflect.Value) {
	err := v.Addr().Interface().(strictjson.Validator).Validate()
	var known *InputError
	switch {
	case err == nil:
	case errors.As(err, &known) && len(known.Fields) > 0:
		rd.wrong = append(rd.wrong, known.Fields...)
	case in.decoder != nil:
		rd.wrong = append(rd.wrong, problem.FieldError{In: "body", Detail: err.Error(), Code: problem.CodeInvalid})
	default:
		rd.wrong = append(rd.wrong, problem.FieldError{In: "request", Detail: err.Error(), Code: problem.CodeInvalid})
	}
}

// compile makes the decoder of the JSON body and returns what is wrong with its
// type.
func (in *Input) compile(rules Rules) []string {
	decoder, err := strictjson.Compile(in.Type, in.Members, strictjson.Options{
		UnknownMembers: rules.UnknownMembers, Duplicates: rules.DuplicateMembers, Explain: explain,
	})
	in.decoder = decoder
	var wrong *strictjson.TypeError
	if errors.As(err, &wrong) {
		return wrong.Mistakes
	}
	return nil
}
