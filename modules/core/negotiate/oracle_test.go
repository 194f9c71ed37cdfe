package negotiate_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/negotiate"
)

// written is an element of a field as a client means it, and as it writes it.
type written struct {
	name   string
	plain  bool // without parameters beside the weight
	weight int  // in thousandths
	text   string
}

func anElement(random *rand.Rand, names []string, parameters bool) written {
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	e := written{name: names[random.IntN(len(names))], plain: true, weight: 1000}
	e.text = pick("", " ", "\t") + pick(e.name, strings.ToUpper(e.name))
	if parameters && random.IntN(4) == 0 {
		e.plain = false
		e.text += pick("", " ") + ";" + pick("", " ") + pick("v=1", `v="a,b;q=0\""`, `charset=utf-8; v="\\"`)
	}
	if random.IntN(3) > 0 {
		e.weight = []int{0, 1, 300, 500, 999, 1000}[random.IntN(6)]
		digits := fmt.Sprintf("%d.%03d", e.weight/1000, e.weight%1000)
		if random.IntN(2) == 0 {
			digits = strings.TrimRight(digits, "0") // "1.", "0." and "0.3" are weights, too
		}
		e.text += pick("", " ") + ";" + pick("", " ") + pick("q", "Q") + "=" + digits
		if parameters && random.IntN(4) == 0 {
			e.text += `;q=0;x="y` // what stands behind the weight says nothing
			e.text += `"`
		}
	}
	e.text += pick("", " ", "\t ")
	return e
}

// someLines are elements on several lines, some of which are empty.
func someLines(random *rand.Rand, names []string, parameters bool) (elements []written, lines []string) {
	for range 1 + random.IntN(3) {
		var line []string
		for range random.IntN(3) {
			e := anElement(random, names, parameters)
			elements, line = append(elements, e), append(line, e.text)
			if random.IntN(5) == 0 {
				line = append(line, "")
			}
		}
		lines = append(lines, strings.Join(line, ","))
	}
	return elements, lines
}

// TestBestIsTheMostSpecificRange holds Best against the words of RFC 9110, section 12.5.1.
func TestBestIsTheMostSpecificRange(t *testing.T) {
	names := []string{"text/html", "text/plain", "application/json", "application/problem+json", "text/*", "application/*", "application/*+json", "*/*"}
	covers := func(name, offer string) int {
		kind, subtype, _ := strings.Cut(offer, "/")
		order := []string{"*/*", kind + "/*", "", offer}
		if i := strings.LastIndex(subtype, "+"); i > 0 {
			order[2] = kind + "/*" + subtype[i:]
		}
		return 1 + slices.Index(order, name)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		offers := slices.Clone(names[:4])
		random.Shuffle(4, func(i, j int) { offers[i], offers[j] = offers[j], offers[i] })
		elements, lines := someLines(random, names, true)
		want, highest := "", 0
		for _, offer := range offers {
			weight, rank := 0, 0
			for _, e := range elements {
				r := 2 * covers(e.name, offer)
				if e.plain && r > 0 {
					r++
				}
				if r > rank {
					weight, rank = e.weight, r
				}
			}
			if len(elements) == 0 {
				weight = 1000
			}
			if weight > highest {
				want, highest = offer, weight
			}
		}
		if got := negotiate.Best(lines, offers); got != want {
			t.Fatalf("of %q\nfor %q: %q, wanted %q", offers, lines, got, want)
		}
	}
}

// TestLanguageIsTheLongestPrefix holds Language against the lookup of RFC 4647, section 3.4.
func TestLanguageIsTheLongestPrefix(t *testing.T) {
	names := []string{"de", "de-ch", "de-ch-1996", "en", "en-x-a", "zh-hant-tw", "zh", "*", "i-de", "fr"}
	offers := []string{"de", "de-ch", "en", "zh-hant"}
	found := map[string]string{"de": "de", "de-ch": "de-ch", "de-ch-1996": "de-ch", "en": "en", "en-x-a": "en", "zh-hant-tw": "zh-hant"}
	random := rand.New(rand.NewPCG(3, 4))
	for range 10_000 {
		elements, lines := someLines(random, names, false)
		want, highest := "", 0
		for _, e := range elements {
			if e.weight > highest && found[e.name] != "" {
				want, highest = found[e.name], e.weight
			}
		}
		if got := negotiate.Language(lines, offers); got != want {
			t.Fatalf("for %q: %q, wanted %q", lines, got, want)
		}
	}
}
