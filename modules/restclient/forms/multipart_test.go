package forms_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/forms"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
	"github.com/trefoil-go/trefoil/modules/restclient/transfer"
)

type place struct {
	City string `json:"city"`
}

type photoBody struct {
	Title string          `json:"title"`
	Photo transfer.File   `json:"photo"`
	Place place           `json:"place,omitzero"`
	Tags  []string        `json:"tags,omitzero"`
	Thumb *transfer.File  `json:"thumb,omitzero"`
	More  []transfer.File `json:"more,omitzero"`
	Trips []place         `json:"trips,omitzero"`
}

// part is one part of a form, as the server reads it.
type part struct{ name, file, contentType, text string }

func partsOf(contentType, body string) (parts []part) {
	GinkgoHelper()
	_, parameters, err := mime.ParseMediaType(contentType)
	Expect(err).NotTo(HaveOccurred())
	reader := multipart.NewReader(strings.NewReader(body), parameters["boundary"])
	for {
		p, err := reader.NextPart()
		if err == io.EOF {
			return parts
		}
		Expect(err).NotTo(HaveOccurred())
		text, err := io.ReadAll(p)
		Expect(err).NotTo(HaveOccurred())
		parts = append(parts, part{p.FormName(), p.FileName(), p.Header.Get("Content-Type"), string(text)})
	}
}

func bytesFile(name, contentType, text string) transfer.File {
	return transfer.File{Name: name, ContentType: contentType, Source: transfer.FromBytes([]byte(text))}
}

var _ = Describe("A form with files", func() {
	It("has texts, JSON, arrays and files", func() {
		thumb := bytesFile("t.png", "image/png", "small")
		body := photoBody{
			Title: "Sunrise", Place: place{"Oslo"}, Tags: []string{"a", "b"}, Trips: []place{{"Rome"}},
			Photo: bytesFile("sun.jpg", "image/jpeg", "pixels"), Thumb: &thumb,
			More: []transfer.File{bytesFile("1.txt", "text/plain", "one"), bytesFile("2.txt", "text/plain", "two")},
		}

		text, contentType := write(forms.Multipart{ContentTypes: map[string]string{"trips": "application/vnd.trip+json"}}, body)

		Expect(partsOf(contentType, text)).To(Equal([]part{
			{"title", "", "", "Sunrise"},
			{"place", "", "application/json", `{"city":"Oslo"}`},
			{"tags", "", "", "a"},
			{"tags", "", "", "b"},
			{"trips", "", "application/vnd.trip+json", `{"city":"Rome"}`},
			{"photo", "sun.jpg", "image/jpeg", "pixels"},
			{"thumb", "t.png", "image/png", "small"},
			{"more", "1.txt", "text/plain", "one"},
			{"more", "2.txt", "text/plain", "two"},
		}))
	})

	It("leaves out what is zero and need not be sent", func() {
		text, contentType := write(forms.Multipart{}, photoBody{Title: "x", Photo: bytesFile("p", "", "1")})

		Expect(partsOf(contentType, text)).To(Equal([]part{{"title", "", "", "x"}, {"photo", "p", "application/octet-stream", "1"}}))
	})

	It("finds files in what is embedded, and behind a pointer", func() {
		type outer struct {
			*photoBody
			Note string `json:"note"`
		}

		text, contentType := write(forms.Multipart{}, &outer{&photoBody{Photo: bytesFile("p", "text/plain", "1")}, "n"})

		Expect(partsOf(contentType, text)).To(ContainElement(part{"photo", "p", "text/plain", "1"}))
	})

	It("finds files in what a tag embeds", func() {
		type outer struct {
			Photo photoBody `json:",embed"`
		}

		text, contentType := write(forms.Multipart{}, outer{photoBody{Title: "x", Photo: bytesFile("p", "text/plain", "1")}})

		Expect(partsOf(contentType, text)).To(Equal([]part{{"title", "", "", "x"}, {"photo", "p", "text/plain", "1"}}))
	})

	It("finds files behind pointers and interfaces, in arrays and in maps", func() {
		one, two := bytesFile("1", "text/plain", "one"), bytesFile("2", "text/plain", "two")
		type body struct {
			Pointers []*transfer.File `json:"pointers"`
			Fixed    [1]transfer.File `json:"fixed"`
			Some     any              `json:"some"`
			None     []*transfer.File `json:"none"`
		}

		text, contentType := write(forms.Multipart{}, body{[]*transfer.File{&one, nil, &two}, [1]transfer.File{one}, []any{two}, nil})
		Expect(partsOf(contentType, text)).To(Equal([]part{
			{"pointers", "1", "text/plain", "one"},
			{"pointers", "2", "text/plain", "two"},
			{"fixed", "1", "text/plain", "one"},
			{"some", "2", "text/plain", "two"},
		}))

		text, contentType = write(forms.Multipart{}, restclient.Fields{"photo": one})
		Expect(partsOf(contentType, text)).To(Equal([]part{{"photo", "1", "text/plain", "one"}}))
	})

	DescribeTable("refuses a file that would not be sent", func(ctx SpecContext, field any) {
		s := &server{answer: `{}`}
		add := restclient.RestMutation[restclient.None, map[string]any, restclient.None]("/photos", restclient.WithBodyEncoding(forms.Multipart{}))

		_, err := restclient.Mutate(start(s).Context(ctx), add, restclient.None{}, map[string]any{"photo": field})

		Expect(err).To(And(HaveField("Kind", restclient.KindArgument), MatchError(ContainSubstring(`field "photo" of the form`))))
		Expect(s.all).To(BeEmpty())
	},
		Entry("in an object", photoBody{Photo: bytesFile("p", "", "1")}),
		Entry("in a map", map[string]*transfer.File{"a": {}}),
		Entry("in an array of objects", []photoBody{{}}),
		Entry("in an array of arrays", [][]transfer.File{{{}}}),
		Entry("beside a text", []any{transfer.File{}, "text"}),
	)

	It("refuses an invalid media type, and sends nothing", func(ctx SpecContext) {
		s := &server{answer: `{}`}
		add := restclient.RestMutation[int, photoBody, json.RawMessage]("/albums/:id", restclient.WithBodyEncoding(forms.Multipart{ContentTypes: map[string]string{"title": "a\nb"}}))

		_, err := restclient.Mutate(start(s).Context(ctx), add, 1, photoBody{})

		Expect(err).To(MatchError(ContainSubstring(`field "title": content type`)))
		Expect(s.all).To(BeEmpty())
	})

	Context("that is refused once", func() {
		var s *server
		add := restclient.RestMutation[int, photoBody, json.RawMessage]("/albums/:id", restclient.WithMethod(http.MethodPut), restclient.WithBodyEncoding(forms.Multipart{}))
		send := func(ctx SpecContext, source transfer.Source) error {
			s = &server{answer: `{}`, status: []int{http.StatusServiceUnavailable}}
			client := start(s, restclient.WithMiddleware(policy.Retry(policy.WithBackoff(0, 0))))
			_, err := restclient.Mutate(client.Context(ctx), add, 1, photoBody{Photo: transfer.File{Source: source}})
			return err
		}

		It("is sent whole again when its source can be read again", func(ctx SpecContext) {
			Expect(send(ctx, transfer.FromBytes([]byte("pixels")))).To(Succeed())

			Expect(s.bodies()).To(HaveLen(2))
			Expect(s.bodies()[1]).To(Equal(s.bodies()[0]))
		})

		It("is not repeated when its source can be read once only", func(ctx SpecContext) {
			err := send(ctx, transfer.FromReader(-1, bytes.NewReader([]byte("pixels"))))

			failure, _ := errors.AsType[*restclient.Error](err)
			Expect(failure).To(HaveField("Status", http.StatusServiceUnavailable))
			Expect(s.bodies()).To(HaveLen(1))
		})
	})
})
