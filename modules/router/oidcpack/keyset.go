package oidcpack

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// known are the algorithms that tokens may be signed with: none with a shared
// secret, and not "none".
var known = []jose.SignatureAlgorithm{
	jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512, jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
}

// fits says of each algorithm which keys it works with.
var fits = map[jose.SignatureAlgorithm]func(key any) bool{
	jose.RS256: isRSA, jose.RS384: isRSA, jose.RS512: isRSA,
	jose.PS256: isRSA, jose.PS384: isRSA, jose.PS512: isRSA,
	jose.ES256: onCurve(elliptic.P256()), jose.ES384: onCurve(elliptic.P384()), jose.ES512: onCurve(elliptic.P521()),
	jose.EdDSA: func(key any) bool { _, ok := key.(ed25519.PublicKey); return ok },
}

// isRSA also bounds the length: RFC 7518, section 3.3, demands 2048 bits, and one of
// more than 8192 makes each token expensive.
func isRSA(key any) bool {
	k, ok := key.(*rsa.PublicKey)
	return ok && k.N.BitLen() >= 2048 && k.N.BitLen() <= 8192
}

func onCurve(curve elliptic.Curve) func(any) bool {
	return func(key any) bool {
		k, ok := key.(*ecdsa.PublicKey)
		return ok && k.Curve == curve
	}
}

func names(algorithms []jose.SignatureAlgorithm) []string {
	var all []string
	for _, a := range algorithms {
		all = append(all, string(a))
	}
	return all
}

// maxKeys is how many keys a provider may have: a token without a key id is tried
// with all.
const maxKeys = 100

// keySet are the keys of a provider at one time. It does not change.
type keySet struct {
	algorithms []jose.SignatureAlgorithm
	keys       []jose.JSONWebKey
	at         time.Time
}

// readKeys reads a JWK Set (RFC 7517, section 5). Keys that are not understood, are
// for something else than signatures or fit no algorithm are left out, as that
// section wants it.
func readKeys(body []byte, algorithms []jose.SignatureAlgorithm) ([]jose.JSONWebKey, error) {
	var set struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(body, &set); err != nil {
		return nil, fmt.Errorf("read the JWK Set: %w", err)
	}
	if len(set.Keys) > maxKeys {
		return nil, fmt.Errorf("the JWK Set has %d keys, more than %d", len(set.Keys), maxKeys)
	}
	var keys []jose.JSONWebKey
	for _, text := range set.Keys {
		var key jose.JSONWebKey
		if json.Unmarshal(text, &key) == nil && verifies(text) && slices.ContainsFunc(algorithms, func(a jose.SignatureAlgorithm) bool { return usable(key, a) }) {
			keys = append(keys, key)
		}
	}
	if keys == nil {
		return nil, errors.New("the JWK Set has no public key for signatures with " + strings.Join(names(algorithms), ", "))
	}
	return keys, nil
}

// verifies reports whether a key that says what it may do may verify signatures (RFC
// 7517, section 4.3), which the library does not look at.
func verifies(key []byte) bool {
	var may struct {
		Operations []string `json:"key_ops"`
	}
	err := json.Unmarshal(key, &may)
	return err == nil && (may.Operations == nil || slices.Contains(may.Operations, "verify"))
}

// usable reports whether the algorithm may be used with the key (RFC 7517, sections
// 4.2 and 4.4; RFC 8725, section 3.1).
func usable(key jose.JSONWebKey, a jose.SignatureAlgorithm) bool {
	return (key.Use == "" || key.Use == "sig") && (key.Algorithm == "" || key.Algorithm == string(a)) && fits[a](key.Key)
}

// open returns what was signed, nil when no key fits. Undecided says that newer keys may:
// a provider can replace a key under its name.
func (s *keySet) open(signed *jose.JSONWebSignature) (payload []byte, undecided bool) {
	h := signed.Signatures[0].Protected
	a := jose.SignatureAlgorithm(h.Algorithm)
	if !slices.Contains(s.algorithms, a) {
		return nil, false
	}
	for _, key := range s.candidates(h.KeyID, a) {
		if payload, err := signed.Verify(key.Key); err == nil {
			return payload, false
		}
	}
	return nil, true
}

// candidates are the keys that a token may be signed with which names one: those of that
// name or, as keys need none (RFC 7517, section 4.5), the only one without. A token that
// names none may be signed with any (RFC 7515, section 4.1.4).
func (s *keySet) candidates(name string, a jose.SignatureAlgorithm) []jose.JSONWebKey {
	var named, nameless []jose.JSONWebKey
	for _, key := range s.keys {
		switch {
		case !usable(key, a):
		case name == "" || key.KeyID == name:
			named = append(named, key)
		case key.KeyID == "":
			nameless = append(nameless, key)
		}
	}
	if named == nil && len(nameless) == 1 {
		return nameless
	}
	return named
}
