package api_test

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/api"
	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/modules/router"
)

var _ = Describe("The API", func() {
	var r *router.Router
	var handler http.Handler

	BeforeEach(func() {
		agency := travel.New(time.Now)
		r = router.New()
		r.Register(api.Planets{Agency: agency}, api.Trips{Agency: agency}, api.Bookings{Agency: agency})
		r.Flag(api.Auth())
		r.Hook(api.Login("ida", "rocket"))
		var err error
		handler, err = r.Handler()
		Expect(err).NotTo(HaveOccurred())
	})

	send := func(method, path, body string, login bool) *httptest.ResponseRecorder {
		req := httptest.NewRequest(method, path, strings.NewReader(body))
		if body != "" {
			req.Header.Set("Content-Type", "application/json")
		}
		if login {
			req.SetBasicAuth("ida", "rocket")
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, req)
		return w
	}

	DescribeTable("answers",
		func(method, path, body string, status int, want string) {
			w := send(method, path, body, true)

			Expect(w.Code).To(Equal(status), w.Body.String())
			if want == "" {
				Expect(w.Body.String()).To(BeEmpty())
				return
			}
			Expect(w.Body.String()).To(MatchJSON(want))
		},
		Entry("a planet", "GET", "/planets/3", "", 200, `{"id":3,"name":"Mars","gravity":0.38,"distance":78,"moons":2}`),
		Entry("a page that is behind the last with nothing", "GET", "/planets?page=9", "", 200, `[]`),
		Entry("a booking", "GET", "/bookings/1", "", 200, `{"id":1,"trip":1,"passenger":"Ida Lovelace","status":"reserved"}`),
		Entry("an order", "POST", "/bookings", `{"trip":2,"passenger":"Ada"}`, 201, `{"id":3,"trip":2,"passenger":"Ada","status":"reserved"}`),
		Entry("a change of the status alone", "PATCH", "/bookings/1", `{"status":"confirmed"}`, 200, `{"id":1,"trip":1,"passenger":"Ida Lovelace","status":"confirmed"}`),
		Entry("a replacement", "PUT", "/bookings/1", `{"id":1,"trip":1,"passenger":"Ida L.","status":"confirmed"}`, 200, `{"id":1,"trip":1,"passenger":"Ida L.","status":"confirmed"}`),
		Entry("a cancellation", "DELETE", "/bookings/1", "", 204, ""),
	)

	DescribeTable("refuses",
		func(method, path, body string, login bool, status int) {
			w := send(method, path, body, login)

			Expect(w.Code).To(Equal(status), w.Body.String())
			Expect(w.Header().Get("Content-Type")).To(HavePrefix("application/problem+json"))
		},
		Entry("a planet that is none", "GET", "/planets/99", "", false, 404),
		Entry("a planet that is no number", "GET", "/planets/mars", "", false, 400),
		Entry("a path that is none", "GET", "/moons", "", false, 404),
		Entry("a method that is none", "DELETE", "/planets", "", false, 405),
		Entry("to make planets", "POST", "/planets", `{}`, false, 501),
		Entry("telemetry, with an error of its own", "GET", "/trips/1/telemetry", "", false, 500),
		Entry("bookings without a login", "GET", "/bookings", "", false, 403),
		Entry("an order without a passenger", "POST", "/bookings", `{"trip":2}`, true, 422),
		Entry("an order with a member nobody knows", "POST", "/bookings", `{"trip":2,"passenger":"A","seat":"1A"}`, true, 422),
		Entry("an order that is no JSON", "POST", "/bookings", `{`, true, 400),
		Entry("a booking that is none", "PATCH", "/bookings/77", `{}`, true, 404),
		Entry("a passport without a file", "PUT", "/bookings/1/passport", "", true, 415),
	)

	It("says how many planets there are", func() {
		w := send("GET", "/planets?page=2", "", false)

		Expect(w.Header().Get("X-Total-Count")).To(Equal("7"))
		var planets []travel.Planet
		Expect(json.Unmarshal(w.Body.Bytes(), &planets)).To(Succeed())
		Expect(planets).To(HaveExactElements(HaveField("Name", "Uranus"), HaveField("Name", "Neptune")))
	})

	It("names the place of a new booking", func() {
		Expect(send("POST", "/bookings", `{"trip":2,"passenger":"Ada"}`, true).Header().Get("Location")).To(Equal("/bookings/3"))
	})

	It("sells the last seat once", func() {
		agency := travel.New(time.Now)
		trip, err := agency.Trip(2)
		Expect(err).NotTo(HaveOccurred())
		for range trip.Seats {
			Expect(send("POST", "/bookings", `{"trip":2,"passenger":"Ada"}`, true).Code).To(Equal(201))
		}

		Expect(send("POST", "/bookings", `{"trip":2,"passenger":"Ada"}`, true).Code).To(Equal(409))
	})

	It("takes the scan of a passport", func() {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		file, err := form.CreateFormFile("scan", "ida.png")
		Expect(err).NotTo(HaveOccurred())
		_, err = file.Write([]byte("\x89PNG"))
		Expect(err).NotTo(HaveOccurred())
		Expect(form.Close()).To(Succeed())
		req := httptest.NewRequest("PUT", "/bookings/1/passport", &body)
		req.Header.Set("Content-Type", form.FormDataContentType())
		req.SetBasicAuth("ida", "rocket")
		w := httptest.NewRecorder()

		handler.ServeHTTP(w, req)

		Expect(w.Code).To(Equal(200), w.Body.String())
		Expect(w.Body.String()).To(ContainSubstring(`"passport":"ida.png"`))
	})

	It("describes itself", func(ctx SpecContext) {
		doc, err := r.Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(doc.Operations).To(HaveLen(13))
		book, err := doc.Operation(ctx, "book")
		Expect(err).NotTo(HaveOccurred())
		Expect(book.Security).To(HaveLen(1))
		Expect(book.Responses).To(ContainElements(HaveField("Status", "201"), HaveField("Status", "403"), HaveField("Status", "409")))
	})
})
