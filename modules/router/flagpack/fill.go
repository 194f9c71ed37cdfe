package flagpack

import (
	"crypto/sha256"
	"encoding/base64"
	"hash/fnv"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/negotiate"
)

// preferences is how many answers are kept that differ by Accept.
const preferences = 16

// fill is an answer that this request makes for all, or that it has found.
type fill struct {
	recording
	parts  []string // of the keys
	all    string   // the key of an answer to everybody
	answer string   // the key of the answer
	fresh  string   // the key of its mark
	making string   // the key that says that it takes the place of an answer to something else
	varies bool     // the answer is one for what Accept asks for
	stale  bool     // there is an old answer in its place
	asks   []string // the lines of Accept
	accept string   // what they ask for, where the answer varies

	query string   // of what counts
	asked *url.URL // by the client
}

// stored is an answer as it is kept. In place of one that varies are those that there may
// be, in the order of their places.
type stored struct {
	Accepts []string   `json:",omitempty"`
	Accept  string     `json:",omitempty"` // what an answer that varies is for
	Answer  keptAnswer `json:",omitzero"`
}

// limit takes from the address what does not count: an answer for all has nothing of it,
// such as the links of a page. It stays so until the answer is made.
func (f *fill) limit(r *http.Request) {
	alone := *r.URL
	alone.RawQuery = f.query
	f.asked, r.URL = r.URL, &alone
}

// at is one place of an answer that varies, or where it would be for everybody.
func (f *fill) at(flag string, place ...string) {
	parts := append(slices.Clip(f.parts), place...)
	f.answer, f.fresh = storeKey("answer", flag, parts...), storeKey("fresh", flag, parts...)
}

// vary makes the place that of what Accept asks for, among those that are known, and returns
// them with it. Where there are too many it takes the place of another.
func (f *fill) vary(flag string, known []string) []string {
	if !f.varies {
		f.varies, f.accept = true, preference(f.asks)
	}
	place := slices.Index(known, f.accept)
	switch {
	case place >= 0:
	case len(known) < preferences:
		place = len(known)
		known = append(slices.Clip(known), f.accept)
	default:
		h := fnv.New32a()
		_, _ = io.WriteString(h, f.accept) // a hash takes everything
		place = int(h.Sum32() % preferences)
		known = slices.Clone(known)
		known[place] = f.accept
	}
	f.at(flag, strconv.Itoa(place))
	return known
}

// longPreference is how long a preference may be that is kept as it is, in bytes.
const longPreference = 256

// preference is what a field Accept asks for, in one spelling, or the hash of it where that
// is long.
func preference(lines []string) string {
	text := spelled(strings.Join(lines, ","))
	if len(text) <= longPreference {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return "," + base64.RawURLEncoding.EncodeToString(sum[:]) // which no spelling is
}

// spelled is the one spelling of a field Accept without quotes: the order of its elements
// says nothing (RFC 9110, section 12.5.1).
func spelled(text string) string {
	if strings.Contains(text, `"`) {
		return text
	}
	var elements []string
	for element := range strings.SplitSeq(text, ",") {
		name, parameters, _ := strings.Cut(element, ";")
		spelling := []byte(strings.ToLower(strings.Trim(name, " \t")))
		for parameter := range strings.SplitSeq(parameters, ";") {
			parameter = strings.Trim(parameter, " \t")
			if weight, ok := strings.CutPrefix(strings.ToLower(parameter), "q="); ok {
				if n, err := strconv.ParseFloat(weight, 64); err == nil {
					parameter = "q=" + strconv.FormatFloat(n, 'f', -1, 64)
				}
			}
			if parameter != "" && parameter != "q=1" {
				spelling = append(append(spelling, ';'), parameter...)
			}
		}
		if len(spelling) > 0 {
			elements = append(elements, string(spelling))
		}
	}
	slices.Sort(elements)
	return strings.Join(elements, ",")
}

// suits reports whether the client accepts an answer. Where it does not, the function says
// so.
func (k *stored) suits(r *http.Request) bool {
	name, _, _ := strings.Cut(k.Answer.MediaType, ";")
	return k.Answer.MediaType == "" || negotiate.Best(r.Header["Accept"], []string{name}) != ""
}
