package constraint_test

import (
	"reflect"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router/internal/constraint"
)

var _ = DescribeTable("Parse, of a tag that looks like a rule,",
	func(tag reflect.StructTag, mistakes ...string) {
		_, got := constraint.Parse(reflect.StructField{Name: "F", Type: reflect.TypeFor[[]string](), Tag: tag})

		if len(mistakes) == 0 {
			Expect(got).To(BeEmpty())
			return
		}
		Expect(got).To(Equal(mistakes))
	},
	Entry("tells other capitals", reflect.StructTag(`json:"f" minitems:"2"`), "field F: the tag minitems is no rule: did you mean minItems?"),
	Entry("tells a letter less", reflect.StructTag(`items.patern:"^a"`), "field F: the tag items.patern is no rule: did you mean items.pattern?"),
	Entry("tells a letter more", reflect.StructTag(`enums:"a,b"`), "field F: the tag enums is no rule: did you mean enum?"),
	Entry("tells another letter", reflect.StructTag(`formad:"email"`), "field F: the tag formad is no rule: did you mean format?"),
	Entry("tells letters that changed places", reflect.StructTag(`items.minLenght:"1"`), "field F: the tag items.minLenght is no rule: did you mean items.minLength?"),
	Entry("tells the last letters that changed places", reflect.StructTag(`formta:"date"`), "field F: the tag formta is no rule: did you mean format?"),
	Entry("tells an option of JSON", reflect.StructTag(`json:"f,omitemtpy"`), "field F: the tag json has the option omitemtpy: did you mean omitempty?"),
	Entry("knows the options of JSON", reflect.StructTag(`json:"f,omitempty,omitzero,string"`)),
	Entry("leaves other options of JSON alone", reflect.StructTag(`json:",inline,case:ignore"`)),
	Entry("knows the rules", reflect.StructTag(`minItems:"1" items.minLength:"2" doc:"a: b"`)),
	Entry("leaves the tags of others alone", reflect.StructTag(`json:"f" form:"f" db:"f" yaml:"f" xml:"f" validate:"required" mix:"1" query:"q" body:"b"`)),
	Entry("leaves what is no tag alone", reflect.StructTag(`json`)),
)

var _ = DescribeTable("Parse, of a format that no document has a name for,",
	func(name, meant string) {
		_, got := constraint.Parse(field("", `format:"`+name+`"`))

		if meant == "" {
			Expect(got).To(BeEmpty())
			return
		}
		Expect(got).To(Equal([]string{`field V: format:"` + name + `": did you mean ` + meant + `?`}))
	},
	Entry("tells letters that changed places", "emial", "email"),
	Entry("tells letters that changed places in a short one", "tiem", "time"),
	Entry("tells a letter less", "hostnam", "hostname"),
	Entry("tells another letter", "emsil", "email"),
	Entry("tells other capitals", "UUID", "uuid"),
	Entry("tells other signs between its words", "date_time", "date-time"),
	Entry("tells a word without its sign", "dateTime", "date-time"),
	Entry("tells the older name", "url", "uri"),
	Entry("takes a name that only describes", "password", ""),
	Entry("takes a name of its own", "unix-time", ""),
	Entry("takes a short name that is one letter away", "ulid", ""),
	Entry("takes another short name", "cuid", ""),
)
