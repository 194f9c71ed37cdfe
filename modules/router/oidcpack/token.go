package oidcpack

import (
	"slices"
	"strings"

	"github.com/go-jose/go-jose/v4/json"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

// token is a token that was verified.
type token struct {
	Issuer    string       `json:"iss"`
	Audience  jwt.Audience `json:"aud"`
	Expiry    *float64     `json:"exp"` // seconds since 1970 (RFC 7519, section 2: NumericDate)
	NotBefore *float64     `json:"nbf"`
	Scope     words        `json:"scope"`
	Scp       words        `json:"scp"`

	payload []byte
}

// readToken reads claims. The decoder compares names exactly and refuses those that
// are there twice (RFC 7519, section 4).
func readToken(payload []byte) (*token, error) {
	t := &token{payload: payload}
	return t, json.Unmarshal(payload, t)
}

func (t *token) grants(scope string) bool {
	return slices.Contains(t.Scope, scope) || slices.Contains(t.Scp, scope)
}

// holds reports whether the claim of r holds one of its names.
func (t *token) holds(r roles) bool {
	steps := []string{r.claim}
	if pointer, ok := strings.CutPrefix(r.claim, "/"); ok {
		steps = strings.Split(pointer, "/")
	}
	value := json.RawMessage(t.payload)
	for _, step := range steps {
		var object map[string]json.RawMessage
		if json.Unmarshal(value, &object) != nil {
			return false
		}
		if len(steps) > 1 {
			step = jsonpointer.Unescape(step)
		}
		value = object[step]
	}
	var held jwt.Audience // a string or several
	if json.Unmarshal(value, &held) != nil {
		return false
	}
	return slices.ContainsFunc(r.names, func(name string) bool { return slices.Contains(held, name) })
}

// roles are names of which a claim holds one.
type roles struct {
	claim string
	names []string
}

// words are a list of strings, or one with spaces between them.
type words []string

func (w *words) UnmarshalJSON(text []byte) error {
	var list []string
	if json.Unmarshal(text, &list) == nil {
		*w = list
		return nil
	}
	var line string
	if err := json.Unmarshal(text, &line); err != nil {
		return err
	}
	*w = strings.Fields(line)
	return nil
}
