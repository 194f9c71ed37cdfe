package router

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/content"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
	"github.com/trefoil-go/trefoil/modules/router/internal/schemacheck"
)

var _ core.SpecSource = (*Router)(nil)

type documentHandler struct{ router *Router }

func (h *documentHandler) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	doc, err := h.router.Load(req.Context())
	if err != nil {
		panic(&ClientError{Status: http.StatusServiceUnavailable, Err: err})
	}
	sum := sha256.Sum256(doc.Text.Data)
	w.Header().Set("Content-Type", doc.Text.MediaType)
	w.Header().Set("Etag", `"`+hex.EncodeToString(sum[:16])+`"`)
	w.Header().Set("Cache-Control", "no-cache")
	w.Header()["X-Content-Type-Options"] = noSniff
	var refused *ClientError
	if errors.As(content.Serve(w, req, http.StatusOK, time.Time{}, bytes.NewReader(doc.Text.Data)), &refused) {
		panic(refused)
	}
}

// comparer compares what one route sends with the description of the API. Only
// WithEnvironment names the one there is: a program without that option is linked
// without what reads schemas.
type comparer interface {
	// compare compares a response that is about to be sent.
	compare(x *exchange) error
	// comparing compares the values of a stream as they are encoded.
	comparing(x *exchange, encode encodeFunc) encodeFunc
}

// contract is what the description of the API says about one route. What it does not
// know is logged in development and an error in test.
type contract struct {
	operation *apidoc.Operation
	checker   *jsonschema.Checker
	part      *apidoc.Operation // answers with one value of a stream, nil when the route has no stream
}

// tagMistakes are what is wrong with the tags of the results that are described, once for
// each route. Those of inputs are told by what reads them.
func tagMistakes(entries []entry) []Mistake {
	var all []Mistake
	known := map[reflect.Type][]string{}
	for _, e := range entries {
		if e.hidden() {
			continue
		}
		for _, t := range e.function.written() {
			found, ok := known[t]
			if !ok {
				found = schema.Mistakes(t)
				known[t] = found
			}
			for _, message := range found {
				if !slices.Contains(e.function.mistakes, message) {
					all = append(all, mistakeAt(e.function.at, e.key, message).in(e.function.of.String(), e.function.of.controller))
				}
			}
		}
	}
	return all
}

// contractsOf are those of the routes whose responses are compared, by route string. Those of
// HEAD routes have no body.
func contractsOf(b *built) map[string]comparer {
	contracts := map[string]comparer{}
	described, _ := b.describe() // its mistakes are told before
	checker := jsonschema.New(func(ref string) (*apidoc.Schema, bool) {
		s, ok := described.Schemas[ref]
		return s, ok
	})
	for _, e := range b.entries {
		if op := described.Operations[e.key]; op != nil && e.function.handler == nil && e.route.Method != http.MethodHead {
			contracts[e.key] = &contract{withText(op), checker, partOf(op, e.function.result)}
		}
	}
	return contracts
}

// compare does not read a body in a content coding.
func (k *contract) compare(x *exchange) error {
	if x.request.Method == http.MethodHead || x.answer.Status == http.StatusInternalServerError || coded(x) {
		return nil
	}
	return k.deviates(x, schemacheck.Answer(k.operation, x.answer.Status, x.answer.MediaType, x.answer.Body, k.checker))
}

// comparing ends with the first value that differs.
func (k *contract) comparing(x *exchange, encode encodeFunc) encodeFunc {
	if k.part == nil {
		return encode
	}
	differs := false
	return func(dst []byte, v any) ([]byte, error) {
		text, err := encode(dst, v)
		if err != nil || differs {
			return text, err
		}
		found := schemacheck.Answer(k.part, http.StatusOK, answer.JSON, text[len(dst):], k.checker)
		differs = len(found) > 0
		return text, k.deviates(x, found)
	}
}

// deviates tells what was found that the description does not know.
func (k *contract) deviates(x *exchange, found []string) error {
	if len(found) == 0 {
		return nil
	}
	told := strings.Join(found, "; ")
	if x.router.environment == Development {
		x.router.logger.Warn("the response is not what the description says", "route", x.plan.key, "request", x.requestID(), "found", told)
		return nil
	}
	return fmt.Errorf("the response is not what the description says: %s", told)
}

// coded reports whether a hook has put the body into another form, such as gzip.
func coded(x *exchange) bool {
	return x.answer.Header["Content-Encoding"] != nil || x.writer.Header()["Content-Encoding"] != nil
}

// partOf is an operation that answers with one value of the stream of another, nil
// when the description does not say what that is.
func partOf(op *apidoc.Operation, result reflect.Type) *apidoc.Operation {
	if !isStream(result) || result == reflect.TypeFor[Events]() {
		return nil
	}
	content := apidoc.SuccessOf(op.Responses).Content[0]
	value := content.ItemSchema
	if content.Name == eventsType {
		data := slices.IndexFunc(value.Properties, func(p apidoc.Property) bool { return p.Name == "data" })
		if value = value.Properties[data].Schema.ContentSchema; value == nil {
			return nil // text
		}
	}
	content = apidoc.MediaType{Name: answer.JSON, Schema: value}
	return &apidoc.Operation{Responses: []apidoc.Response{{Status: "200", Content: []apidoc.MediaType{content}}}}
}

// withText is an operation whose problems may be text: for people, and so no type of the
// clients that are made of the description.
func withText(op *apidoc.Operation) *apidoc.Operation {
	text := apidoc.MediaType{Name: answer.Text, Schema: &apidoc.Schema{Types: []string{"string"}}}
	own := *op
	own.Responses = slices.Clone(op.Responses)
	for i, r := range own.Responses {
		if len(r.Content) == 1 && r.Content[0].Name == problem.MediaType {
			own.Responses[i].Content = append(slices.Clip(r.Content), text)
		}
	}
	return &own
}
