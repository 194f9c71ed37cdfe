package router

import (
	"net/http"
	"net/url"

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
// status 400, one that is too long 413.
func (c *Context) Params() (map[string]any, error) {
	x := c.live()
	if x.ended {
		return nil, ErrStale
	}
	return x.params()
}

func (x *exchange) params() (map[string]any, error) {
	params := map[string]any{}
	if err := x.bodyParams(params); err != nil {
		return nil, err
	}
	query, err := parsePairs(x.request.URL.RawQuery, "query")
	if err != nil {
		return nil, err
	}
	merge(params, query)
	for i, name := range x.plan.params {
		params[name] = x.call.Values[i]
	}
	return params, nil
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
		return &ClientError{Status: http.StatusBadRequest, Message: err.Error()}
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
		if len(v) == 1 {
			params[name] = v[0]
			continue
		}
		params[name] = v
	}
}
