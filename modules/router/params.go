package router

import (
	"fmt"
	"net/http"
	"net/url"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// Params are the parameters of the request by name: those of the body,
// overridden by those of the query, overridden by those of the path. They are
// read anew at each call, from a body that is read once.
//
// A body counts when it is a JSON object (values as encoding/json decodes them,
// numbers as json.Number) or a form. A name that a form or query holds several
// times is a []string, otherwise a value is a string; files are
// []*multipart.FileHeader. A malformed body or query is a *ClientError with
// status 400, one that is too long 413. In development a name to which two of
// them give different values is logged, in test it is an error.
func (c *Context) Params() (map[string]any, error) {
	x := c.enter()
	defer c.leave()
	if x.stage == ended {
		return nil, ErrStale
	}
	return x.params()
}

func (x *exchange) params() (map[string]any, error) {
	merged := map[string]any{}
	if err := x.bodyParams(merged); err != nil {
		return nil, err
	}
	query, err := parsePairs(x.request.URL.RawQuery, "query")
	if err != nil {
		return nil, err
	}
	var collisions []string
	over := func(name string, v any) {
		if old, ok := merged[name]; ok && !reflect.DeepEqual(old, v) {
			collisions = append(collisions, name)
		}
		merged[name] = v
	}
	for name, values := range query {
		over(name, oneOrAll(values))
	}
	for i, name := range x.plan.params {
		over(name, x.call.Values[i])
	}
	return merged, x.collided(collisions)
}

// collided tells about parameters that the body, the query and the path give
// different values: in development it is logged, in test an error.
func (x *exchange) collided(names []string) error {
	if len(names) == 0 || x.router.environment == Production {
		return nil
	}
	slices.Sort(names)
	if x.router.environment == Test {
		return fmt.Errorf("parameters %q have different values in body, query and path", names)
	}
	x.router.logger.Warn("parameters have different values in body, query and path", "route", x.plan.key, "names", names)
	return nil
}

func (x *exchange) bodyParams(params map[string]any) error {
	name, err := x.mediaType()
	switch {
	case err != nil:
		return err
	case isJSON(name):
		return x.jsonParams(params)
	case name == formType || name == multipartType:
		return x.formParams(params)
	}
	return nil
}

func (x *exchange) jsonParams(params map[string]any) error {
	data, err := x.readBody()
	if err != nil || len(data) == 0 {
		return err
	}
	v, err := strictjson.Any(data)
	if err != nil {
		return &ClientError{Status: http.StatusBadRequest, Message: short(err.Error())}
	}
	object, _ := v.(map[string]any) // any other value has no names
	for name, value := range object {
		params[name] = value
	}
	return nil
}

func (x *exchange) formParams(params map[string]any) error {
	if err := x.parseForm(false); err != nil {
		return err
	}
	merge(params, x.form)
	if x.request.MultipartForm != nil {
		for name, files := range x.request.MultipartForm.File {
			params[name] = files
		}
	}
	return nil
}

func merge(params map[string]any, values url.Values) {
	for name, v := range values {
		params[name] = oneOrAll(v)
	}
}

func oneOrAll(values []string) any {
	if len(values) == 1 {
		return values[0]
	}
	return values
}
