package mergepatch_test

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/mergepatch"
)

func TestApply(t *testing.T) {
	for name, c := range map[string]struct{ document, patch, want string }{
		"a member that is replaced":          {`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		"a member that is added":             {`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		"a member that goes":                 {`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`},
		"the only member, which goes":        {`{"a":"b"}`, `{"a":null}`, `{}`},
		"a list in place of a text":          {`{"a":"b"}`, `{"a":["c",null]}`, `{"a":["c",null]}`},
		"a member of a member":               {`{"a":{"b":"c","d":1}}`, `{"a":{"b":"d","e":null}}`, `{"a":{"b":"d","d":1}}`},
		"an object in place of a list":       {`{"a":[{"b":"c"}]}`, `{"a":{"b":null,"c":1}}`, `{"a":{"c":1}}`},
		"null where there was nothing":       {``, `{"a":{"b":{"c":null}}}`, `{"a":{"b":{}}}`},
		"a patch that is no object":          {`{"a":"b"}`, `["c"]`, `["c"]`},
		"null for all of it":                 {`{"a":"b"}`, `null`, `null`},
		"a document that is no object":       {`[1]`, `{"a":"b"}`, `{"a":"b"}`},
		"numbers that no float64 stands for": {`{"a":9007199254740993,"b":1.50}`, `{"c":1e400}`, `{"a":9007199254740993,"b":1.50,"c":1e400}`},
	} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)

			got, err := mergepatch.Apply(jsontext.Value(c.document), jsontext.Value(c.patch))

			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(string(got)).To(Equal(c.want))
		})
	}
	_, err := mergepatch.Apply(nil, jsontext.Value(`{"a":`))
	NewWithT(t).Expect(err).To(HaveOccurred())
}
