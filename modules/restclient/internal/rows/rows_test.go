package rows_test

import (
	"io"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/exchange"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/rows"
)

func TestRows(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "rows")
}

// all returns the rows of a response, and the error after them.
func all(r rows.Reader) (found []string, offset int64, err error) {
	for {
		var row []byte
		if row, offset, err = r.Next(); err != nil {
			return found, offset, err
		}
		found = append(found, string(row))
	}
}

var _ = Describe("Rows", func() {
	It("are the lines that are not blank", func() {
		found, _, err := all(rows.Lines(strings.NewReader("{\"a\":1}\n\n {\"b\":2}"), 10))

		Expect(err).To(MatchError(io.EOF))
		Expect(found).To(Equal([]string{`{"a":1}`, `{"b":2}`}))
	})

	It("are refused when they are longer than the limit", func() {
		found, offset, err := all(rows.Lines(strings.NewReader("[1]\n[1,2,3]\n"), 3))

		Expect(err).To(MatchError(exchange.ErrTooLarge))
		Expect(found).To(Equal([]string{"[1]"}))
		Expect(offset).To(BeEquivalentTo(4))
	})

	It("are the elements of a member, whatever stands beside it", func() {
		r, _, err := rows.Elements(strings.NewReader(`{"a":[9],"data":{"rows":[1,{"b":2}]},"z":0}`), "/data/rows", 10)
		Expect(err).NotTo(HaveOccurred())

		found, _, err := all(r)

		Expect(err).To(MatchError(io.EOF))
		Expect(found).To(Equal([]string{"1", `{"b":2}`}))
	})

	It("are there only as far as the JSON is", func() {
		r, _, err := rows.Elements(strings.NewReader(`[1,2,`), "", 10)
		Expect(err).NotTo(HaveOccurred())

		found, offset, err := all(r)

		Expect(err).To(MatchError(io.ErrUnexpectedEOF))
		Expect(found).To(Equal([]string{"1", "2"}))
		Expect(offset).To(BeEquivalentTo(5), "where it breaks")
	})

	It("need an array", func() {
		_, _, err := rows.Elements(strings.NewReader(`{"data":1}`), "data", 10)
		Expect(err).To(MatchError("want a JSON array, have number"))
		_, _, err = rows.Elements(strings.NewReader(`{"data":1}`), "rows", 10)
		Expect(err).To(MatchError(`the response has no member "rows"`))
	})
})
