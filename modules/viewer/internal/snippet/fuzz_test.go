package snippet_test

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

// words splits a command as a POSIX shell does that knows only single quotes and
// the backslash outside them. It is false for anything that a shell would expand
// or that ends early.
func words(command string) ([]string, bool) {
	var all []string
	word, started := "", false
	for i := 0; i < len(command); i++ {
		switch c := command[i]; {
		case c == '\'':
			end := strings.IndexByte(command[i+1:], '\'')
			if end < 0 {
				return nil, false
			}
			word, started = word+command[i+1:i+1+end], true
			i += end + 1
		case c == '\\' && i+1 < len(command):
			i++
			if command[i] != '\n' {
				word, started = word+command[i:i+1], true
			}
		case c == ' ':
			if started {
				all, word, started = append(all, word), "", false
			}
		case strings.IndexByte("$`\"|&;<>()*?[]~#\n", c) >= 0:
			return nil, false
		default:
			word, started = word+string(c), true
		}
	}
	return append(all, word), true
}

// FuzzCurl checks that nothing a description holds leaves its quotes, and that a
// query and a body arrive as they were given.
func FuzzCurl(f *testing.F) {
	for _, text := range []string{"", "it's", "`id` $(id) \\", "\x00\xff\r\n", "é 漢 😀", "</script>", "@file", "a&b=c#d?e%20f+g", "'\\''", "{[x]}"} {
		f.Add(text, text, text)
	}
	f.Fuzz(func(t *testing.T, query, name, body string) {
		quoted := func(text string) json.RawMessage { data, _ := json.Marshal(text); return data }
		o := &apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "POST", Path: "/a/" + name},
			Servers:          []apidoc.Server{{URL: "https://h.example/" + name}},
			Parameters: []apidoc.Parameter{
				{Name: "q" + name, In: apidoc.InQuery, Style: "form", Explode: true, Required: true, Schema: &apidoc.Schema{}, Example: quoted(query)},
				{Name: name, In: apidoc.InHeader, Style: "simple", Required: true, Schema: &apidoc.Schema{}, Example: quoted(query)},
			},
			RequestBody: &apidoc.RequestBody{Content: []apidoc.MediaType{{Name: "text/plain", Example: quoted(body)}}},
		}
		r := snippet.Build(context.Background(), &apidoc.Document{}, o, snippet.Options{})
		all, ok := words(snippet.Curl(r))
		if !ok {
			t.Fatal("something is outside its quotes")
		}
		if text := all[len(all)-1]; len(body) < 4000 && text != strings.ToValidUTF8(body, "\ufffd") && !strings.ContainsRune(text, '\ufffd') {
			t.Fatalf("the body of %d bytes arrives with %d", len(body), len(text))
		}
		u, err := url.Parse(r.URL.Shown)
		if err != nil || u.Host != "h.example" || u.Fragment != "" || strings.ContainsAny(r.URL.Shown, " \"<>\\^`\n") {
			t.Fatalf("an address that is none: %v", err)
		}
	})
}
