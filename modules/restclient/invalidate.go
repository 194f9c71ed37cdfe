package restclient

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/call"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/fault"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// Answer is a stored answer to a read, as a Match sees it.
type Answer struct {
	Endpoint string // the name, such as "Todo.get"
	Method   string
	URL      string // in full, secrets included
	Args     any    // as they were given to the endpoint
	Tags     []string

	of *call.Endpoint
}

// answerOf is what a Match sees of an answer.
func answerOf(a call.Answered) Answer {
	declared, r := &a.Endpoint.Declared, a.Request
	return Answer{
		Endpoint: declared.Name, Method: r.Method, URL: r.URL, Args: reflect.ValueOf(r.Args).Elem().Interface(),
		Tags: tagsIn(declared.Settings).forArgs(declared.Args, r.Args), of: a.Endpoint,
	}
}

// Match selects stored answers, for InvalidateAll and ExpireAll. It must not use
// the client.
type Match func(Answer) bool

// Tagged selects the answers that have one of the tags, or more.
func Tagged(tags ...string) Match {
	return func(a Answer) bool {
		return slices.ContainsFunc(a.Tags, func(t string) bool { return slices.Contains(tags, t) })
	}
}

// AnswersOf selects all answers of an endpoint, whatever the arguments.
func AnswersOf[A, R any](read Readable[A, R]) Match {
	ep := (*call.Endpoint)(read.read())
	return func(a Answer) bool { return a.of == ep }
}

// InvalidateAll does what Invalidate does to all answers that match, and returns
// how many those are. Those that match are answers to requests: an entity that
// came as a part of something else is found by Bound.Invalidate.
//
// The client is the one that ctx carries. Every error is an *Error.
func InvalidateAll(ctx context.Context, match Match) (int, error) {
	return touchAll(ctx, match, store.Invalidate)
}

// ExpireAll does what Expire does to all answers that match, and returns how
// many those are.
//
// The client is the one that ctx carries. Every error is an *Error.
func ExpireAll(ctx context.Context, match Match) (int, error) {
	return touchAll(ctx, match, store.Expire)
}

func touchAll(ctx context.Context, match Match, t store.Touch) (int, error) {
	s := sessionIn(ctx)
	if s.Client == nil {
		return 0, faults.Of("invalidate", KindArgument, ErrNoController)
	}
	defer s.Client.Changing()()
	err := s.Client.Sharing.AllTouched(ctx, s.Client)
	n, touched := 0, map[call.Key]bool{}
	for _, c := range s.Space.Reading() { // first: what follows has others begin, whose answers are new
		if match(answerOf(call.Answered{Call: c})) {
			touched[c.Key()] = true
			c.TouchHere(t)
		}
	}
	for _, a := range s.Space.Answers.All() {
		if a.Stored() && match(answerOf(a)) {
			if !touched[a.Key()] {
				a.TouchHere(t)
			}
			n++
		}
	}
	if err != nil {
		return n, faults.Of("invalidate", fault.KindOf(err), err)
	}
	return n, nil
}

// WithTags gives the answers of an endpoint, or of all reads of a resource,
// tags for Tagged. Repeated options add up. Default: none.
func WithTags(tags ...string) EndpointOption {
	return func(d *declaration) {
		all := tagsIn(d.Settings)
		all.always = append(slices.Clip(all.always), tags...)
		extra(tagging{}, all)(d)
	}
}

// WithTagsOf gives answers tags that depend on the arguments, which are of type
// A; in a resource, the reads with other arguments do not get them. It is a
// fault of the declaration when no endpoint has such arguments. Repeated options
// add up. F must do nothing but compute. Default: none.
func WithTagsOf[A any](f func(args A) []string) EndpointOption {
	return func(d *declaration) {
		all := tagsIn(d.Settings)
		all.of = append(slices.Clip(all.of), argTags{reflect.TypeFor[A](), func(args any) []string { return f(*args.(*A)) }})
		extra(tagging{}, all)(d)
	}
}

// tagging is the key of what WithTags and WithTagsOf say.
type tagging struct{}

// tagsIn returns the tags that are declared.
func tagsIn(s declare.Settings) tags {
	t, _ := s.Extra[tagging{}].(tags)
	return t
}

type tags struct {
	always []string
	of     []argTags
}

type argTags struct {
	args reflect.Type
	tags func(args any) []string
}

// check tells what is wrong with tags for endpoints with arguments of the given
// types.
func (t tags) check(args ...reflect.Type) error {
	for _, f := range t.of {
		if !slices.Contains(args, f.args) {
			return fmt.Errorf("WithTagsOf takes arguments %s, the endpoint has %v", f.args, args)
		}
	}
	return nil
}

// forArgs returns the tags of the answer for arguments of a type.
func (t tags) forArgs(typ reflect.Type, args any) []string {
	all := slices.Clone(t.always)
	for _, f := range t.of {
		if f.args == typ {
			all = append(all, f.tags(args)...)
		}
	}
	return all
}
