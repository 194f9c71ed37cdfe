package router_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router"
)

// codesFixture has values with rules in each place.
func codesFixture() *fixture {
	f := newFixture(router.WithMaxBody(600), router.WithStrictQuery())
	none := router.None{}
	register(f, "GET /path/:min/:max/:step/:size/:word/:color", router.In(func(*router.Context, *struct {
		Min   int     `path:"min" minimum:"3"`
		Max   uint8   `path:"max" maximum:"5"`
		Step  float64 `path:"step" multipleOf:"0.5" exclusiveMinimum:"0" exclusiveMaximum:"10"`
		Size  string  `path:"size" minLength:"2" maxLength:"4"`
		Word  string  `path:"word" pattern:"^[a-z]+$"`
		Color string  `path:"color" enum:"red,blue"`
	},
	) (router.None, error) {
		return none, nil
	}))
	type query struct {
		Min    []int     `query:"min" items.minimum:"3"`
		Max    uint8     `query:"max" maximum:"5"`
		Step   float64   `query:"step" multipleOf:"0.5" exclusiveMaximum:"10"`
		Above  float64   `query:"above" exclusiveMinimum:"0"`
		Size   string    `query:"size" minLength:"2" maxLength:"4"`
		Word   string    `query:"word" pattern:"^[a-z]+$"`
		Color  string    `query:"color" enum:"red,blue"`
		Mail   string    `query:"mail" format:"email"`
		At     time.Time `query:"at"`
		Labels []string  `query:"label" minItems:"2" maxItems:"3" uniqueItems:"true"`
		Flag   bool      `query:"flag"`
		Must   string    `query:"must" required:"true"`
	}
	register(f, "GET /query", router.In(func(*router.Context, *query) (router.None, error) { return none, nil }))
	type form struct {
		Min    []int     `form:"min" items.minimum:"3"`
		Max    uint8     `form:"max" maximum:"5"`
		Step   float64   `form:"step" multipleOf:"0.5" exclusiveMaximum:"10"`
		Above  float64   `form:"above" exclusiveMinimum:"0"`
		Size   string    `form:"size" minLength:"2" maxLength:"4"`
		Word   string    `form:"word" pattern:"^[a-z]+$"`
		Color  string    `form:"color" enum:"red,blue"`
		Mail   string    `form:"mail" format:"email"`
		At     time.Time `form:"at"`
		Labels []string  `form:"label" minItems:"2" maxItems:"3" uniqueItems:"true"`
		Flag   bool      `form:"flag"`
		Must   string    `form:"must" required:"true"`
	}
	register(f, "POST /form", router.In(func(*router.Context, *form) (router.None, error) { return none, nil }))
	registerBody(f)
	return f
}

func registerBody(f *fixture) {
	type body struct {
		Min    []int       `json:"min,omitempty" items.minimum:"3"`
		Max    uint8       `json:"max,omitempty" maximum:"5"`
		Step   float64     `json:"step,omitempty" multipleOf:"0.5" exclusiveMaximum:"10"`
		Above  float64     `json:"above" required:"false" exclusiveMinimum:"0"`
		Size   string      `json:"size,omitempty" minLength:"2" maxLength:"4"`
		Word   string      `json:"word,omitempty" pattern:"^[a-z]+$"`
		Color  string      `json:"color,omitempty" enum:"red,blue"`
		Mail   string      `json:"mail,omitempty" format:"email"`
		At     time.Time   `json:"at,omitzero"`
		Labels []string    `json:"label,omitempty" minItems:"2" maxItems:"3" uniqueItems:"true"`
		Flag   bool        `json:"flag,omitempty"`
		Data   []byte      `json:"data,omitempty"`
		Map    map[int]int `json:"map,omitempty" min:"1" max:"2"`
		Even   even        `json:"even,omitempty"`
		Must   string      `json:"must"`
	}
	register(f, "POST /body", router.In(func(*router.Context, *body) (router.None, error) { return router.None{}, nil }))
}

// even checks itself.
type even int

func (e even) Validate() error {
	if e%2 != 0 {
		return &router.InputError{Fields: []router.FieldError{{Detail: "odd"}}}
	}
	return nil
}

// codesOf are the faults of an answer as JSON, without the sentences.
func codesOf(body []byte) []map[string]any {
	GinkgoHelper()
	var p struct{ Errors []map[string]any }
	Expect(json.Unmarshal(body, &p)).To(Succeed(), string(body))
	for _, e := range p.Errors {
		Expect(e["detail"]).NotTo(BeEmpty())
		delete(e, "detail")
	}
	return p.Errors
}

// faultRow is what a value breaks, as the members of JSON that say it.
type faultRow struct{ name, value, json, want string }

// faultRows hold for the query, forms and, where there is JSON, for the body.
var faultRows = []faultRow{
	{"max", "6", "6", `"code":"maximum","limit":5`},
	{"max", "-1", "-1", `"code":"minimum","limit":0`},
	{"max", "256", "256", `"code":"maximum","limit":255`},
	{"max", "x", `"x"`, `"code":"type","type":"integer"`},
	{"step", "0.7", "0.7", `"code":"multipleOf","limit":0.5`},
	{"step", "10", "10", `"code":"exclusiveMaximum","limit":10`},
	{"step", "x", `"x"`, `"code":"type","type":"number"`},
	{"step", "1e999", "1e999", `"code":"maximum","limit":1.7976931348623157e308`},
	{"above", "0", "0", `"code":"exclusiveMinimum","limit":0`},
	{"size", "a", `"a"`, `"code":"minLength","limit":2`},
	{"size", "abcde", `"abcde"`, `"code":"maxLength","limit":4`},
	{"word", "A", `"A"`, `"code":"pattern","pattern":"^[a-z]+$"`},
	{"color", "green", `"green"`, `"code":"enum","allowed":["red","blue"]`},
	{"mail", "a", `"a"`, `"code":"format","format":"email"`},
	{"at", "now", `"now"`, `"code":"format","format":"date-time"`},
	{"at", "2026-01-02T03:04:05,5Z", `"2026-01-02T03:04:05,5Z"`, `"code":"format","format":"date-time"`},
	{"label", "a", `["a"]`, `"code":"minItems","limit":2`},
	{"label", "a&label=b&label=c&label=d", `["a","b","c","d"]`, `"code":"maxItems","limit":3`},
	{"label", "a&label=a", `["a","a"]`, `"code":"uniqueItems"`},
	{"flag", "x", `"x"`, `"code":"type","type":"boolean"`},
	{"must", "", "", `"code":"required"`},
	{"min", "3&min=2", "", `"code":"minimum","limit":3,"item":2`},
	{"min", "3&min=x", "", `"code":"type","type":"integer","item":2`},
	{"size", "abc&size=abc", "", `"code":"maxItems","limit":1`},
}

// bodyRows hold for a JSON body alone: the body and what is wrong with it.
var bodyRows = map[string]string{
	`{"must":"a","min":[3,2]}`:               `{"in":"body","pointer":"/min/1","code":"minimum","limit":3}`,
	`{"must":"a","x":1}`:                     `{"in":"body","pointer":"/x","code":"additionalProperties"}`,
	`{"must":"a","data":"?"}`:                `{"in":"body","pointer":"/data","code":"contentEncoding","format":"base64"}`,
	`{"must":"a","map":{}}`:                  `{"in":"body","pointer":"/map","code":"minProperties","limit":1}`,
	`{"must":"a","map":{"1":1,"2":2,"3":3}}`: `{"in":"body","pointer":"/map","code":"maxProperties","limit":2}`,
	`{"must":"a","map":{"x":1}}`:             `{"in":"body","pointer":"/map/x","code":"propertyNames"}`,
	`{"must":"a","even":3}`:                  `{"in":"body","pointer":"/even","code":"invalid"}`,
	`{"must":"a","must":"b"}`:                `{"in":"body","pointer":"/must","code":"repeated"}`,
	`{"must":"a"`:                            `{"in":"body","code":"unreadable"}`,
	strings.Repeat(" ", 601) + "{}":          `{"in":"body","code":"tooLarge","limit":600}`,
}

var _ = Describe("A fault for programs", func() {
	f := codesFixture()
	var seen map[string]bool // the codes

	expectFault := func(answer *bytes.Buffer, want string) {
		GinkgoHelper()
		var fault map[string]any
		Expect(json.Unmarshal([]byte(want), &fault)).To(Succeed())
		Expect(codesOf(answer.Bytes())).To(Equal([]map[string]any{fault}), answer.String())
		code := fault["code"].(string)
		members, known := problem.Codes()[code]
		Expect(known).To(BeTrue(), code)
		for name := range fault {
			Expect(slices.Concat(members, []string{"in", "name", "pointer", "code", "item"})).To(ContainElement(name), code)
		}
		seen[code] = true
	}

	BeforeEach(func() { seen = map[string]bool{} })

	It("has each code of the documentation, in query, form, multipart and JSON", func() {
		for _, row := range faultRows {
			fault := func(in string) string { return `{"in":"` + in + `","name":"` + row.name + `",` + row.want + `}` }
			pairs := row.name + "=" + row.value
			if row.name != "must" {
				pairs += "&must=a"
			} else {
				pairs = ""
			}
			expectFault(f.get("/query?"+pairs).Body, fault("query"))
			expectFault(f.do("POST", "/form", pairs, "Content-Type", "application/x-www-form-urlencoded").Body, fault("form"))
			parts, mediaType := multipartOf(pairs)
			expectFault(f.do("POST", "/form", parts, "Content-Type", mediaType).Body, fault("form"))
			switch {
			case row.name == "must":
				expectFault(f.do("POST", "/body", "{}", "Content-Type", "application/json").Body, `{"in":"body","pointer":"/must",`+row.want+`}`)
			case row.json != "":
				expectFault(f.do("POST", "/body", `{"must":"a","`+row.name+`":`+row.json+`}`, "Content-Type", "application/json").Body, `{"in":"body","pointer":"/`+row.name+`",`+row.want+`}`)
			}
		}
		for body, want := range bodyRows {
			expectFault(f.do("POST", "/body", body, "Content-Type", "application/json").Body, want)
		}
		expectFault(f.do("POST", "/body", "{}", "Content-Type", "text/plain").Body, `{"in":"header","name":"Content-Type","code":"mediaType","allowed":["application/json"]}`)
		expectFault(f.get("/query?must=a&sise=1").Body, `{"in":"query","name":"sise","code":"unknownParameter","meant":"size"}`)
		expectFault(f.get("/query?must=a&"+strings.Repeat("&", 256)).Body, `{"in":"query","code":"tooMany","limit":256}`)
		expectFault(f.get("/query?must=%").Body, `{"in":"query","code":"unreadable"}`)

		seen[problem.CodeTooSlow] = true // needs a connection
		Expect(slices.Sorted(maps.Keys(seen))).To(Equal(slices.Sorted(maps.Keys(problem.Codes()))))
	})

	DescribeTable("is told of a value of the path",
		func(path, want string) {
			seen = map[string]bool{}
			expectFault(f.get("/path/"+path).Body, want)
		},
		Entry("minimum", "2/5/1/abc/a/red", `{"in":"path","name":"min","code":"minimum","limit":3}`),
		Entry("maximum", "3/6/1/abc/a/red", `{"in":"path","name":"max","code":"maximum","limit":5}`),
		Entry("type", "x/5/1/abc/a/red", `{"in":"path","name":"min","code":"type","type":"integer"}`),
		Entry("the range of a type", "3/-1/1/abc/a/red", `{"in":"path","name":"max","code":"minimum","limit":0}`),
		Entry("multipleOf", "3/5/0.7/abc/a/red", `{"in":"path","name":"step","code":"multipleOf","limit":0.5}`),
		Entry("exclusiveMinimum", "3/5/0/abc/a/red", `{"in":"path","name":"step","code":"exclusiveMinimum","limit":0}`),
		Entry("exclusiveMaximum", "3/5/10/abc/a/red", `{"in":"path","name":"step","code":"exclusiveMaximum","limit":10}`),
		Entry("minLength", "3/5/1/a/a/red", `{"in":"path","name":"size","code":"minLength","limit":2}`),
		Entry("maxLength", "3/5/1/abcde/a/red", `{"in":"path","name":"size","code":"maxLength","limit":4}`),
		Entry("pattern", "3/5/1/abc/A/red", `{"in":"path","name":"word","code":"pattern","pattern":"^[a-z]+$"}`),
		Entry("enum", "3/5/1/abc/a/green", `{"in":"path","name":"color","code":"enum","allowed":["red","blue"]}`),
		Entry("text", "3/5/1/a%00b/a/red", `{"in":"path","name":"size","code":"unreadable"}`),
	)

	It("has a code that stands in the documentation, with its members", func() {
		page, err := os.ReadFile("../../docs/howto/validate-input.md")
		Expect(err).NotTo(HaveOccurred())
		_, table, found := strings.Cut(string(page), "| code | members | when |\n|---|---|---|\n")
		Expect(found).To(BeTrue())
		table, _, _ = strings.Cut(table, "\n\n")

		documented := map[string][]string{}
		for row := range strings.SplitSeq(table, "\n") {
			cells := strings.Split(row, "|")
			documented[strings.Trim(cells[1], " `")] = strings.FieldsFunc(cells[2], func(r rune) bool { return strings.ContainsRune(" `,", r) })
		}

		for code, members := range problem.Codes() {
			Expect(documented).To(HaveKeyWithValue(code, ConsistOf(members)), code)
		}
		Expect(documented).To(HaveLen(len(problem.Codes())))
	})
})

// multipartOf is a multipart body of the pairs of a query.
func multipartOf(pairs string) (body, mediaType string) {
	GinkgoHelper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	values, err := url.ParseQuery(pairs)
	Expect(err).NotTo(HaveOccurred())
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, value := range values[name] {
			Expect(w.WriteField(name, value)).To(Succeed())
		}
	}
	Expect(w.WriteField("other", "")).To(Succeed()) // a form without parts is none
	Expect(w.Close()).To(Succeed())
	return b.String(), w.FormDataContentType()
}

var _ = Describe("WithTranslation", func() {
	german := func(r *http.Request, f router.FieldError) string {
		switch {
		case r.Header.Get("Accept-Language") != "de":
			return ""
		case f.Code == problem.CodeMinLength:
			return "mindestens " + f.Limit.String() + " Zeichen"
		case f.Code == problem.CodeTooLarge:
			return "mehr als " + f.Limit.String() + " Bytes"
		case f.Code == "odd":
			panic("no word for odd")
		}
		return ""
	}
	type guest struct {
		Team string `query:"team" minLength:"3"`
		Name string `json:"name" minLength:"2"`
		Age  int    `json:"age"`
	}

	var f *fixture

	BeforeEach(func() {
		f = newFixture(router.WithTranslation(german), router.WithMaxBody(50))
		register(f, "POST /guest", router.In(func(_ *router.Context, in *guest) (router.None, error) {
			if in.Age%2 != 0 {
				return router.None{}, &router.InputError{Status: 422, Fields: []router.FieldError{{In: "body", Pointer: "/age", Detail: "odd", Code: "odd"}}}
			}
			return router.None{}, nil
		}))
	})

	DescribeTable("words the faults of a request",
		func(target, body, language string, status int, detail string) {
			expectProblem(f.do("POST", target, body, "Content-Type", "application/json", "Accept-Language", language), status, detail)
		},
		Entry("in its language", "/guest?team=a", `{"name":"I","age":2}`, "de", 422, "team: mindestens 3 Zeichen; /name: mindestens 2 Zeichen"),
		Entry("as far as there are words", "/guest", `{"name":"I"}`, "de", 422, "/name: mindestens 2 Zeichen; /age: is required"),
		Entry("of a body that is too long", "/guest", strings.Repeat(" ", 51), "de", 413, "mehr als 50 Bytes"),
		Entry("not of other languages", "/guest", `{"name":"I","age":2}`, "en", 422, "/name: fewer than 2 characters"),
	)

	It("words each fault and keeps its code", func() {
		w := f.do("POST", "/guest", `{"name":"I","age":2}`, "Content-Type", "application/json", "Accept-Language", "de")

		p, err := problem.Read(w.Body.Bytes())
		Expect(err).NotTo(HaveOccurred())
		Expect(p.Errors).To(Equal([]problem.FieldError{{In: "body", Pointer: "/name", Detail: "mindestens 2 Zeichen", Code: "minLength", Limit: "2"}}))
	})

	It("words what the function finds, which is 422 without a status", func() {
		register(f, "GET /taken", router.F0(func(*router.Context) (router.None, error) {
			return router.None{}, &router.InputError{Fields: []router.FieldError{{In: "body", Pointer: "/name", Detail: "taken", Code: "minLength", Limit: "9"}}}
		}))

		expectProblem(f.do("GET", "/taken", "", "Accept-Language", "de"), 422, "/name: mindestens 9 Zeichen")
	})

	It("leaves the sentences when it panics, and logs it", func() {
		w := f.do("POST", "/guest", `{"name":"Ida","age":3}`, "Content-Type", "application/json", "Accept-Language", "de")

		expectProblem(w, 422, "/age: odd")
		Expect(f.log.String()).To(ContainSubstring(`msg="translation failed"`))
	})
})
