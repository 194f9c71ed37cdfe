package flagpack

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
)

// State is what a request finds where it is about to write.
type State struct {
	// ETag is the entity tag of what is there, with its quotes, such as `"v7"`:
	// that which reading it sends. Empty or weak: no If-Match names it. One without quotes
	// is a logged 500.
	ETag string
	// Modified is when it was changed last. Zero: nobody knows, and
	// If-Unmodified-Since is ignored.
	Modified time.Time
	// Absent says that nothing is there yet.
	Absent bool
}

// MatchOptions say which conditions a request needs. The zero value leaves it to
// the client.
type MatchOptions struct {
	// Required refuses requests that would overwrite what they have not seen, with
	// 428 (RFC 6585, section 3): those without If-Match, without an
	// If-Unmodified-Since that can be judged and without "If-None-Match: *". It
	// is for other methods than GET and HEAD.
	Required bool
}

// Match is the pack of a flag whose routes write only as long as what the client
// has read is still there (RFC 9110, section 13.1). Before the body is read
// If-Match is compared with the State that current finds, in its absence
// If-Unmodified-Since, and where the method is neither GET nor HEAD
// If-None-Match, such as "*" for what must not exist yet; the answer to a
// condition that is false is 412. Current is called concurrently, and for
// requests with a condition only. Its error is the answer when it is a
// *router.ClientError, and a logged 500 otherwise.
//
// The State may change between the comparison and the write. Name a flag of Tx
// in front of this one and read the State in its transaction, or write with the
// same condition.
//
// A client that was sent a weak entity tag cannot name it in If-Match: the routes
// it reads from have neither CacheOptions.Weak nor a flag of Compress.
func Match(flag string, current func(c *router.Context) (State, error), o MatchOptions) router.Pack {
	if current == nil {
		panic("flagpack: " + flag + ": current is nil")
	}
	m := &match{flag, current, o.Required}
	declared := router.Flag{
		Name: flag, Description: "Writes only what the client has seen: `If-Match`, `If-Unmodified-Since` and `If-None-Match` are compared with what is there.",
		Answers:    []router.Answer{{Status: http.StatusPreconditionFailed, Description: "What is there is not what the request expects"}},
		Parameters: conditions(),
	}
	if o.Required {
		declared.Description += " A write without a condition is answered with 428."
		declared.Answers = append(declared.Answers, router.Answer{
			Status: http.StatusPreconditionRequired, Description: "The request has no condition", Methods: writes,
		})
	}
	return func(r *router.Router) {
		r.Flag(declared)
		r.BeforeFunctionCall(flag, m.compare)
	}
}

// conditions describes the headers.
func conditions() []apidoc.Parameter {
	header := func(name, description string) apidoc.Parameter {
		return apidoc.Parameter{Name: name, In: apidoc.InHeader, Style: "simple", Description: description, Schema: &apidoc.Schema{Types: []string{"string"}}}
	}
	return []apidoc.Parameter{
		header("If-Match", "The entity tag of what was read, or `*` for whatever is there."),
		header("If-Unmodified-Since", "When what was read had been changed, where there is no entity tag."),
		header("If-None-Match", "`*` for what must not exist yet. GET and HEAD are not compared with it here."),
	}
}

type match struct {
	flag     string
	current  func(*router.Context) (State, error)
	required bool
}

func writes(method string) bool { return !reads(method) }

func (m *match) compare(c *router.Context, next func() error) error {
	r := c.Request()
	writes := writes(r.Method)
	if r.Header["If-Match"] == nil && r.Header["If-Unmodified-Since"] == nil && (!writes || r.Header["If-None-Match"] == nil) {
		if writes && m.required {
			return conditionRequired()
		}
		return next()
	}
	state, err := m.current(c)
	if err != nil {
		return fmt.Errorf("flag %s: find what is there: %w", m.flag, err)
	}
	if state.ETag != "" && !isEntityTag(state.ETag) {
		return fmt.Errorf("flag %s: the State has the ETag %q: it stands in quotes", m.flag, state.ETag)
	}
	broken, guarded := state.judge(r.Header, writes)
	switch {
	case broken != "":
		return &router.ClientError{Status: http.StatusPreconditionFailed, Message: broken}
	case writes && m.required && !guarded:
		return conditionRequired()
	}
	return next()
}

func conditionRequired() error {
	return &router.ClientError{
		Status: http.StatusPreconditionRequired, Message: "the request has no condition: read first, and send the ETag of the answer as If-Match",
	}
}

// judge compares the conditions with the state, in the order of RFC 9110, section
// 13.2.2. Broken says which of them is false; guarded, whether they keep the request
// from overwriting what the client has not seen.
func (s State) judge(h http.Header, writes bool) (broken string, guarded bool) {
	if lines := h["If-Match"]; lines != nil {
		switch {
		case s.Absent:
			return "nothing is there that If-Match could name", true
		case isAny(lines), owned(lines, s.ETag):
		case known(lines, s.ETag):
			return "If-Match needs a strong entity tag, and this one is weak", true
		default:
			return "If-Match names another entity tag than that of what is there", true
		}
		guarded = true
	} else if since, ok := s.since(h); ok {
		if s.Modified.Truncate(time.Second).After(since) {
			return "what is there was changed behind If-Unmodified-Since", true
		}
		guarded = true
	}
	lines := h["If-None-Match"]
	if !writes || lines == nil {
		return "", guarded
	}
	if !s.Absent && known(lines, s.ETag) {
		return "If-None-Match names what is there", true
	}
	return "", guarded || isAny(lines)
}

// since is If-Unmodified-Since, where it is one date and can be judged (RFC 9110,
// section 13.1.4).
func (s State) since(h http.Header) (time.Time, bool) {
	lines := h["If-Unmodified-Since"]
	if len(lines) != 1 || s.Modified.IsZero() || s.Absent {
		return time.Time{}, false
	}
	date, err := http.ParseTime(strings.Trim(lines[0], " \t"))
	return date, err == nil
}
