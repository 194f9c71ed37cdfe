// Package schemacheck checks the answer of an operation against what the
// description says about it:
//
//	problems := schemacheck.Answer(op, 200, "application/json", body, checker)
package schemacheck

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
)

// maxTold bounds what is told about the lines of a body.
const maxTold = 32

// undeclared are the statuses that the response "default" documents beside
// others: those that the framework answers with by itself once a route has
// matched. Every other status comes from a controller, a hook or a flag, which
// can declare it; 404 and 405 are among them, for a request without a route has
// no operation.
var undeclared = []int{
	http.StatusBadRequest,            // a value that cannot be read
	http.StatusNotAcceptable,         // Accept excludes all media types
	http.StatusRequestTimeout,        // the body did not arrive in time
	http.StatusRequestEntityTooLarge, // the body is too long
	http.StatusUnsupportedMediaType,  // the body is of another type
	http.StatusUnprocessableEntity,   // the body does not fit
	499,                              // the client went away
	http.StatusInternalServerError,   // an error or a panic
	http.StatusServiceUnavailable,    // the server is shutting down
	http.StatusGatewayTimeout,        // the deadline of the route passed
}

// Answer returns what an operation answered that its description does not say,
// nothing when they agree. The status must be documented by itself, by its
// range or by "default": the only response documents every status with it, one
// beside others those of the framework. The media type must be one of the
// response, and the body must fit its schema: JSON is checked whole, text/plain
// as a string, application/x-ndjson line by line against the item schema;
// bodies of other types are not read. A response with "default" and no content
// says nothing about its body.
//
// Answers to HEAD have no body to check and are not for this function; those of
// 1xx, 204 and 304 must not have one.
func Answer(op *apidoc.Operation, status int, mediaType string, body []byte, checker *jsonschema.Checker) []string {
	r := responseFor(op.Responses, status)
	switch {
	case r == nil:
		return []string{fmt.Sprintf("status %d is not documented", status)}
	case bodiless(status):
		return emptyBody(status, body)
	case len(r.Content) == 0 && r.Status == "default":
		return nil
	case len(r.Content) == 0 && len(body) > 0:
		return []string{fmt.Sprintf("the response %s has no body in the description", r.Status)}
	case len(r.Content) == 0:
		return nil
	case mediaType == "" && len(body) == 0:
		return []string{fmt.Sprintf("the response %s has a body in the description", r.Status)}
	}
	content := contentFor(r.Content, mediaType)
	if content == nil {
		return []string{fmt.Sprintf("media type %q of the response %s is not documented", mediaType, r.Status)}
	}
	return checkBody(content, mediaType, body, checker)
}

func responseFor(all []apidoc.Response, status int) *apidoc.Response {
	code := strconv.Itoa(status)
	for _, wanted := range []string{code, code[:1] + "XX"} {
		if i := slices.IndexFunc(all, func(r apidoc.Response) bool { return r.Status == wanted }); i >= 0 {
			return &all[i]
		}
	}
	i := slices.IndexFunc(all, func(r apidoc.Response) bool { return r.Status == "default" })
	if i < 0 || len(all) > 1 && !slices.Contains(undeclared, status) {
		return nil
	}
	return &all[i]
}

// bodiless says whether answers of a status have no body (RFC 9110, section
// 6.4.1).
func bodiless(status int) bool {
	return status < 200 || status == http.StatusNoContent || status == http.StatusNotModified
}

func emptyBody(status int, body []byte) []string {
	if len(body) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("status %d has a body", status)}
}

// contentFor is the most specific media type or range that covers a media type,
// nil when there is none.
func contentFor(all []apidoc.MediaType, mediaType string) *apidoc.MediaType {
	name := bare(mediaType)
	kind, _, _ := strings.Cut(name, "/")
	for _, wanted := range []string{name, kind + "/*", "*/*"} {
		if i := slices.IndexFunc(all, func(t apidoc.MediaType) bool { return bare(t.Name) == wanted }); i >= 0 {
			return &all[i]
		}
	}
	return nil
}

// bare is a media type without its parameters.
func bare(mediaType string) string {
	name, _, err := mime.ParseMediaType(mediaType)
	if err != nil {
		name, _, _ = strings.Cut(mediaType, ";")
	}
	return strings.ToLower(strings.TrimSpace(name))
}

func checkBody(content *apidoc.MediaType, mediaType string, body []byte, checker *jsonschema.Checker) []string {
	switch name := bare(mediaType); {
	case name == "application/json" || strings.HasSuffix(name, "+json"):
		return texts(checker.Check(body, content.Schema, core.InResponse).Faults, "")
	case name == "text/plain":
		text, _ := json.Marshal(string(body)) // a string always is JSON
		return texts(checker.Check(text, content.Schema, core.InResponse).Faults, "")
	case name == "application/x-ndjson" && content.ItemSchema != nil:
		return checkLines(content.ItemSchema, body, checker)
	}
	return nil
}

// checkLines checks every line of NDJSON that is not empty.
func checkLines(s *apidoc.Schema, body []byte, checker *jsonschema.Checker) []string {
	var all []string
	n := 0
	for line := range bytes.Lines(body) {
		n++
		if len(bytes.TrimSpace(line)) > 0 && len(all) < maxTold {
			all = append(all, texts(checker.Check(line, s, core.InResponse).Faults, fmt.Sprintf("line %d: ", n))...)
		}
	}
	return all[:min(len(all), maxTold)]
}

func texts(faults []jsonschema.Fault, prefix string) []string {
	var all []string
	for _, f := range faults {
		all = append(all, prefix+"body: "+f.String())
	}
	return all
}
