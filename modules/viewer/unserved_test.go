package viewer_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
)

// besideFindings is a log without the line about what is wrong with the description.
func besideFindings(log *bytes.Buffer) string {
	lines := strings.SplitAfter(log.String(), "\n")
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return strings.Contains(line, `msg="findings about the description"`) }), "")
}

var _ = Describe("A description of a page that is not served", func() {
	It("is logged once for each host, with what to set", func(ctx SpecContext) {
		var log bytes.Buffer
		v := start(ctx, zoo, viewer.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
		send := func(host, header string) int {
			r := httptest.NewRequest(http.MethodPost, "/_d/", strings.NewReader(`{"content": "openapi: 3.1.0"}`))
			r.Host = host
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set(header, "1")
			w := httptest.NewRecorder()
			v.ServeHTTP(w, r)
			return w.Code
		}

		for _, host := range []string{"localhost", "localhost", "docs.example"} {
			Expect(send(host, "Trefoil-Description")).To(Equal(http.StatusMethodNotAllowed))
		}
		send("other.example", "X-Other")

		lines := strings.Split(strings.TrimSpace(besideFindings(&log)), "\n")
		Expect(lines).To(HaveLen(2))
		Expect(lines[0]).To(And(ContainSubstring("level=WARN"), ContainSubstring("host=localhost"), ContainSubstring("viewer.WithVisitorDescriptions")))
		Expect(lines[1]).To(ContainSubstring("host=docs.example"))
	})

	It("is logged for a bounded number of hosts", func(ctx SpecContext) {
		var log bytes.Buffer
		v := start(ctx, zoo, viewer.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
		for i := range 100 {
			r := httptest.NewRequest(http.MethodPost, "/_d/", nil)
			r.Host = fmt.Sprintf("%d.example", i)
			r.Header.Set("Trefoil-Description", "1")
			v.ServeHTTP(httptest.NewRecorder(), r)
		}

		Expect(strings.Count(besideFindings(&log), "\n")).To(Equal(16))
	})
})
