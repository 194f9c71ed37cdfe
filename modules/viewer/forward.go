package viewer

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/files"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
)

// What a draft is told of a request, and what is taken over of its answer: nothing
// else, since what makes the answer may be in the hands of who wrote the text.
var (
	askedHeaders    = []string{"Accept", "Accept-Encoding", "If-None-Match"}
	answeredHeaders = []string{"Cache-Control", "Content-Disposition", "Content-Encoding", "Content-Type", "Etag", "Retry-After"}
)

// freeAnswer is what an answer of a draft may have besides ten times the size of
// the longest text, in bytes.
const freeAnswer = 16 << 20

// forward answers with what a draft answers for an address. With an error nothing
// is answered yet: that of the draft, or what is wrong with its answer.
func (v *Viewer) forward(w http.ResponseWriter, r *http.Request, address string, d OpenDraft) error {
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
	if err := v.acceptable(answer); err != nil {
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
	if _, err := io.Copy(w, io.LimitReader(answer.Body, v.visitors.maxAnswer())); err != nil {
		v.log.Debug("answer of a draft not delivered", "path", phrase.Clip(r.URL.Path, 200), "err", err)
	}
	return nil
}

func (s *visitors) maxAnswer() int64 { return 10*int64(s.limits.Bytes) + freeAnswer }

// acceptable returns what is wrong with an answer. A page of a draft can be a page
// or data and never a script or a sheet, and leads nowhere else.
func (v *Viewer) acceptable(answer *http.Response) error {
	switch status := answer.StatusCode; {
	case status == http.StatusNotModified, status == http.StatusNoContent:
		return nil
	case status != http.StatusOK && (status < 400 || status > 599):
		return fmt.Errorf("it answers with status %d", status)
	case answer.ContentLength > v.visitors.maxAnswer(), answer.ContentLength < 0 && answer.Request.Method != http.MethodHead:
		return errors.New("it answers with more than it may")
	}
	media, _, err := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if err != nil || !slices.Contains(v.draftTypes(), media) {
		return errors.New("it answers with something else than a page")
	}
	return nil
}

// draftTypes are the media types that an answer of a draft can have.
func (v *Viewer) draftTypes() []string {
	types := []string{v.html.Media, "text/html", "text/plain", files.JSON, files.YAML}
	if v.markdown != nil {
		types = append(types, v.markdown.Media)
	}
	return types
}
