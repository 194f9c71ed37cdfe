package restvet_test

import (
	"fmt"
	"strings"
)

// The tags and types of fields. Package argument and restvet must agree about
// those in agreement, whatever they say.
var (
	places = []string{
		`path:"a"`, `path:"a,comma"`, `path:"a,label"`, `path:"a,matrix,exploded"`, `path:"a,comma,exploded"`, `path:"a,exploded"`,
		`query:"a"`, `query:"a,brackets"`, `query:"a,comma"`, `query:"a,pipe,reserved"`, `query:"a,exploded"`, `query:"a,space,exploded"`,
		`header:"A"`, `header:"A,comma"`, `header:"A,comma,exploded"`, `header:"A,exploded"`,
		`cookie:"a"`, `cookie:"a,comma"`, `cookie:"a,exploded"`, `cookie:"a,comma,exploded"`,
	}
	wrongTags = []string{
		``, `json:"a"`, `path:""`, `path:"b"`, `path:"a" query:"a"`, `path:"a" header:"A"`, `query:"a" header:"A"`,
		`query:""`, `query:",omitempty"`, `query:"a,"`, `query:"a,nofilter,cursor"`, `query:"a,brackets,omitempty"`, `query:"a,comma,comma"`,
		`query:"a,comma,brackets"`, `query:"a, omitempty"`, `query:"a,unknown"`,
		`header:""`, `header:"A b"`, `header:"A,omitempty"`, `header:"A,brackets"`, `header:"content-length"`, `header:"Host"`,
		`cookie:""`, `cookie:"a b"`, `cookie:"a,omitempty"`, `cookie:"a,pipe"`, `cookie:"a" path:"a"`, `path:"a,comma,label"`, `path:",comma"`, `path:"a,omitempty"`,
	}
	goodTags   = []string{`path:"a"`, `query:"a"`, `query:"A"`, `query:"a[b]"`, `query:"b,omitempty"`, `header:"a"`, `header:"A"`, `header:"X-B"`, `cookie:"a"`, `query:"a,exploded"`, `query:"a,comma"`}
	fieldTypes = []string{
		"string", "number", "uintptr", "complex64", "bool", "**float32", "any", "func()", "chan int",
		"[]string", "[]byte", "[2]uint8", "[2]*int", "*[]int", "[][]int",
		"map[string]int", "map[int]int", "map[string][]int", "*map[string]bool",
		"time.Time", "*time.Time", "[]time.Time", "byAddress", "*byAddress",
		"struct{ B string `query:\"b\"` }", "*struct{ B []string `query:\"b,comma\"` }", "struct{ B string `header:\"b\"` }", "struct{ B string }",
		"[]struct{ B string `query:\"b\"` }", "map[string]*struct{ B [][]int `query:\"b,brackets\"` }", "[]struct{ B [][]int `query:\"b\"` }", "[]struct{ B []int `query:\"b,pipe\"` }",
		"[]struct{ B int `path:\"b\"` }", "[][][]byte", "[2]map[string]any", "[]byAddress", "map[string]**byAddress", "itself", "[]inItself",
		"struct{ B []string `query:\"b\"` }", "struct{ B string `query:\"b,exploded\"` }", "struct{ B map[string]int `query:\"b,exploded\"` }",
	}
)

const agreementHead = `package agreement

import (
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

type number int

// byAddress writes itself by its address only.
type byAddress struct{ Text string }

func (b *byAddress) MarshalText() ([]byte, error) { return []byte(b.Text), nil }

type itself []itself

type inItself struct {
	All map[string][]inItself "query:\"all,brackets\""
}

var _ time.Time

`

// agreement is a package with a declaration in each line, for all combinations
// of a tag and a type and of two tags.
func agreement() string {
	var out strings.Builder
	out.WriteString(agreementHead)
	n := 0
	add := func(fields ...string) {
		path := "/x"
		if strings.Contains(strings.Join(fields, ""), `path:"a`) {
			path = "/:a"
		}
		fmt.Fprintf(&out, "var D%03d = restclient.RestEndpoint[struct{ %s }, restclient.None](%q)\n", n, strings.Join(fields, "; "), path)
		n++
	}
	for _, tag := range places {
		for _, t := range fieldTypes {
			add(field("A", t, tag))
		}
	}
	for _, tag := range wrongTags {
		for _, t := range []string{"string", "[]string", "struct{ B string `query:\"b\"` }"} {
			add(field("A", t, tag))
		}
	}
	for _, x := range goodTags {
		for _, y := range goodTags {
			add(field("A", "string", x), field("B", "string", y))
			add(field("A", "map[string]int", x), field("B", "string", y))
		}
	}
	return out.String()
}

func field(name, t, tag string) string { return name + " " + t + " `" + tag + "`" }

// lineAt returns the line of a source that an offset is in.
func lineAt(source string, offset int) string {
	begin := strings.LastIndexByte(source[:offset], '\n') + 1
	line, _, _ := strings.Cut(source[begin:], "\n")
	return line
}
