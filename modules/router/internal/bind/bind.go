// Package bind fills the arguments of a controller function from a request: from
// its path, query, headers, cookies and body.
//
//	in, mistakes := bind.Compile(reflect.TypeFor[NewUser](), bind.Rules{})
//	err := in.Read(bind.Source{Request: r, Writer: w, Limits: limits, Body: &body}, v)
//
// It knows no Context and no hooks. What does not fit is an *InputError with all
// of it, or a *core.ClientError about the request as a whole.
package bind
