package sample

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// newRandom returns what a varied sample is made with, nil for the usual one. The
// same seed gives the same sample.
func newRandom(seed uint64) *rand.Rand {
	if seed == 0 {
		return nil
	}
	return rand.New(rand.NewPCG(seed, seed^0x9e3779b97f4a7c15))
}

// variedScalar is a text, number or boolean: another one for another seed.
func (sc *scalars) variedScalar(s *apidoc.Schema) string {
	if sc.random == nil {
		return sc.scalar(s)
	}
	for _, kind := range s.Types {
		switch kind {
		case "boolean":
			return fmt.Sprint(sc.random.IntN(2) == 0)
		case "integer", "number":
			return variedNumber(s, sc.random)
		case "string":
			return string(quoted(sc.variedText(s)))
		}
	}
	return sc.scalar(s)
}

func (sc *scalars) variedText(s *apidoc.Schema) string {
	random := sc.random
	if s.Pattern != "" {
		if text, ok := sc.ofFormat(s); ok {
			return text
		}
		if text, ok := sc.ofPattern(s); ok {
			return text
		}
	}
	if varied, ok := variedFormats[s.Format]; ok {
		return lengthened(s, varied(random))
	}
	if formats[s.Format] != "" {
		return lengthened(s, formats[s.Format])
	}
	text := word(random)
	if strings.EqualFold(s.ContentEncoding, "base64") {
		return base64.StdEncoding.EncodeToString([]byte(text))
	}
	for least := demanded(s); len(text) < least; {
		text += " " + word(random)
	}
	if s.MaxLength != nil && *s.MaxLength >= 0 && int64(len(text)) > *s.MaxLength {
		text = text[:*s.MaxLength]
	}
	return text
}

// ofFormat makes a text of the format of a schema that matches its pattern, too.
func (sc *scalars) ofFormat(s *apidoc.Schema) (string, bool) {
	const attempts = 8
	varied := variedFormats[s.Format]
	if varied == nil {
		return "", false
	}
	p := sc.pattern(s.Pattern)
	for range attempts {
		if text := varied(sc.random); p != nil && p.MatchString(text) {
			return text, true
		}
	}
	return "", false
}

var words = []string{
	"amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "harbor", "indigo", "juniper", "kestrel", "lagoon",
	"meadow", "nectar", "onyx", "prairie", "quartz", "river", "saffron", "tundra", "umber", "velvet", "willow", "zephyr",
}

func word(random *rand.Rand) string { return words[random.IntN(len(words))] }

// moment is a time in the years 2020 to 2029.
func moment(random *rand.Rand) time.Time {
	const first, years = 1577836800, 10
	return time.Unix(first+random.Int64N(years*365*24*60*60), 0).UTC()
}

// variedFormats make texts of the formats that have a shape.
var variedFormats = map[string]func(*rand.Rand) string{
	"date-time": func(r *rand.Rand) string { return moment(r).Format(time.RFC3339) },
	"date":      func(r *rand.Rand) string { return moment(r).Format(time.DateOnly) },
	"time":      func(r *rand.Rand) string { return moment(r).Format("15:04:05Z07:00") },
	"duration":  func(r *rand.Rand) string { return fmt.Sprintf("PT%dM", 1+r.IntN(90)) },
	"email":     func(r *rand.Rand) string { return word(r) + "@example.com" },
	"hostname":  func(r *rand.Rand) string { return word(r) + ".example.com" },
	"uri":       func(r *rand.Rand) string { return "https://example.com/" + word(r) },
	"url":       func(r *rand.Rand) string { return "https://example.com/" + word(r) },
	"ipv4":      func(r *rand.Rand) string { return fmt.Sprintf("192.0.2.%d", 1+r.IntN(254)) },
	"ipv6":      func(r *rand.Rand) string { return fmt.Sprintf("2001:db8::%x", 1+r.IntN(0xffff)) },
	"byte":      func(r *rand.Rand) string { return base64.StdEncoding.EncodeToString([]byte(word(r))) },
	"uuid": func(r *rand.Rand) string {
		a, b := r.Uint64(), r.Uint64()
		return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x", a>>32, a>>16&0xffff, a&0xfff, 0x8000|b>>48&0x3fff, b&0xffffffffffff)
	},
}
