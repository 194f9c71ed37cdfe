package member_test

import (
	"io"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/member"
)

func TestMember(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "member")
}

var _ = DescribeTable("A member of a page is",
	func(name, expected string) {
		page := []byte(`{"next":"/x?page=2","meta":{"total":7,"last":null}}`)
		value, err := member.Find(page, name)
		Expect(err).NotTo(HaveOccurred())
		Expect(member.Text(value, name)).To(Equal(expected))
		only, err := member.Only(page, name)
		Expect(err).NotTo(HaveOccurred())
		Expect(string(only)).To(Equal(string(value)))
	},
	Entry("found by its name", "next", "/x?page=2"),
	Entry("found by a pointer", "/meta/total", "7"),
	Entry("nothing when it is null", "/meta/last", ""),
	Entry("nothing when it is not there", "/meta/first", ""),
)

var _ = Describe("A member that is all that is read", func() {
	DescribeTable("is refused where the JSON breaks behind it:",
		func(data string, expected any) {
			_, err := member.Only([]byte(data), "rows")
			Expect(err).To(MatchError(expected))
		},
		Entry("cut off", `{"rows":[1],"next":`, io.ErrUnexpectedEOF),
		Entry("without an end", `{"rows":[1]`, io.ErrUnexpectedEOF),
		Entry("followed by something", `{"rows":[1]} {}`, "something follows the JSON value"),
	)

	It("is the one around which a value is put", func() {
		for _, name := range []string{"rows", "/data/rows", "/a~1b/\"", ""} {
			around := member.Around([]byte("[1]"), name)
			if name == "" {
				Expect(string(around)).To(Equal("[1]"))
				continue
			}
			value, err := member.Only(around, name)
			Expect(err).NotTo(HaveOccurred())
			Expect(string(value)).To(Equal("[1]"), string(around))
		}
	})
})
