package tryit

const (
	// RequestHeader has to be sent with a request, with any value. A page of
	// another origin cannot without being allowed to.
	RequestHeader = "Trefoil-Request"
	// RequestType is the Content-Type of a request.
	RequestType = "application/vnd.trefoil.request"
	// AnswerType is the Content-Type of an answer with the status 200: one that no
	// browser shows.
	AnswerType = "application/octet-stream"
)

// TokenType is the Content-Type of a TokenRequest.
const TokenType = "application/vnd.trefoil.token"

// TokenRequest is what a page sends for a token, in JSON. It names no address:
// where a scheme leads is for the description of the operator to say.
type TokenRequest struct {
	Scheme   string        `json:"scheme"` // a security scheme of the description
	Flow     string        `json:"flow"`   // "authorizationCode", "clientCredentials", "password" or "deviceAuthorization"
	Endpoint TokenEndpoint `json:"endpoint"`
	// Form is the form that is sent, in this order: pairs of name and value. What
	// it asks for has to be what the flow is for.
	Form [][]string `json:"form,omitempty"`
	// Basic are the identifier and the secret of the client, for providers that
	// take them as HTTP basic authentication. Empty for those that find them in the
	// form.
	Basic []string `json:"basic,omitempty"`
}

// TokenEndpoint is one of the addresses of a provider.
type TokenEndpoint string

// The endpoints that a TokenRequest may name.
const (
	EndpointToken     TokenEndpoint = "token"
	EndpointRefresh   TokenEndpoint = "refresh"
	EndpointDevice    TokenEndpoint = "device"
	EndpointDiscovery TokenEndpoint = "discovery" // read with GET, without a form
)

// Request is the first line of what a page sends.
type Request struct {
	Method  string     `json:"method"`
	URL     string     `json:"url"`               // absolute
	Headers [][]string `json:"headers,omitempty"` // pairs of name and value
}

// Head is the first line of an answer: that of the target.
type Head struct {
	Status      int        `json:"status"` // 200 to 599
	StatusText  string     `json:"statusText"`
	HTTPVersion string     `json:"httpVersion"`
	URL         string     `json:"url"` // that answered, after redirects
	Redirects   int        `json:"redirects,omitempty"`
	Headers     [][]string `json:"headers"` // sorted by name
	// Filename is the one of Content-Disposition, fit for saving. "" for none.
	Filename string `json:"filename,omitempty"`
	// NotSent are the headers of the request that were left out, NotPassed those
	// of the answer.
	NotSent   []string `json:"notSent,omitempty"`
	NotPassed []string `json:"notPassed,omitempty"`
	Timing    Timing   `json:"timing"`
}

// Timing is how long the parts of an exchange took, the last one of several, in
// milliseconds. What did not take place is 0.
type Timing struct {
	DNS       float64 `json:"dns"`
	Connect   float64 `json:"connect"`
	TLS       float64 `json:"tls"`
	FirstByte float64 `json:"firstByte"` // from when the request was sent
}

// Data is a part of the body, decoded.
type Data struct {
	Data []byte `json:"data"` // base64 in JSON
}

// End is the last line of an answer.
type End struct {
	End       bool  `json:"end"`       // true
	Bytes     int64 `json:"bytes"`     // of the body, as passed
	Truncated bool  `json:"truncated"` // there was more than Limits.AnswerBytes
	// Incomplete says that the body has not arrived in full, for a Reason:
	// "broken", "encoding", "idle", "time", or "busy" when it came so slowly that
	// another exchange got its place.
	Incomplete bool   `json:"incomplete"`
	Reason     string `json:"reason,omitempty"`
	// Undecoded is the Content-Encoding that the data still is in, or is said to
	// be in.
	Undecoded string     `json:"undecoded,omitempty"`
	Trailers  [][]string `json:"trailers,omitempty"`
	MS        float64    `json:"ms"` // milliseconds, from the beginning
}

// Problem says why there is no answer of the target (RFC 9457). One text stands
// for all addresses that are refused, and one for all that cannot be reached.
type Problem struct {
	Type   string `json:"type"` // "about:blank"
	Title  string `json:"title"`
	Status int    `json:"status"`
	Code   string `json:"code"`
}

// Codes of problems.
const (
	CodeMethod      = "method"      // 405: not sent by POST
	CodeOrigin      = "origin"      // 403: not sent by a page of this origin
	CodeType        = "type"        // 415: not of RequestType
	CodeInvalid     = "invalid"     // 400: the first line, or something in it, is wrong
	CodeRefused     = "refused"     // 403: nothing is sent to this address
	CodeTooLarge    = "too-large"   // 413: more than Limits.RequestBytes
	CodeLimited     = "limited"     // 429: too many requests
	CodeBusy        = "busy"        // 503: too many requests of everyone
	CodeUnreachable = "unreachable" // 502: no connection, or no HTTP on it
	CodeRedirect    = "redirect"    // 502: redirects that lead nowhere
	CodeTimeout     = "timeout"     // 504: connected, and no answer in time
	CodeProvider    = "provider"    // 502: a document of OpenID Connect that is none, or names an endpoint elsewhere
)
