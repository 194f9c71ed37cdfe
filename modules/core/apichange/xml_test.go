package apichange_test

import (
	"bytes"
	"testing"
)

// inXML is a description whose only body is that of a request, in XML.
func inXML(schema string) []byte {
	return bytes.Replace(inRequest(schema), []byte("application/json"), []byte("application/xml"), 1)
}

func TestChangesInXML(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		want           []string
	}{
		{"another name", `{"xml":{"name":"a"}}`, `{"xml":{"name":"b"}}`, []string{"breaking: the XML name was a and is b"}},
		{"a member has another name", `{"properties":{"a":{}}}`, `{"properties":{"a":{"xml":{"name":"b"}}}}`, []string{"breaking: the XML name was a and is b"}},
		{"a member says its name", `{"properties":{"a":{}}}`, `{"properties":{"a":{"xml":{"name":"a"}}}}`, nil},
		{"a component says its name", `{"$ref":"#/components/schemas/Cat"}`, `{"allOf":[{"$ref":"#/components/schemas/Cat"}],"xml":{"name":"Cat"}}`, nil},
		{"another namespace", `{"xml":{"namespace":"urn:a"}}`, `{"xml":{"namespace":"urn:b"}}`, []string{"breaking: the XML namespace was urn:a and is urn:b"}},
		{"another prefix of a namespace", `{"xml":{"namespace":"urn:a","prefix":"a"}}`, `{"xml":{"namespace":"urn:a","prefix":"b"}}`, nil},
		{"another prefix alone", `{"xml":{"prefix":"a"}}`, `{"xml":{"prefix":"b"}}`, []string{"breaking: the XML prefix was a and is b"}},
		{"an attribute becomes an element", `{"xml":{"attribute":true}}`, `{}`, []string{"breaking: the XML node was attribute and is element"}},
		{"an attribute as OpenAPI 3.2 says it", `{"xml":{"attribute":true}}`, `{"xml":{"nodeType":"attribute"}}`, nil},
		{"an element becomes its text", `{"properties":{"a":{}}}`, `{"properties":{"a":{"xml":{"nodeType":"text"}}}}`, []string{"breaking: the XML node was element and is text"}},
		{"a list is wrapped", `{"type":"array"}`, `{"type":"array","xml":{"wrapped":true}}`, []string{"breaking: the XML node was none and is element"}},
		{"a list is wrapped as OpenAPI 3.2 says it", `{"type":"array","xml":{"wrapped":true}}`, `{"type":"array","xml":{"nodeType":"element"}}`, nil},
		{"a list that stands for itself has another name", `{"type":"array","xml":{"name":"a"}}`, `{"type":"array","xml":{"name":"b"}}`, nil},
		{"its items have another name", `{"type":"array","items":{"xml":{"name":"a"}}}`, `{"type":"array","items":{"xml":{"name":"b"}}}`, []string{"breaking: the XML name was a and is b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			same(t, "in XML", kinds(t, inXML(c.old), inXML(c.new)), c.want...)
			same(t, "in JSON", kinds(t, inRequest(c.old), inRequest(c.new)))
		})
	}
}
