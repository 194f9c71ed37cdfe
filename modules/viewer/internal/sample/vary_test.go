package sample_test

import (
	"encoding/json"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

func count(n int64) *int64 { return &n }

// made makes a value with a seed.
func made(ctx SpecContext, s *apidoc.Schema, seed uint64) string {
	doc := document(map[string]*apidoc.Schema{"#/node": object(apidoc.Property{Name: "next", Schema: &apidoc.Schema{Ref: "#/node"}})})
	return string(sample.Make(shape.New(ctx, doc), s, sample.Options{To: sample.Response, Seed: seed}).JSON)
}

var _ = DescribeTable("What is made up fits its schema, usual and varied:",
	func(ctx SpecContext, s *apidoc.Schema, kinds int) {
		checker, seen := jsonschema.New(nil), map[string]bool{}
		for seed := range uint64(200) {
			value := made(ctx, s, seed)
			seen[value] = true

			Expect(checker.Check([]byte(value), s, core.InResponse)).To(Equal(jsonschema.Report{}), "seed %d: %s", seed, value)
			Expect(made(ctx, s, seed)).To(Equal(value))
		}
		Expect(len(seen)).To(BeNumerically(">=", kinds))
	},
	Entry("a whole number", number, 100),
	Entry("a whole number between bounds", &apidoc.Schema{Types: []string{"integer"}, Minimum: "2.5", ExclusiveMaximum: "6"}, 3),
	Entry("a whole number behind a bound", &apidoc.Schema{Types: []string{"integer"}, ExclusiveMinimum: "-3"}, 100),
	Entry("a whole number below one", &apidoc.Schema{Types: []string{"integer"}, Maximum: "-7.5"}, 100),
	Entry("a multiple", &apidoc.Schema{Types: []string{"number"}, Minimum: "1", Maximum: "3", MultipleOf: "0.25"}, 8),
	Entry("a fraction in a narrow span", &apidoc.Schema{Types: []string{"number"}, Minimum: "0.001", Maximum: "0.002"}, 1),
	Entry("a fraction in an open span", &apidoc.Schema{Types: []string{"number"}, ExclusiveMinimum: "0", ExclusiveMaximum: "1"}, 50),
	Entry("a number of a format of whole numbers", &apidoc.Schema{Types: []string{"number"}, Format: "int32"}, 100),
	Entry("a whole number whose bound its format does not hold", &apidoc.Schema{Types: []string{"integer"}, Format: "int64", Minimum: "-9223372036854776000"}, 100),
	Entry("a boolean", &apidoc.Schema{Types: []string{"boolean"}}, 2),
	Entry("a text with lengths", &apidoc.Schema{Types: []string{"string"}, MinLength: count(10), MaxLength: count(14)}, 20),
	Entry("a text that is long", &apidoc.Schema{Types: []string{"string"}, MinLength: count(1000)}, 50),
	Entry("a text of a format that is long", &apidoc.Schema{Types: []string{"string"}, Format: "password", MinLength: count(600), MaxLength: count(600)}, 1),
	Entry("a text with a pattern and a length that is long", &apidoc.Schema{Types: []string{"string"}, Pattern: "^[0-9a-f]+$", MinLength: count(512), MaxLength: count(512)}, 50),
	Entry("a text with a pattern", &apidoc.Schema{Types: []string{"string"}, Pattern: "^[A-Z]{3}-\\d{2,4}$"}, 100),
	Entry("a text with a pattern and a length", &apidoc.Schema{Types: []string{"string"}, Pattern: "^(a|b)[0-9]*$", MinLength: count(9)}, 50),
	Entry("a text with a pattern without anchors", &apidoc.Schema{Types: []string{"string"}, Pattern: "x+?(?i:y)[^a-z]"}, 10),
	Entry("a text with a pattern that may be longer than it", &apidoc.Schema{Types: []string{"string"}, Pattern: "^acl-[0-9]{12,}$", MaxLength: count(16)}, 50),
	Entry("a text with a pattern and just one length", &apidoc.Schema{Types: []string{"string"}, Pattern: "(0x)?[a-fA-F0-9]+", MinLength: count(64), MaxLength: count(64)}, 50),
	Entry("a text with a pattern that lets anything stand around", &apidoc.Schema{Types: []string{"string"}, Pattern: ".*[0-9a-f]{8}-[0-9a-f]{4}.*", MinLength: count(13), MaxLength: count(13)}, 50),
	Entry("a text with a pattern that begins it behind anything", &apidoc.Schema{Types: []string{"string"}, Pattern: ".*(^arn:aws:s3:::)([a-z]+$).*"}, 20),
	Entry("a text with a pattern of its beginning", &apidoc.Schema{Types: []string{"string"}, Pattern: "^arn:aws:", MinLength: count(20)}, 1),
	Entry("a text with a pattern of its end", &apidoc.Schema{Types: []string{"string"}, Pattern: "\\.example$", MinLength: count(20)}, 1),
	Entry("a text with a pattern of many repetitions", &apidoc.Schema{Types: []string{"string"}, Pattern: "^[a-z]{1,512}:[a-z]{0,512}$"}, 50),
	Entry("a date with a pattern", &apidoc.Schema{Types: []string{"string"}, Format: "date", Pattern: `^\d{4}-\d{2}-\d{2}$`}, 50),
	Entry("an enumeration", &apidoc.Schema{Enum: []apidoc.EnumValue{{Value: json.RawMessage(`1`)}, {Value: json.RawMessage(`"b"`)}}}, 2),
	Entry("a constant", &apidoc.Schema{Const: json.RawMessage(`{"a":1}`)}, 1),
	Entry("examples", &apidoc.Schema{Types: []string{"string"}, Examples: []json.RawMessage{json.RawMessage(`"a"`), json.RawMessage(`"b"`)}}, 2),
	Entry("a list", &apidoc.Schema{Types: []string{"array"}, Items: number, MinItems: count(2), MaxItems: count(3)}, 100),
	Entry("alternatives", &apidoc.Schema{OneOf: []*apidoc.Schema{number, text}}, 30),
	Entry("a date and time", &apidoc.Schema{Types: []string{"string"}, Format: "date-time"}, 150),
	Entry("a date", &apidoc.Schema{Types: []string{"string"}, Format: "date"}, 100),
	Entry("a uuid", &apidoc.Schema{Types: []string{"string"}, Format: "uuid"}, 150),
	Entry("a password of a length", &apidoc.Schema{Types: []string{"string"}, Format: "password", MinLength: count(12), MaxLength: count(13)}, 1),
	Entry("a short password", &apidoc.Schema{Types: []string{"string"}, Format: "password", MaxLength: count(4)}, 1),
	Entry("bytes of a length", &apidoc.Schema{Types: []string{"string"}, Format: "byte", MinLength: count(11)}, 1),
	Entry("a date and time of a length", &apidoc.Schema{Types: []string{"string"}, Format: "date-time", MinLength: count(24)}, 150),
	Entry("a date and time that is longer by one", &apidoc.Schema{Types: []string{"string"}, Format: "date-time", MinLength: count(21)}, 150),
	Entry("a time of a length", &apidoc.Schema{Types: []string{"string"}, Format: "time", MinLength: count(12)}, 50),
	Entry("an address of a length", &apidoc.Schema{Types: []string{"string"}, Format: "uri", MinLength: count(300)}, 10),
	Entry("an address that is longer by one", &apidoc.Schema{Types: []string{"string"}, Format: "uri", MinLength: count(20)}, 10),
	Entry("an email of a length", &apidoc.Schema{Types: []string{"string"}, Format: "email", MinLength: count(40)}, 10),
	Entry("an email", &apidoc.Schema{Types: []string{"string"}, Format: "email"}, 10),
	Entry("an ipv6", &apidoc.Schema{Types: []string{"string"}, Format: "ipv6"}, 150),
	Entry("a duration", &apidoc.Schema{Types: []string{"string"}, Format: "duration"}, 50),
	Entry("a host", &apidoc.Schema{Types: []string{"string"}, Format: "hostname"}, 10),
	Entry("an object whose example is another one", &apidoc.Schema{Types: []string{"object"}, Required: []string{"n"}, Properties: []apidoc.Property{{Name: "n", Required: true, Schema: number}}, Examples: []json.RawMessage{json.RawMessage(`{"n":0}`)}}, 100),
)

var _ = Describe("A pattern that cannot be read", func() {
	It("leaves a word", func(ctx SpecContext) {
		Expect(made(ctx, &apidoc.Schema{Types: []string{"string"}, Pattern: "^(?!a)b"}, 0)).To(Equal(`"string"`))
		Expect(made(ctx, &apidoc.Schema{Types: []string{"string"}, Pattern: "^a{600}b{600}$"}, 0)).To(Equal(`"string"`))
		Expect(made(ctx, &apidoc.Schema{Types: []string{"string"}, Pattern: strings.Repeat("(", 300) + strings.Repeat(")*", 300)}, 1)).To(Equal(`""`))
	})
})
