package router_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router"
)

// booking takes its fields from all over the request.
type booking struct {
	Trip   string `path:"trip"`
	DryRun bool   `query:"dry_run"`
	Theme  string `cookie:"theme" default:"light" enum:"light,dark"`
	Guest  string `json:"guest" minLength:"2" maxLength:"64"`
	Email  string `json:"email" format:"email"`
	Seats  int    `json:"seats" minimum:"1" maximum:"8"`

	Wishes []string           `json:"wishes" required:"false" maxItems:"3" uniqueItems:"true"`
	Note   router.Opt[string] `json:"note" doc:"For the crew."`
}

// All that does not fit is told at once, with its place.
func ExampleInputError() {
	r := router.New()
	r.Register(router.Controllers{"POST /trips/:trip/bookings": router.In(func(_ *router.Context, in *booking) (string, error) {
		return fmt.Sprintf("%d seats to %s for %s, note: %v", in.Seats, in.Trip, in.Guest, in.Note), nil
	})})

	sendBody(r, "POST", "/trips/oslo/bookings", "application/json", `{"guest":"Ida","email":"ida@example.com","seats":2,"note":null}`)
	sendBody(r, "POST", "/trips/oslo/bookings", "application/json", `{"guest":"I","seats":"two","window":true}`)
	// Output:
	// 200 "2 seats to oslo for Ida, note: null"
	// 422 {"title":"Unprocessable Entity","status":422,"detail":"/guest: fewer than 2 characters; /seats: a string where an integer is expected; /window: unknown member; /email: is required","instance":"…","errors":[{"in":"body","pointer":"/guest","detail":"fewer than 2 characters","code":"minLength","limit":2},{"in":"body","pointer":"/seats","detail":"a string where an integer is expected","code":"type","type":"integer"},{"in":"body","pointer":"/window","detail":"unknown member","code":"additionalProperties"},{"in":"body","pointer":"/email","detail":"is required","code":"required"}]}
}

// The faults of a request in the language of the client.
func ExampleWithTranslation() {
	german := func(req *http.Request, fault router.FieldError) string {
		if !strings.HasPrefix(req.Header.Get("Accept-Language"), "de") {
			return "" // the sentence stays
		}
		switch fault.Code {
		case problem.CodeRequired:
			return "fehlt"
		case problem.CodeMinLength:
			return fmt.Sprintf("braucht mindestens %s Zeichen", fault.Limit)
		}
		return ""
	}
	r := router.New(router.WithTranslation(german))
	r.Register(router.Controllers{"POST /guests": router.In(func(_ *router.Context, in *struct {
		Name string `json:"name" minLength:"2"`
		City string `json:"city"`
	},
	) (string, error) {
		return in.Name, nil
	})})
	h, err := r.Handler()
	if err != nil {
		panic(err)
	}
	req := httptest.NewRequest("POST", "/guests", strings.NewReader(`{"name":"I"}`))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept-Language", "de")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)

	p, err := problem.Read(w.Body.Bytes())
	if err != nil {
		panic(err)
	}
	fmt.Println(p.Detail)
	fmt.Println(p.Errors[0].Code, p.Errors[0].Limit)
	// Output:
	// /name: braucht mindestens 2 Zeichen; /city: fehlt
	// minLength 2
}

// change is what a PATCH request sends of a member.
type change struct {
	ID   int                `path:"id"`
	Name router.Opt[string] `json:"name" minLength:"1"`
}

// An Opt tells what is absent from what is null.
func ExampleOpt() {
	r := router.New()
	r.Register(router.Controllers{"PATCH /user/:id": router.In(func(_ *router.Context, in *change) (string, error) {
		name, ok := in.Name.Get()
		switch {
		case ok:
			return "rename to " + name, nil
		case in.Name.IsNull():
			return "remove the name", nil
		}
		return "leave the name", nil
	})})

	for _, body := range []string{`{}`, `{"name":null}`, `{"name":"Ida"}`} {
		sendBody(r, "PATCH", "/user/7", "application/json", body)
	}
	// Output:
	// 200 "leave the name"
	// 200 "remove the name"
	// 200 "rename to Ida"
}

// period has a rule that no tag can say.
type period struct {
	From int `query:"from"`
	To   int `query:"to"`
}

func (p *period) Validate() error {
	if p.From > p.To {
		return &router.InputError{Fields: []router.FieldError{{In: "query", Name: "to", Detail: "before from", Code: "before"}}}
	}
	return nil
}

// A method Validate is called when all tags are satisfied.
func ExampleFieldError() {
	r := router.New()
	r.Register(router.Controllers{"GET /report": router.In(func(_ *router.Context, in *period) (int, error) {
		return in.To - in.From, nil
	})})

	request(r, "GET", "/report?from=3&to=5")
	request(r, "GET", "/report?from=5&to=3")
	// Output:
	// 200 2
	// 422 {"title":"Unprocessable Entity","status":422,"detail":"query parameter \"to\": before from","instance":"…","errors":[{"in":"query","name":"to","detail":"before from","code":"before"}]}
}

// A route that older and newer clients share forgets what it does not know.
func ExampleAllowUnknownMembers() {
	type ping struct {
		Name string `json:"name"`
	}
	echo := router.In(func(_ *router.Context, in *ping) (string, error) { return in.Name, nil })
	r := router.New()
	r.Register(router.Controllers{"POST /ping": router.With(echo, router.AllowUnknownMembers())})

	sendBody(r, "POST", "/ping", "application/json", `{"name":"Ida","color":"red"}`)
	// Output: 200 "Ida"
}

// Params are for hooks that serve many routes: one map of all that was sent.
func ExampleContext_Params() {
	r := router.New()
	r.Register(router.Controllers{"POST /user/:id": func(c *router.Context, id int) error {
		params, err := c.Params()
		if err != nil {
			return err
		}
		return c.Render([]any{params["id"], params["name"], params["team"]})
	}})

	sendBody(r, "POST", "/user/7?id=8&team=red", "application/json", `{"id":9,"team":"blue","name":"Ida"}`)
	// Output: 200 ["7","Ida","red"]
}

// picture is a form with a file.
type picture struct {
	Title string       `form:"title"`
	File  *router.File `form:"file"`
}

func upload(_ *router.Context, in *picture) (string, error) {
	if in.File == nil {
		return "", &router.ClientError{Status: http.StatusUnprocessableEntity, Message: "the file is missing"}
	}
	f, err := in.File.Open()
	if err != nil {
		return "", fmt.Errorf("open the upload: %w", err)
	}
	defer f.Close()
	n, err := io.Copy(io.Discard, f)
	if err != nil {
		return "", fmt.Errorf("read the upload: %w", err)
	}
	return fmt.Sprintf("%s: %d bytes in %s", in.Title, n, in.File.Filename), nil
}

func ExampleFile() {
	r := router.New()
	r.Register(router.Controllers{
		"POST /pictures": router.With(router.In(upload), router.MaxUpload(1<<10)),
	})

	for _, size := range []int{100, 2000} {
		mediaType, body := pictureForm("sea", size)
		sendBody(r, "POST", "/pictures", mediaType, body)
	}
	// Output:
	// 200 "sea: 100 bytes in sea.png"
	// 413 {"title":"Request Entity Too Large","status":413,"detail":"the body is longer than 1024 bytes","instance":"…","errors":[{"in":"body","detail":"the body is longer than 1024 bytes","code":"tooLarge","limit":1024}]}
}

// pictureForm is what a browser sends.
func pictureForm(title string, size int) (mediaType, body string) {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	file, err := form.CreateFormFile("file", title+".png")
	if err == nil {
		_, err = file.Write(make([]byte, size))
	}
	if err == nil {
		err = form.WriteField("title", title)
	}
	if err = errors.Join(err, form.Close()); err != nil {
		panic(err)
	}
	return form.FormDataContentType(), b.String()
}

// A longer body for one route.
func ExampleMaxBody() {
	type text struct {
		Text string `json:"text"`
	}
	length := router.In(func(_ *router.Context, in *text) (int, error) { return len(in.Text), nil })
	r := router.New(router.WithMaxBody(64))
	r.Register(router.Controllers{
		"POST /short": length,
		"POST /long":  router.With(length, router.MaxBody(1<<20)),
	})

	body := `{"text":"` + strings.Repeat("x", 100) + `"}`
	sendBody(r, "POST", "/short", "application/json", body)
	sendBody(r, "POST", "/long", "application/json", body)
	// Output:
	// 413 {"title":"Request Entity Too Large","status":413,"detail":"the body is longer than 64 bytes","instance":"…","errors":[{"in":"body","detail":"the body is longer than 64 bytes","code":"tooLarge","limit":64}]}
	// 200 100
}

// Parts are for files that are passed on and never kept.
func ExampleContext_Parts() {
	r := router.New()
	r.Register(router.Controllers{"POST /pictures": router.F0(func(c *router.Context) (int64, error) {
		var total int64
		for part, err := range c.Parts() {
			if err != nil {
				return 0, err
			}
			n, err := io.Copy(io.Discard, part)
			if err != nil {
				return 0, fmt.Errorf("read part %s: %w", part.FormName(), err)
			}
			total += n
		}
		return total, nil
	})})

	mediaType, body := pictureForm("sea", 100)
	sendBody(r, "POST", "/pictures", mediaType, body)
	sendBody(r, "POST", "/pictures", "text/plain", "sea")
	// Output:
	// 200 103
	// 415 {"title":"Unsupported Media Type","status":415,"detail":"Content-Type \"text/plain\": send multipart/form-data","instance":"…","errors":[{"in":"header","name":"Content-Type","detail":"Content-Type \"text/plain\": send multipart/form-data","code":"mediaType","allowed":["multipart/form-data"]}]}
}

// A body that is not read into memory.
func ExampleIn_body() {
	type picture struct {
		Name string    `path:"name"`
		Data io.Reader `body:"image/png,image/jpeg"`
	}
	r := router.New()
	save := func(_ *router.Context, in *picture) (string, error) {
		n, err := io.Copy(io.Discard, in.Data)
		return fmt.Sprintf("%s: %d bytes", in.Name, n), err
	}
	r.Register(router.Controllers{"PUT /pictures/:name": router.With(router.In(save), router.MaxBody(10))})

	sendBody(r, "PUT", "/pictures/sea", "image/png", "12345")
	sendBody(r, "PUT", "/pictures/sea", "image/png", "12345678901")
	sendBody(r, "PUT", "/pictures/sea", "text/plain", "12345")
	// Output:
	// 200 "sea: 5 bytes"
	// 413 {"title":"Request Entity Too Large","status":413,"detail":"the body is longer than 10 bytes","instance":"…","errors":[{"in":"body","detail":"the body is longer than 10 bytes","code":"tooLarge","limit":10}]}
	// 415 {"title":"Unsupported Media Type","status":415,"detail":"Content-Type \"text/plain\": send image/png or image/jpeg","instance":"…","errors":[{"in":"header","name":"Content-Type","detail":"Content-Type \"text/plain\": send image/png or image/jpeg","code":"mediaType","allowed":["image/png","image/jpeg"]}]}
}
