package openapi

import (
	"encoding/json"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// badges reads x-badges, a list of names or of objects with a name, and what
// x-scalar-stability says.
func badges(n *tree.Node) []apidoc.Badge {
	var list []apidoc.Badge
	for _, item := range tree.Items(tree.Get(n, "x-badges")) {
		b := apidoc.Badge{
			Name: tree.Text(tree.Get(item, "name")), Color: tree.Text(tree.Get(item, "color")),
			Before: tree.Text(tree.Get(item, "position")) == "before",
		}
		if tree.IsScalar(item) {
			b.Name = tree.Text(item)
		}
		if b.Name != "" {
			list = append(list, b)
		}
	}
	if s := stability(n); s != "" && s != deprecatedStability {
		list = append(list, apidoc.Badge{Name: s})
	}
	return list
}

// deprecatedStability is what an operation says that is deprecated.
const deprecatedStability = "deprecated"

func stability(n *tree.Node) string { return tree.Text(tree.Get(n, "x-scalar-stability")) }

// sampleKeys are the names under which authors put samples, the most important
// first. Only those under the first name that has some are shown.
const sampleKeys keywords = "x-scalar-examples x-stainless-snippets x-stainless-examples x-readme x-codeSamples x-code-samples x-custom-examples"

func codeSamples(n *tree.Node) []apidoc.CodeSample {
	for name := range strings.FieldsSeq(string(sampleKeys)) {
		value := tree.Get(n, name)
		if name == "x-readme" {
			value = tree.Get(value, "code-samples")
		}
		if samples := samplesOf("", value); len(samples) > 0 {
			return samples
		}
	}
	return nil
}

// samplesOf reads samples in the shapes they are written in: a list of objects,
// or a map from languages to texts, objects or lists.
func samplesOf(language string, n *tree.Node) []apidoc.CodeSample {
	switch {
	case tree.IsScalar(n) && language != "" && tree.Text(n) != "":
		return []apidoc.CodeSample{{Language: language, Source: n.Value}}
	case tree.IsList(n):
		var list []apidoc.CodeSample
		for _, item := range tree.Items(n) {
			if tree.IsMap(item) && firstText(item, sourceNames) != "" {
				list = append(list, samplesOf(language, item)...)
			}
		}
		return list
	case firstText(n, sourceNames) != "":
		return []apidoc.CodeSample{{
			Language: orElse(firstText(n, "lang language"), language), Label: firstText(n, "label name title"), Source: firstText(n, sourceNames),
			Example: tree.Text(tree.Get(n, "example")), ContentType: tree.Text(tree.Get(n, "contentType")),
		}}
	case language != "":
		return nil
	}
	var list []apidoc.CodeSample
	for name, value := range tree.Members(n) {
		list = append(list, samplesOf(name, value)...)
	}
	return list
}

const sourceNames keywords = "source code snippet"

// firstText returns the first member of an object that is a text.
func firstText(n *tree.Node, names keywords) string {
	for name := range strings.FieldsSeq(string(names)) {
		if text := tree.Text(tree.Get(n, name)); text != "" {
			return text
		}
	}
	return ""
}

func orElse(text, other string) string {
	if text != "" {
		return text
	}
	return other
}

// The names under which authors say when an operation goes away, and what to use
// instead.
const (
	sinceKeys       keywords = "x-deprecated-at x-deprecated-since x-deprecation-date x-deprecation"
	sunsetKeys      keywords = "x-sunset x-sunset-date x-sunsetDate x-deprecated-sunset"
	replacementKeys keywords = "x-replaced-by x-replacement x-successor x-deprecated-replacement x-superseded-by"
	reasonKeys      keywords = "x-deprecated-reason x-deprecation-reason x-deprecated-description x-deprecation-message"
	retirementKeys           = sinceKeys + " " + sunsetKeys + " " + replacementKeys + " " + reasonKeys
)

// retirement reads when an operation goes away. What the extensions do not say
// is taken from the header fields Deprecation (RFC 9745) and Sunset (RFC 8594)
// of a response, when they come with an example or a constant.
func retirement(n *tree.Node, responses []apidoc.Response) *apidoc.Retirement {
	r := apidoc.Retirement{
		Since: firstText(n, sinceKeys), Sunset: firstText(n, sunsetKeys),
		Replacement: firstText(n, replacementKeys), Reason: firstText(n, reasonKeys),
	}
	if o := tree.Get(n, "x-deprecation"); tree.IsMap(o) {
		r.Since = orElse(r.Since, firstText(o, "since date at"))
		r.Sunset = orElse(r.Sunset, firstText(o, "sunset removal removed"))
		r.Replacement = orElse(r.Replacement, firstText(o, "replacement replacedBy replaced-by successor"))
		r.Reason = orElse(r.Reason, firstText(o, "description reason message"))
	}
	for i := range responses {
		for j := range responses[i].Headers {
			switch h := &responses[i].Headers[j]; strings.ToLower(h.Name) {
			case "sunset":
				r.Sunset = orElse(r.Sunset, headerValue(h))
			case "deprecation":
				r.Since = orElse(r.Since, headerValue(h))
			}
		}
	}
	if r == (apidoc.Retirement{}) {
		return nil
	}
	return &r
}

// headerValue is the value that a description gives a header, if it is a text.
func headerValue(h *apidoc.Header) string {
	values := []json.RawMessage{h.Example}
	for _, e := range h.Examples {
		values = append(values, e.Value)
	}
	if s := h.Schema; s != nil {
		values = append(append(values, s.Const), s.Examples...)
	}
	for _, raw := range values {
		var text string
		if json.Unmarshal(raw, &text) == nil && text != "" {
			return text
		}
	}
	return ""
}

// namedLinks reads links that an author adds to those of the information.
func namedLinks(n *tree.Node) []apidoc.NamedLink {
	var list []apidoc.NamedLink
	for _, item := range tree.Items(n) {
		if name, url := tree.Text(tree.Get(item, "name")), tree.Text(tree.Get(item, "url")); name != "" || url != "" {
			list = append(list, apidoc.NamedLink{Name: name, URL: url})
		}
	}
	return list
}

// libraries reads how to get a library in each language.
func libraries(n *tree.Node) []apidoc.Library {
	var list []apidoc.Library
	for _, item := range tree.Items(n) {
		if tree.IsMap(item) {
			list = append(list, apidoc.Library{
				Language: tree.Text(tree.Get(item, "lang")), Description: tree.Text(tree.Get(item, "description")), Source: tree.Text(tree.Get(item, "source")),
			})
		}
	}
	return list
}
