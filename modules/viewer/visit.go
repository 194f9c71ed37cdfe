package viewer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/files"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/status"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/rate"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
)

// sent is what a page sends to have a description shown.
type sent struct {
	Content string `json:"content"`
	// Configuration is how the pages look. Without one, the text of an editor looks
	// as the reference does that the editor belongs to.
	Configuration *Configuration `json:"configuration"`
	Edit          *edit          `json:"edit"` // from an editor
}

// shown is the answer to it.
type shown struct {
	Root string `json:"root"` // of the reference, relative to that of the viewer
	DraftOutline
}

// visits answers requests for what visitors have sent. It is safe for concurrent use.
type visits struct {
	*visitors
	answers *answer.Sender
	log     *slog.Logger
	assets  *files.Assets
	weight  func(mount.Place) int
	types   []string          // media types that an answer of a draft can have
	own     *Configuration    // that of the viewer, when its description may be edited; nil otherwise
	tell    func(text string) // is told what the editor of the viewer has sent
}

// Routes are the addresses of what visitors have sent.
func (s *visits) Routes() []site.Route {
	return []site.Route{{Pattern: visitorFolder + "{description...}", Own: true, Handler: s.serve}}
}

func (s *visits) serve(w http.ResponseWriter, in *site.Request) bool {
	r, at := in.Request, in.At
	if !strings.HasPrefix(at.Address, visitorFolder) {
		return false
	}
	w.Header().Set("X-Robots-Tag", "noindex")
	if id, rest, ok := splitVisited(at.Address); ok {
		s.serveVisited(w, r, at, id, rest)
		return true
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		s.refuse(w, r, http.StatusMethodNotAllowed, errors.New("descriptions are sent here with POST"))
		return true
	}
	s.receive(w, r)
	return true
}

// notKept answers for a description that is not there any more.
const notKept = "This description is not kept any more. Send it again."

// serveVisited answers with a page of a description that is kept. A reader who
// comes from elsewhere, to a text that somebody has put here, is not let in.
func (s *visits) serveVisited(w http.ResponseWriter, r *http.Request, at mount.Place, id, rest string) {
	w.Header().Add("Vary", "Sec-Fetch-Site")
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		http.Error(w, "What visitors have sent can be opened from a page of this site only.", http.StatusForbidden)
		return
	}
	inner := mount.Place{Address: rest, Raw: rest, Bare: at.Address == visitorFolder+id}
	admit(s.gate, w, r, inner, s.weight(inner), func(w http.ResponseWriter) {
		draft := s.find(id)
		if draft == nil {
			http.Error(w, notKept, http.StatusNotFound)
			return
		}
		if strings.HasPrefix(rest, "assets/") && s.assets.Serve(w, r, rest) {
			return
		}
		if err := s.forward(w, r, rest, draft); err != nil {
			s.fail(w, r, id, draft, err)
			return
		}
		s.weigh(id)
	})
}

// fail answers a request that a draft could not answer, and forgets the draft.
func (s *visits) fail(w http.ResponseWriter, r *http.Request, id string, draft OpenDraft, err error) {
	if r.Context().Err() != nil {
		return // nobody waits
	}
	if s.find(id) != draft { // it has been forgotten meanwhile
		http.Error(w, notKept, http.StatusNotFound)
		return
	}
	s.forget(id)
	s.log.Debug("draft ended", "path", phrase.Clip(r.URL.Path, 200), "err", err)
	why := "The page could not be made: the process that has the description has ended."
	var spec *core.SpecError
	if errors.As(err, &spec) {
		why = "The page could not be made: " + spec.Message + "."
	}
	http.Error(w, why+" Send the description again.", http.StatusServiceUnavailable)
}

// receive reads a description, and answers where its reference is.
func (s *visits) receive(w http.ResponseWriter, r *http.Request) {
	in, status, err := s.read(w, r)
	if err != nil {
		if status == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", strconv.Itoa(s.limits.pause()))
		}
		s.refuse(w, r, status, err)
		return
	}
	own := in.Edit != nil && in.Configuration == nil && s.own != nil
	if in.Edit != nil && s.edits.begin(in.Edit) && own {
		s.tell(in.Content)
	}
	content, err := s.described(in, own)
	if err != nil {
		s.refuse(w, r, http.StatusBadRequest, err)
		return
	}
	draft, err := s.show(r.Context(), content)
	if err != nil {
		if errors.Is(err, errBusy) {
			w.Header().Set("Retry-After", "2")
		}
		status := visitStatus(err)
		if in.Edit != nil && status == http.StatusUnprocessableEntity {
			status = http.StatusOK // what is wrong with a text is what an editor asks for
		}
		s.refuse(w, r, status, err)
		return
	}
	if in.Edit != nil {
		s.forget(s.edits.kept(in.Edit, content.id))
	}
	s.answers.JSON(w, r, http.StatusOK, shown{visitorFolder + content.id + "/", draft.Outline()})
}

// described is what is to be shown. The text of an editor of the reference itself
// looks as the reference does; it needs no editor of its own. No text of an editor
// gets the credentials that are filled in: it may name other servers.
func (s *visits) described(in sent, own bool) (visited, error) {
	var c Configuration
	switch {
	case own:
		c = *s.own
		c.IsEditable = false
	case in.Configuration != nil:
		c = *in.Configuration
	}
	if in.Edit != nil {
		c.HideTestRequestButton = true // the pages stand in for those of another text, which the console is of
		c.Authentication = Authentication{}
	}
	d := newVisited(in.Content, c)
	return d, d.configuration.Validate()
}

// read reads what a page has sent. With an error it says which status that is.
func (s *visits) read(w http.ResponseWriter, r *http.Request) (sent, int, error) {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case s.origin.Check(r) != nil, r.Header.Get(visitorHeader) == "":
		return sent{}, http.StatusForbidden, errors.New("descriptions are taken from pages of this origin only")
	case media != "application/json":
		return sent{}, http.StatusUnsupportedMediaType, errors.New("send an object of JSON with content and configuration")
	case !s.rate.Allow(rate.Client(r.RemoteAddr)):
		return sent{}, http.StatusTooManyRequests, errors.New("too many descriptions in a minute")
	}
	var in sent
	// A text in JSON can take twice its size, because of what has to be escaped.
	body := http.MaxBytesReader(w, r.Body, int64(2*s.limits.Bytes)+1<<20)
	if err := json.NewDecoder(body).Decode(&in); err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			return sent{}, http.StatusRequestEntityTooLarge, errors.New("the description is too large")
		}
		return sent{}, http.StatusBadRequest, err
	}
	if len(in.Content) > s.limits.Bytes {
		return sent{}, http.StatusRequestEntityTooLarge, errors.New("the description is too large")
	}
	if in.Edit != nil && (in.Edit.By == "" || len(in.Edit.By) > maxEditorName) {
		return sent{}, http.StatusBadRequest, errors.New("an edit needs a name of its editor, of at most " + strconv.Itoa(maxEditorName) + " bytes")
	}
	return in, 0, nil
}

// visitStatus is the status of a description that cannot be shown.
func visitStatus(err error) int {
	switch {
	case errors.Is(err, errBusy), errors.Is(err, ErrClosed):
		return http.StatusServiceUnavailable
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return http.StatusGatewayTimeout
	}
	return http.StatusUnprocessableEntity
}

// refuse says in JSON why a description is not shown.
func (s *visits) refuse(w http.ResponseWriter, r *http.Request, code int, err error) {
	s.answers.JSON(w, r, code, status.Failure(err))
}

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
func (s *visits) forward(w http.ResponseWriter, r *http.Request, address string, d OpenDraft) error {
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
	if err := s.acceptable(answer); err != nil {
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
	if _, err := io.Copy(w, io.LimitReader(answer.Body, s.maxAnswer())); err != nil {
		s.log.Debug("answer of a draft not delivered", "path", phrase.Clip(r.URL.Path, 200), "err", err)
	}
	return nil
}

// acceptable returns what is wrong with an answer. A page of a draft can be a page
// or data and never a script or a sheet, and leads nowhere else.
func (s *visits) acceptable(answer *http.Response) error {
	switch status := answer.StatusCode; {
	case status == http.StatusNotModified, status == http.StatusNoContent:
		return nil
	case status != http.StatusOK && (status < 400 || status > 599):
		return fmt.Errorf("it answers with status %d", status)
	case answer.ContentLength > s.maxAnswer(), answer.ContentLength < 0 && answer.Request.Method != http.MethodHead:
		return errors.New("it answers with more than it may")
	}
	media, _, err := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if err != nil || !slices.Contains(s.types, media) {
		return errors.New("it answers with something else than a page")
	}
	return nil
}
