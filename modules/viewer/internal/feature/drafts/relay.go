package drafts

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
)

// relay passes requests on to drafts, and their answers back.
type relay struct {
	log   *slog.Logger
	types []string // media types that an answer can have
	most  int64    // bytes that an answer can have
}

// What a draft is told of a request, and what is taken over of its answer: nothing
// else, since what makes the answer may be in the hands of who wrote the text.
var (
	askedHeaders    = []string{"Accept", "Accept-Encoding", "Accept-Language", "If-None-Match"}
	answeredHeaders = []string{"Cache-Control", "Content-Disposition", "Content-Encoding", "Content-Type", "Etag", "Retry-After"}
)

// freeAnswer is what an answer of a draft may have besides ten times the size of
// the longest text, in bytes.
const freeAnswer = 16 << 20

// forward answers with what a draft answers for an address. With an error nothing
// is answered yet: that of the draft, or what is wrong with its answer.
func (f *relay) forward(w http.ResponseWriter, r *http.Request, address string, d Draft) error {
	asked := (&http.Request{
		Method: r.Method, URL: &url.URL{Scheme: "http", Host: "draft", Path: "/" + address, RawQuery: r.URL.RawQuery}, Header: http.Header{},
	}).WithContext(r.Context())
	for _, name := range askedHeaders {
		asked.Header[name] = r.Header[name]
	}
	answer, err := d.RoundTrip(asked)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if err := f.acceptable(answer); err != nil {
		return err
	}
	h := w.Header()
	for _, name := range answeredHeaders {
		if values := answer.Header[name]; len(values) > 0 {
			h.Set(name, values[0])
		}
	}
	for _, name := range answer.Header["Vary"] {
		h.Add("Vary", name)
	}
	if answer.ContentLength >= 0 && answer.StatusCode != http.StatusNotModified && answer.StatusCode != http.StatusNoContent {
		h.Set("Content-Length", strconv.FormatInt(answer.ContentLength, 10))
	}
	w.WriteHeader(answer.StatusCode)
	// What is missing of an answer is noticed by its length.
	if _, err := io.Copy(w, io.LimitReader(answer.Body, f.most)); err != nil {
		f.log.Debug("answer of a draft not delivered", "path", phrase.Clip(r.URL.Path, 200), "err", err)
	}
	return nil
}

// acceptable returns what is wrong with an answer. A page of a draft can be a page
// or data and never a script or a sheet, and leads nowhere else.
func (f *relay) acceptable(answer *http.Response) error {
	switch status := answer.StatusCode; {
	case status == http.StatusNotModified, status == http.StatusNoContent:
		return nil
	case status != http.StatusOK && (status < 400 || status > 599):
		return fmt.Errorf("it answers with status %d", status)
	case answer.ContentLength > f.most, answer.ContentLength < 0 && answer.Request.Method != http.MethodHead:
		return errors.New("it answers with more than it may")
	}
	media, _, err := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if err != nil || !slices.Contains(f.types, media) {
		return errors.New("it answers with something else than a page")
	}
	return nil
}
