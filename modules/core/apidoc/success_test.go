package apidoc_test

import (
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

func TestSuccessOf(t *testing.T) {
	body := []apidoc.MediaType{{Name: "application/json"}}
	for _, c := range []struct {
		responses []apidoc.Response
		want      string
	}{
		{nil, ""},
		{[]apidoc.Response{{Status: "404", Content: body}, {Status: "5XX"}}, ""},
		{[]apidoc.Response{{Status: "404", Content: body}, {Status: "default"}}, "default"},
		{[]apidoc.Response{{Status: "201", Content: body}, {Status: "200", Content: body}}, "200"},
		{[]apidoc.Response{{Status: "200"}, {Status: "201", Content: body}}, "201"},
		{[]apidoc.Response{{Status: "204"}, {Status: "202"}, {Status: "default", Content: body}}, "202"},
		{[]apidoc.Response{{Status: "2xx", Content: body}, {Status: "206", Content: body}}, "206"},
		{[]apidoc.Response{{Status: "2XX", Content: body}, {Status: "204"}}, "2XX"},
	} {
		got := ""
		if r := apidoc.SuccessOf(c.responses); r != nil {
			got = r.Status
		}
		if got != c.want {
			t.Errorf("SuccessOf(%+v) is %q, want %q", c.responses, got, c.want)
		}
	}
}
