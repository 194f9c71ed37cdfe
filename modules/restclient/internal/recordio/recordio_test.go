package recordio_test

import (
	"bytes"
	"fmt"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/recordio"
)

func framed(records ...string) []byte {
	var data []byte
	for _, r := range records {
		data = recordio.Append(data, []byte(r))
	}
	return data
}

func texts(records [][]byte) []string {
	all := []string{}
	for _, r := range records {
		all = append(all, string(r))
	}
	return all
}

var _ = Describe("Split", func() {
	It("gives back what Append has framed, empty records included", func() {
		data := framed("one", "", "three")

		records, whole, err := recordio.Split(data)

		Expect(err).NotTo(HaveOccurred())
		Expect(texts(records)).To(Equal([]string{"one", "", "three"}))
		Expect(whole).To(Equal(len(data)))
	})

	It("keeps the whole records before each place at which a file can end", func() {
		data := framed("one", "two")
		first := len(framed("one"))

		for end := first + 1; end < len(data); end++ {
			records, whole, err := recordio.Split(data[:end])

			Expect(err).To(MatchError(recordio.ErrTorn), "cut at %d", end)
			Expect(texts(records)).To(Equal([]string{"one"}), "cut at %d", end)
			Expect(whole).To(Equal(first))
		}
	})

	DescribeTable("keeps the whole records before each place behind which a file was only made longer", func(longer int) {
		data := framed("one", "two")
		first := len(framed("one"))

		for end := first; end < len(data); end++ {
			records, whole, err := recordio.Split(append(bytes.Clone(data[:end]), make([]byte, len(data)-end+longer)...))

			Expect(err).To(MatchError(recordio.ErrTorn), "written to %d", end)
			Expect(texts(records)).To(Equal([]string{"one"}), "written to %d", end)
			Expect(whole).To(Equal(first))
		}
	},
		Entry("to where it was to end", 0),
		Entry("to the end of a block", 100),
	)

	It("finds each bit that has changed", func() {
		data := framed("one", "two")

		for bit := range 8 * len(data) {
			damaged := bytes.Clone(data)
			damaged[bit/8] ^= 1 << (bit % 8)

			records, whole, err := recordio.Split(damaged)

			Expect(err).To(HaveOccurred(), "bit %d", bit)
			Expect(texts(records)).To(HaveLen(whole/len(framed("one"))), "bit %d", bit)
		}
	})

	DescribeTable("tells an end that is missing from damage in the midst",
		func(data []byte, want error) {
			records, _, err := recordio.Split(data)

			Expect(err).To(MatchError(want))
			Expect(texts(records)).To(Equal([]string{"one"}))
		},
		Entry("half a header", append(framed("one"), 3, 0, 0), recordio.ErrTorn),
		Entry("a file that was only made longer", append(framed("one"), make([]byte, 100)...), recordio.ErrTorn),
		Entry("the last content not written", change(framed("one", "two"), -1), recordio.ErrTorn),
		Entry("content in the midst", change(framed("one", "two", "three"), 27), recordio.ErrCorrupt),
		Entry("a length in the midst", change(framed("one", "two", "three"), 15), recordio.ErrCorrupt),
	)
})

func change(data []byte, at int) []byte {
	if at < 0 {
		at += len(data)
	}
	data[at] ^= 0x40
	return data
}

func FuzzSplit(f *testing.F) {
	f.Add(framed("one", "", "three"))
	f.Add(framed("one", "two")[:20])
	f.Add(make([]byte, 64))
	f.Fuzz(func(t *testing.T, data []byte) {
		records, whole, err := recordio.Split(data)
		if whole > len(data) || (err == nil) != (whole == len(data)) {
			t.Fatalf("%d of %d bytes are whole, error %v", whole, len(data), err)
		}
		var again []byte
		for _, r := range records {
			again = recordio.Append(again, r)
		}
		if !bytes.Equal(again, data[:whole]) {
			t.Fatalf("read %x, wrote %x", data[:whole], again)
		}
	})
}

func ExampleSplit() {
	file := recordio.Append(nil, []byte("one"))
	file = recordio.Append(file, []byte("two"))

	records, whole, err := recordio.Split(file[:len(file)-1]) // the program was killed
	fmt.Printf("%q %d %v\n", records, whole, err)
	// Output:
	// ["one"] 15 the last record is not whole
}

func ExampleAppend() {
	file := recordio.Append(nil, []byte("one"))

	fmt.Println(len(file) - recordio.HeaderLen)
	// Output:
	// 3
}
