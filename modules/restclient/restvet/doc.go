// Package restvet reports declarations of package restclient that cannot work,
// before the program runs: what their method Err would say, and a little more.
//
//	go install github.com/trefoil-go/trefoil/modules/restclient/restvet/cmd/restvet@latest
//	go vet -vettool=$(which restvet) ./...
//
// It looks at every call of restclient.CreateResource, RestEndpoint,
// RestMutation and PageOf. It understands the path when that is a constant, or a
// variable that is set once, and options that are written out, or in such
// variables; it says nothing about what it cannot know. Only a path that it
// cannot know is reported as a note, which -restvet.notes=false turns off.
//
// Faults of a field are reported at the field when its struct belongs to the
// package, and otherwise, as all faults that take a path and a type, at the type
// argument of the declaration. Faults of the entities inside a type are reported
// there, too, or at the schema.
package restvet
