//lint:file-ignore SA5008 the odd tags are what the specs are about

package strictjson_test

import (
	"encoding/json"
	"reflect"
	"testing/quick"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// plain is what testing/quick can make values of.
type plain struct {
	B  bool
	I  int64
	I8 int8 `json:",string"`
	U  uint32
	F  float64 `json:",string"`
	F3 float32
	S  string
	Q  string `json:"q/~\"quoted\",string"`
	P  **int16
	L  []map[string][]uint16
	M  map[int32]*struct{ A, B string }
	A  [3]bool
	Y  []byte
	E  struct{ X, Y *plainer }
}

type plainer struct{ Names []string }

var _ = Describe("Decode of what encoding/json writes", func() {
	It("reads the same value", func() {
		dec := must(strictjson.Compile(reflect.TypeFor[plain](), nil, strictjson.Options{}))
		same := func(v plain) bool {
			data, err := json.Marshal(v)
			Expect(err).NotTo(HaveOccurred())
			var got, want plain
			faults, err := dec.Decode(data, reflect.ValueOf(&got).Elem())
			Expect(err).NotTo(HaveOccurred(), string(data))
			Expect(lines(faults)).To(BeEmpty(), string(data))
			Expect(json.Unmarshal(data, &want)).To(Succeed())
			return reflect.DeepEqual(got, want)
		}

		Expect(quick.Check(same, nil)).To(Succeed())
	})

	It("refuses every part of it", func() {
		dec := must(strictjson.Compile(reflect.TypeFor[plain](), nil, strictjson.Options{}))
		data, err := json.Marshal(plain{S: "ä\n", L: []map[string][]uint16{{"a": {1}}}, Y: []byte{1}})
		Expect(err).NotTo(HaveOccurred())

		for n := range data {
			var v plain
			_, err := dec.Decode(data[:n], reflect.ValueOf(&v).Elem())

			Expect(err).To(BeAssignableToTypeOf(&strictjson.SyntaxError{}), string(data[:n]))
		}
	})
})
