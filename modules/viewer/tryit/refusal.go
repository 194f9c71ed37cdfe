package tryit

import (
	"net/http"

	"github.com/trefoil-go/trefoil/modules/core/problem"
)

// refusal is why there is no answer of a target.
type refusal struct {
	status int
	code   string
	text   string
	header [2]string // one more header, "" for none
}

func invalid(text string) *refusal {
	return &refusal{status: http.StatusBadRequest, code: CodeInvalid, text: text}
}

// refused is the same for every address, whatever is wrong with it.
func refused() *refusal {
	return &refusal{status: http.StatusForbidden, code: CodeRefused, text: "Requests are not sent to this address: it is none of the API's servers."}
}

// noEndpoint is the same for every endpoint that is not there, and for those that
// cannot be.
func noEndpoint() *refusal {
	return &refusal{status: http.StatusForbidden, code: CodeRefused, text: "The description declares no such endpoint."}
}

// noProvider is the same whatever is wrong with the document of a provider.
func noProvider() *refusal {
	return &refusal{
		status: http.StatusBadGateway, code: CodeProvider,
		text: "The provider's own document names no such endpoint of its origin.",
	}
}

// unreachable is the same for ports that are closed, filtered or of something else.
func unreachable() *refusal {
	return &refusal{status: http.StatusBadGateway, code: CodeUnreachable, text: "The server of the API cannot be reached."}
}

func badRedirect() *refusal {
	return &refusal{status: http.StatusBadGateway, code: CodeRedirect, text: "The server of the API redirects to nowhere."}
}

func late() *refusal {
	return &refusal{status: http.StatusGatewayTimeout, code: CodeTimeout, text: "The server of the API did not answer in time."}
}

func tooLarge() *refusal {
	return &refusal{status: http.StatusRequestEntityTooLarge, code: CodeTooLarge, text: "The body is too large to be sent by way of this server."}
}

func limited() *refusal {
	return &refusal{
		status: http.StatusTooManyRequests, code: CodeLimited, text: "Too many requests; try again in a minute.",
		header: [2]string{"Retry-After", "60"},
	}
}

func busy() *refusal {
	return &refusal{
		status: http.StatusServiceUnavailable, code: CodeBusy, text: "Too many requests are on their way; try again in a moment.",
		header: [2]string{"Retry-After", "2"},
	}
}

// inert lets nothing come of an answer that somebody opens by itself.
func inert(h http.Header) {
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Disposition", `attachment; filename="answer.ndjson"`)
	h.Set("X-Robots-Tag", "noindex")
	h.Set("X-Accel-Buffering", "no")
}

// refuse answers with a problem.
func refuse(w http.ResponseWriter, no *refusal) {
	if no.header[0] != "" {
		w.Header().Set(no.header[0], no.header[1])
	}
	p := problem.Problem{Type: "about:blank", Title: no.text, Status: no.status, More: map[string]any{"code": no.code}}
	p.Write(w)
}
