package strictjson

import "github.com/trefoil-go/trefoil/modules/core/problem"

// Options loosen a decoder and say how it meets its surroundings.
type Options struct {
	// UnknownMembers are skipped instead of being faults.
	UnknownMembers bool
	// Duplicates are accepted: of several members with one name the last one
	// counts.
	Duplicates bool
	// Numbers in an interface become json.Number in place of float64.
	Numbers bool
	// Explain turns the error of a Validate, UnmarshalJSON or UnmarshalText method
	// into faults whose pointers are relative to the value. Nil, or no faults, means
	// one fault: with the text of the error of Validate, or that of Refused.
	Explain func(err error) []problem.FieldError
}
