package router_test

import (
	"io"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// takes is a function that counts the bytes of a text that is optional in T.
func takes[T any](text func(*T) string) any {
	return router.In(func(_ *router.Context, in *T) (int, error) { return len(text(in)), nil })
}

var _ = Describe("A body", func() {
	type change struct {
		Name *string `json:"name"`
		Kind string  `json:"kind" default:"tree"`
	}
	type creation struct {
		Name string `json:"name"`
	}
	type note struct {
		Text string `form:"text"`
	}
	type owned struct {
		Text string `form:"text" required:"true"`
	}
	type picture struct {
		Text string       `form:"text"`
		File *router.File `form:"file"`
	}
	takeChange := takes(func(in *change) string { return in.Kind })
	takeCreation := takes(func(in *creation) string { return in.Name })
	takeNote := takes(func(in *note) string { return in.Text })
	takeOwned := takes(func(in *owned) string { return in.Text })
	takePicture := takes(func(in *picture) string { return in.Text })

	DescribeTable("is demanded as the description says: when something in it is required",
		func(method string, fn any, mediaType string, required bool, status int, answer string) {
			f := newFixture(router.WithDocument("/openapi.json"))
			register(f, method+" /x", fn)
			var header []string
			if mediaType != "" {
				header = []string{"Content-Type", mediaType}
			}

			w := f.do(method, "/x", "", header...)

			Expect(w.Code).To(Equal(status), w.Body.String())
			Expect(w.Body.String()).To(ContainSubstring(answer))
			body := at(decoded(f.get("/openapi.json").Body.String()), "paths", "/x", strings.ToLower(method), "requestBody")
			Expect(at(body, "required") == true).To(Equal(required))
		},
		Entry("a change may be absent, and has its defaults", "PATCH", takeChange, "", false, 200, "4"),
		Entry("a change may be empty", "PATCH", takeChange, "application/json", false, 200, "4"),
		Entry("a change may be absent of any method", "POST", takeChange, "", false, 200, "4"),
		Entry("a change may be absent whatever its type would be", "PATCH", takeChange, "application/x-www-form-urlencoded", false, 200, "4"),
		Entry("a creation may not be absent", "PATCH", takeCreation, "", true, 400, "the body is empty"),
		Entry("a form without required fields may be absent", "PATCH", takeNote, "", false, 200, "0"),
		Entry("a form with files that are not required may be absent", "POST", takePicture, "", false, 200, "0"),
		Entry("a form with a required field may not", "POST", takeOwned, "", true, 415, "send multipart/form-data"),
	)

	DescribeTable("of unknown length that turns out to be empty is absent",
		func(fn any, mediaType, body string, status int) {
			f := newFixture()
			register(f, "POST /x", fn)
			h, err := f.Handler()
			Expect(err).NotTo(HaveOccurred())
			r := httptest.NewRequest("POST", "/x", io.MultiReader(strings.NewReader(body)))
			if mediaType != "" {
				r.Header.Set("Content-Type", mediaType)
			}
			w := httptest.NewRecorder()

			h.ServeHTTP(w, r)

			Expect(w.Code).To(Equal(status), w.Body.String())
		},
		Entry("JSON", takeChange, "", "", 200),
		Entry("a form", takeNote, "", "", 200),
		Entry("a form with its type", takeNote, "application/x-www-form-urlencoded", "", 200),
		Entry("a form with files", takePicture, "", "", 200),
		Entry("a form that is demanded is not", takeOwned, "", "", 415),
		Entry("a form without its type is not", takeNote, "", "text=x", 415),
	)

	It("that is absent is still told from one that is null", func() {
		f := newFixture()
		register(f, "PATCH /x", takeChange)

		Expect(f.do("PATCH", "/x", "null", "Content-Type", "application/json").Code).To(Equal(422))
	})
})
