package fault

import (
	"net/http"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/member"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/redact"
)

// sayings are where APIs without problem details say what is wrong, the most telling first:
// JSON pointers into the body of a refusal. That of OAuth is RFC 6749, section 5.2.
var sayings = []string{
	"/message", "/error_description", "/error/message", "/error", "/detail", "/detail/0/msg",
	"/errors/0/message", "/errors/0/detail", "/errors/0/title", "/errors/0", "/msg", "/title",
}

// Said is what the JSON of a refusal says beside its status, on one line and without what may
// be a secret. It is empty where that is not known.
func Said(status int, body []byte) string {
	for _, at := range sayings {
		value, err := member.Find(body, at)
		if err != nil || value.Kind() != jsontext.KindString {
			continue
		}
		text, err := jsontext.AppendUnquote(nil, value)
		if said := redact.Excerpt(string(text)); err == nil && said != "" && said != http.StatusText(status) {
			return said
		}
	}
	return ""
}
