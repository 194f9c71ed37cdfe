package argument_test

import (
	"errors"
	"math"
	"net/url"
	"reflect"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// written is one plan, compiled and run, whatever the type of its arguments.
type written func(part argument.Part) (url string, values []argument.Value, err error)

// writing compiles a plan twice, with offsets and without, and checks that both
// write the same.
func writing[A any](template string, args A, opts ...argument.Option) written {
	return func(part argument.Part) (string, []argument.Value, error) {
		t := pathtemplate.MustParse(template)
		fast, err := argument.Compile(reflect.TypeFor[A](), t, opts...)
		Expect(err).NotTo(HaveOccurred())
		safe, err := argument.Compile(reflect.TypeFor[A](), t, append(opts, argument.WithoutOffsets)...)
		Expect(err).NotTo(HaveOccurred())

		u, err := fast.Append(nil, argument.Of(fast, &args), part)
		other, otherErr := safe.Append(nil, safe.Args(&args), part)
		Expect(string(other)).To(Equal(string(u)))
		other, _ = fast.Append(nil, fast.Args(&args), part)
		Expect(string(other)).To(Equal(string(u)))
		if err != nil {
			Expect(otherErr).To(MatchError(err.Error()))
			return string(u), nil, err
		}
		Expect(otherErr).NotTo(HaveOccurred())
		values, err := fast.Values(argument.Of(fast, &args), part)
		Expect(err).NotTo(HaveOccurred())
		Expect(safe.Values(safe.Args(&args), part)).To(Equal(values))
		return string(u), values, nil
	}
}

type color int

func (c color) MarshalText() ([]byte, error) {
	if c < 0 {
		return nil, errors.New("no such color")
	}
	return []byte([]string{"red", "light blue"}[c]), nil
}

type page struct {
	Page *int `query:"page"`
}

type filter struct {
	page

	Tags   []string  `query:"tag"`
	Done   bool      `query:"done"`
	Text   string    `query:"text"`
	Since  time.Time `query:"since,omitempty"`
	Order  string    `query:"orderBy,omitempty"`
	Locale string    `query:"locale,omitempty,nofilter"`
	Ratio  float64   `query:"ratio,omitempty"`
}

type (
	repeatedTags struct {
		Tags []string `query:"tag"`
	}
	commaTags struct {
		Tags []string `query:"tag,comma"`
	}
	bracketTags struct {
		Tags []string `query:"tag,brackets"`
	}
	commaColors struct {
		Colors [2]color `query:"color,comma"`
	}
	pointers struct {
		S *string  `query:"s"`
		I **int    `query:"i"`
		C *color   `query:"c"`
		L []*int   `query:"l"`
		Z *float32 `query:"z,omitempty"`
	}
	stringMap struct {
		Filter map[string]string `query:"filter"`
		After  int               `query:"filterX"`
		Before int               `query:"filtered"`
	}
	colorMap struct {
		Meta map[string]*color `query:"meta"`
	}
	nested struct {
		Where struct {
			Name  string   `query:"name"`
			Tags  []string `query:"tag,brackets"`
			Range *struct {
				Min *int `query:"min"`
				Max int  `query:"max,omitempty"`
			} `query:"range"`
			Labels map[string]int `query:"label"`
		} `query:"where"`
		A int `query:"a"`
	}
	line struct {
		Amount *int              `query:"amount"`
		Meta   map[string]string `query:"meta"`
		Taxes  []tax             `query:"taxes,brackets"`
		Codes  []string          `query:"codes"`
		Note   string            `query:"note,omitempty"`
	}
	tax struct {
		*page

		Rate string   `query:"rate"`
		In   []string `query:"in,brackets"`
	}
	lines struct {
		Lines  []*line               `query:"lines,brackets"`
		Groups map[string][]string   `query:"groups"`
		Teams  map[string][]string   `query:"teams,brackets"`
		Named  *map[string]**tax     `query:"named"`
		Pairs  [][]int               `query:"pairs,brackets"`
		Levels map[string][][]string `query:"levels,brackets,reserved"`
		Where  struct {
			Taxes []tax `query:"taxes,brackets"`
		} `query:"where"`
	}
	embeddedPointer struct {
		*page

		Color color `query:"color,omitempty"`
	}
	numbers struct {
		A int8    `query:"a"`
		B uint64  `query:"b"`
		C float32 `query:"c"`
		D float64 `query:"d"`
		E bool    `query:"e,omitempty"`
		F uint8   `query:"f,omitempty"`
		G uintBig `query:"g"`
	}
	uintBig uint32
	since   struct {
		Since *time.Time `query:"since"`
	}
	rgb struct {
		R    *int   `query:"R"`
		Name string `query:"name,omitempty"`
	}
	spaced struct {
		A []string `query:"a,space"`
		B []int    `query:"b,pipe"`
		C []string `query:"c,tab"`
	}
	textObjects struct {
		A rgb            `query:"a,comma"`
		B map[string]int `query:"b,pipe"`
		C *rgb           `query:"c,space"`
	}
	exploded struct {
		Color rgb               `query:"color,exploded"`
		Other map[string]string `query:"other,exploded"`
		Last  string            `query:"zlast"`
	}
	twoPlaces struct {
		Query string `query:"a,omitempty"`
		Path  string `path:"a"`
	}
	reserved struct {
		A string    `query:"a,reserved"`
		B []string  `query:"b,reserved,comma"`
		T time.Time `query:"t,reserved,omitempty"`
	}
)

var _ = Describe("The query", func() {
	// An entry that begins with "qs:" is what the library qs of the original's
	// users stringifies, with the options named and format RFC1738.
	DescribeTable("is written",
		func(run written, want string) {
			u, _, err := run(argument.Whole)

			Expect(err).NotTo(HaveOccurred())
			Expect(u).To(Equal("/x" + want))
			_, err = url.ParseQuery(strings.TrimPrefix(want, "?"))
			Expect(err).NotTo(HaveOccurred())
			for _, artefact := range []string{"undefined", "null", "nil", "%21", "object", "<"} {
				Expect(u).NotTo(ContainSubstring(artefact))
			}
		},
		Entry("not at all without fields", writing("/x", struct{}{}), ""),
		Entry("qs: without nil, with empty strings and booleans", writing("/x", filter{}), "?done=false&text="),
		Entry("with true", writing("/x", filter{Done: true}), "?done=true&text="),
		Entry("qs, arrayFormat repeat: with a name for each element, in order", writing("/x", repeatedTags{[]string{"b", "a"}}), "?tag=b&tag=a"),
		Entry("qs, arrayFormat comma, encodeValuesOnly: with one list", writing("/x", commaTags{[]string{"b", "a"}}), "?tag=b,a"),
		Entry("with commas of elements escaped", writing("/x", commaTags{[]string{"a,b", "c d"}}), "?tag=a%2Cb,c+d"),
		Entry("qs, arrayFormat brackets: with brackets", writing("/x", bracketTags{[]string{"b", "a"}}), "?tag%5B%5D=b&tag%5B%5D=a"),
		Entry("qs: without an empty slice", writing("/x", repeatedTags{[]string{}}), ""),
		Entry("without an empty list", writing("/x", commaTags{}), ""),
		Entry("without an empty slice with brackets", writing("/x", bracketTags{}), ""),
		Entry("qs, arrayFormat repeat: with an empty element", writing("/x", repeatedTags{[]string{""}}), "?tag="),
		Entry("with an array of text marshalers", writing("/x", commaColors{[2]color{1, 0}}), "?color=light+blue,red"),
		Entry("without nil pointers", writing("/x", pointers{L: []*int{nil}}), ""),
		Entry("with what pointers point to, zero included", writing("/x", pointers{new(""), new(new(0)), new(color(0)), []*int{new(1), nil, new(2)}, new(float32(0))}),
			"?c=red&i=0&l=1&l=2&s=&z=0"),
		Entry("qs: with a map as an object, keys and names sorted", writing("/x", stringMap{map[string]string{"b": "1", "a": "x y"}, 1, 2}),
			"?filterX=1&filter%5Ba%5D=x+y&filter%5Bb%5D=1&filtered=2"),
		Entry("with hostile keys escaped", writing("/x", stringMap{map[string]string{"a]=1&b": "="}, 1, 2}),
			"?filterX=1&filter%5Ba%5D%3D1%26b%5D=%3D&filtered=2"),
		Entry("with text marshalers in a map, nil left out", writing("/x", colorMap{map[string]*color{"a": new(color(1)), "b": nil}}), "?meta%5Ba%5D=light+blue"),
		Entry("qs, arrayFormat brackets: with structs as objects", writing("/x", fullNested()),
			"?a=0&where%5Blabel%5D%5Bx%5D=1&where%5Bname%5D=n&where%5Brange%5D%5Bmax%5D=9&where%5Brange%5D%5Bmin%5D=0&where%5Btag%5D%5B%5D=t"),
		Entry("qs: with a list of objects as numbered objects, absent ones not counted", writing("/x", lines{Lines: []*line{
			{Amount: new(0), Meta: map[string]string{"b": "2", "a": "1"}}, nil, {Taxes: []tax{{Rate: "r", In: []string{"x", "y"}}, {page: &page{new(7)}}}, Codes: []string{"p", "q"}, Note: "n m"},
		}}), "?lines%5B0%5D%5Bamount%5D=0&lines%5B0%5D%5Bmeta%5D%5Ba%5D=1&lines%5B0%5D%5Bmeta%5D%5Bb%5D=2"+
			"&lines%5B1%5D%5Btaxes%5D%5B0%5D%5Brate%5D=r&lines%5B1%5D%5Btaxes%5D%5B0%5D%5Bin%5D%5B%5D=x&lines%5B1%5D%5Btaxes%5D%5B0%5D%5Bin%5D%5B%5D=y"+
			"&lines%5B1%5D%5Btaxes%5D%5B1%5D%5Bpage%5D=7&lines%5B1%5D%5Btaxes%5D%5B1%5D%5Brate%5D=&lines%5B1%5D%5Bcodes%5D=p&lines%5B1%5D%5Bcodes%5D=q&lines%5B1%5D%5Bnote%5D=n+m"),
		Entry("with maps of lists, in each style", writing("/x", lines{Groups: map[string][]string{"b": {"1"}, "a]": {"2", "3"}}, Teams: map[string][]string{"a": {"1", "2"}}}),
			"?groups%5Ba%5D%5D=2&groups%5Ba%5D%5D=3&groups%5Bb%5D=1&teams%5Ba%5D%5B%5D=1&teams%5Ba%5D%5B%5D=2"),
		Entry("with a map of objects", writing("/x", lines{Named: &map[string]**tax{"a": new(&tax{Rate: "r"}), "b": nil}}), "?named%5Ba%5D%5Brate%5D=r"),
		Entry("with lists of lists", writing("/x", lines{Pairs: [][]int{{1, 2}, {}, {3}}, Levels: map[string][][]string{"a": {{"/"}}}}),
			"?levels%5Ba%5D%5B0%5D%5B%5D=/&pairs%5B0%5D%5B%5D=1&pairs%5B0%5D%5B%5D=2&pairs%5B1%5D%5B%5D=3"),
		Entry("with a list of objects in an object", writing("/x", listOfTaxes("r")), "?where%5Btaxes%5D%5B0%5D%5Brate%5D=r"),
		Entry("without the members of a nil struct", writing("/x", nested{}), "?a=0&where%5Bname%5D="),
		Entry("with the fields of an embedded struct", writing("/x", filter{page: page{new(0)}}), "?done=false&page=0&text="),
		Entry("with the fields of an embedded pointer", writing("/x", embeddedPointer{&page{new(3)}, 1}), "?color=light+blue&page=3"),
		Entry("without the fields of an embedded nil pointer", writing("/x", embeddedPointer{}), ""),
		Entry("with times as RFC 3339", writing("/x", filter{Since: time.Unix(0, 0).UTC()}), "?done=false&since=1970-01-01T00%3A00%3A00Z&text="),
		Entry("without a zero time when empty ones are left out", writing("/x", filter{Since: time.Time{}.In(time.FixedZone("x", 3600))}), "?done=false&text="),
		Entry("without a nil time", writing("/x", since{}), ""),
		Entry("with numbers in full, of each size", writing("/x", numbers{-128, math.MaxUint64, 0.1, 1e21, true, 255, math.MaxUint32}),
			"?a=-128&b=18446744073709551615&c=0.1&d=1000000000000000000000&e=true&f=255&g=4294967295"),
		Entry("with one text of other separators", writing("/x", spaced{[]string{"x", "y"}, []int{1, 2}, []string{"p", "q"}}), "?a=x%20y&b=1%7C2&c=p%09q"),
		Entry("with objects that are one text, names and values in turn", writing("/x", textObjects{rgb{new(0), "x,y"}, map[string]int{"k": 1, "j": 2}, &rgb{Name: "n"}}),
			"?a=R,0,name,x%2Cy&b=j%7C2%7Ck%7C1&c=name%20n"),
		Entry("without objects that have no members", writing("/x", textObjects{}), ""),
		Entry("with the members of an exploded object as parameters", writing("/x", exploded{rgb{new(1), "n"}, map[string]string{"p&": "q", "o": "é"}, "z"}),
			"?R=1&name=n&o=%C3%A9&p%26=q&zlast=z"),
		Entry("with reserved characters as they are, where they end nothing", writing("/x", reserved{"/a?b:c@d!$'()*,;e&f=g#h+i[j] k%2Fl%m", []string{"x/y", "z"}, time.Unix(0, 0).UTC()}),
			"?a=/a?b:c@d!$'()*,%3Be%26f%3Dg%23h%2Bi%5Bj%5D+k%2Fl%25m&b=x/y,z&t=1970-01-01T00:00:00Z"),
		Entry("with what a form must escape", writing("/x", repeatedTags{[]string{"a&b=c#d+e%/?é\r\n~"}}),
			"?tag=a%26b%3Dc%23d%2Be%25%2F%3F%C3%A9%0D%0A~"),
	)

	It("holds a parameter that has the name of one in the path, and says nothing of a list by it", func() {
		u, values, err := writing("/x/:a", twoPlaces{"q", "p"})(argument.Whole)

		Expect(err).NotTo(HaveOccurred())
		Expect(u).To(Equal("/x/p?a=q"))
		Expect(values).To(Equal([]argument.Value{{Name: "a", Value: "p"}, {Name: "a", Value: "q", Open: true}}))
	})

	It("continues a query that stands before the path", func() {
		u, _, err := writing("/x", commaTags{[]string{"a"}})(argument.Continued)

		Expect(err).NotTo(HaveOccurred())
		Expect(u).To(Equal("/x&tag=a"))
	})

	DescribeTable("is refused",
		func(run written, message string) {
			u, _, err := run(argument.Whole)

			Expect(err).To(MatchError(message))
			Expect(u).To(BeEmpty())
		},
		Entry("with NaN", writing("/x", filter{Ratio: math.NaN()}), `parameter "ratio": NaN is not a number that a URL can hold`),
		Entry("with an infinity", writing("/x", filter{Ratio: math.Inf(-1)}), `parameter "ratio": -Inf is not a number that a URL can hold`),
		Entry("when a value does not marshal", writing("/x", commaColors{[2]color{-1, 0}}), `parameter "color": no such color`),
		Entry("when a member does not marshal", writing("/x", colorMap{map[string]*color{"a": new(color(-1))}}), `parameter "meta": no such color`),
		Entry("with an empty key of an object in a list", writing("/x", lines{Lines: []*line{{Meta: map[string]string{"": "a"}}}}), `parameter "lines": has an empty key`),
		Entry("with an empty key", writing("/x", stringMap{Filter: map[string]string{"": "a"}}), `parameter "filter": has an empty key`),
	)
})

func listOfTaxes(rate string) (l lines) {
	l.Where.Taxes = []tax{{Rate: rate}}
	return l
}

func fullNested() nested {
	var n nested
	n.Where.Name = "n"
	n.Where.Tags = []string{"t"}
	n.Where.Labels = map[string]int{"x": 1}
	n.Where.Range = &struct {
		Min *int `query:"min"`
		Max int  `query:"max,omitempty"`
	}{new(0), 9}
	return n
}
