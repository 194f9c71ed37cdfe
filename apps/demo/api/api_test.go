package api_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/api"
	"github.com/trefoil-go/trefoil/apps/demo/travel"
	"github.com/trefoil-go/trefoil/apps/demo/travel/traveltest"
	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/router"
)

var _ = Describe("The API", func() {
	var r *router.Router
	var handler http.Handler

	BeforeEach(func() {
		agency, db := traveltest.Start(GinkgoTB(), time.Now())
		r = router.New()
		r.Install(api.Shared{Agency: agency, Begin: db.Begin, Blobs: state.NewMemoryBlobs(state.MemoryOptions{})}.Install)
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
		Entry("an unknown planet", "GET", "/planets/99", "", false, 404),
		Entry("a planet that is no number", "GET", "/planets/mars", "", false, 400),
		Entry("a path that is none", "GET", "/moons", "", false, 404),
		Entry("a method that is none", "DELETE", "/planets", "", false, 405),
		Entry("to make planets", "POST", "/planets", `{}`, false, 501),
		Entry("telemetry, with an error of its own", "GET", "/trips/1/telemetry", "", false, 500),
		Entry("bookings without a login", "GET", "/bookings", "", false, 403),
		Entry("an order without a passenger", "POST", "/bookings", `{"trip":2}`, true, 422),
		Entry("an order with a member nobody knows", "POST", "/bookings", `{"trip":2,"passenger":"A","seat":"1A"}`, true, 422),
		Entry("an order that is no JSON", "POST", "/bookings", `{`, true, 400),
		Entry("an unknown booking", "PATCH", "/bookings/77", `{}`, true, 404),
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
		var trip travel.Trip
		Expect(json.Unmarshal(send("GET", "/trips/2", "", false).Body.Bytes(), &trip)).To(Succeed())
		for range trip.Seats {
			Expect(send("POST", "/bookings", `{"trip":2,"passenger":"Ada"}`, true).Code).To(Equal(201))
		}

		Expect(send("POST", "/bookings", `{"trip":2,"passenger":"Ada"}`, true).Code).To(Equal(409))
	})

	It("books once for each key, and answers alike", func() {
		book := func() *httptest.ResponseRecorder {
			req := httptest.NewRequest("POST", "/bookings", strings.NewReader(`{"trip":2,"passenger":"Ada"}`))
			req.Header = http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {`"k"`}}
			req.SetBasicAuth("ida", "rocket")
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, req)
			return w
		}

		first, second := book(), book()

		Expect([]int{first.Code, second.Code}).To(HaveEach(201))
		Expect(second.Body.String()).To(Equal(first.Body.String()))
		Expect(second.Header().Get("Idempotent-Replayed")).To(Equal("true"))
		Expect(send("GET", "/bookings", "", true).Header().Get("X-Total-Count")).To(Equal("3"))
	})

	It("shows the seats that are free behind a booking, though the list of trips is kept", func() {
		trips := func() (list []travel.Trip) {
			Expect(json.Unmarshal(send("GET", "/trips", "", false).Body.Bytes(), &list)).To(Succeed())
			return list
		}
		before := trips()

		send("POST", "/bookings", `{"trip":2,"passenger":"Ada"}`, true)

		Expect(trips()[1].Seats).To(Equal(before[1].Seats - 1))
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

	It("streams the trips and what becomes of their seats", func(ctx SpecContext) {
		server := httptest.NewServer(handler)
		DeferCleanup(server.Close)
		req, err := http.NewRequestWithContext(ctx, "GET", server.URL+"/trips/live?planet=4", nil)
		Expect(err).NotTo(HaveOccurred())
		res, err := http.DefaultClient.Do(req)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(res.Body.Close)
		Expect(res.Header.Get("Content-Type")).To(Equal("text/event-stream"))
		events := bufio.NewScanner(res.Body)
		first := nextTrip(events)
		Expect(first.Planet).To(Equal(4))

		Expect(send("POST", "/bookings", fmt.Sprintf(`{"trip":%d,"passenger":"Ada"}`, first.ID), true).Code).To(Equal(201))

		changed := nextTrip(events)
		for changed.ID != first.ID { // the other trips to the planet
			changed = nextTrip(events)
		}
		Expect(changed.Seats).To(Equal(first.Seats - 1))
	})

	It("logs what it has answered", func() {
		var log bytes.Buffer
		logged := router.New()
		agency, _ := traveltest.Start(GinkgoTB(), time.Now())
		logged.Register(api.Planets{Agency: agency})
		logged.Install(api.AccessLog(slog.New(slog.NewTextHandler(&log, nil))))
		var err error
		handler, err = logged.Handler()
		Expect(err).NotTo(HaveOccurred())

		send("GET", "/planets/3?token=secret", "", false)
		send("POST", "/planets", `{}`, false)

		Expect(log.String()).To(MatchRegexp(`msg=answered status=200 method=GET path=/planets/3 client=192.0.2.1\n.*status=501 method=POST path=/planets client=192.0.2.1\n$`))
	})

	It("describes itself", func(ctx SpecContext) {
		doc, err := r.Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(doc.Operations).To(HaveLen(14))
		book, err := doc.Operation(ctx, "book")
		Expect(err).NotTo(HaveOccurred())
		Expect(book.Security).To(HaveLen(1))
		Expect(book.Responses).To(ContainElements(HaveField("Status", "201"), HaveField("Status", "403"), HaveField("Status", "409")))
	})
})

// nextTrip reads the next event of a stream.
func nextTrip(events *bufio.Scanner) (trip travel.Trip) {
	GinkgoHelper()
	for events.Scan() {
		if data, ok := strings.CutPrefix(events.Text(), "data: "); ok {
			Expect(json.Unmarshal([]byte(data), &trip)).To(Succeed())
			return trip
		}
	}
	Fail("the stream has ended")
	return trip
}
