package viewer

import (
	"context"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/status"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/rate"
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

// serve answers requests for what visitors have sent. It is false for all others,
// and when visitors can send nothing.
func (s *visitors) serve(v *Viewer, w http.ResponseWriter, r *http.Request, at mount.Place) bool {
	if s == nil || !strings.HasPrefix(at.Address, visitorFolder) {
		return false
	}
	w.Header().Set("X-Robots-Tag", "noindex")
	if id, rest, ok := splitVisited(at.Address); ok {
		s.serveVisited(v, w, r, at, id, rest)
		return true
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		v.refuseVisit(w, r, http.StatusMethodNotAllowed, errors.New("descriptions are sent here with POST"))
		return true
	}
	s.receive(v, w, r)
	return true
}

// notKept answers for a description that is not there any more.
const notKept = "This description is not kept any more. Send it again."

// serveVisited answers with a page of a description that is kept. A reader who
// comes from elsewhere, to a text that somebody has put here, is not let in.
func (s *visitors) serveVisited(v *Viewer, w http.ResponseWriter, r *http.Request, at mount.Place, id, rest string) {
	w.Header().Add("Vary", "Sec-Fetch-Site")
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		http.Error(w, "What visitors have sent can be opened from a page of this site only.", http.StatusForbidden)
		return
	}
	inner := mount.Place{Address: rest, Raw: rest, Bare: at.Address == visitorFolder+id}
	admit(s.gate, w, r, inner, weight(v.table.Match(inner)), func(w http.ResponseWriter) {
		draft := s.find(id)
		if draft == nil {
			http.Error(w, notKept, http.StatusNotFound)
			return
		}
		if strings.HasPrefix(rest, "assets/") && v.files.Serve(w, r, rest) {
			return
		}
		if err := v.forward(w, r, rest, draft); err != nil {
			s.fail(v, w, r, id, draft, err)
			return
		}
		s.weigh(id)
	})
}

// fail answers a request that a draft could not answer, and forgets the draft.
func (s *visitors) fail(v *Viewer, w http.ResponseWriter, r *http.Request, id string, draft OpenDraft, err error) {
	if r.Context().Err() != nil {
		return // nobody waits
	}
	if s.find(id) != draft { // it has been forgotten meanwhile
		http.Error(w, notKept, http.StatusNotFound)
		return
	}
	s.forget(id)
	v.log.Debug("draft ended", "path", phrase.Clip(r.URL.Path, 200), "err", err)
	why := "The page could not be made: the process that has the description has ended."
	var spec *core.SpecError
	if errors.As(err, &spec) {
		why = "The page could not be made: " + spec.Message + "."
	}
	http.Error(w, why+" Send the description again.", http.StatusServiceUnavailable)
}

// receive reads a description, and answers where its reference is.
func (s *visitors) receive(v *Viewer, w http.ResponseWriter, r *http.Request) {
	in, status, err := s.read(w, r)
	if err != nil {
		if status == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", strconv.Itoa(s.limits.pause()))
		}
		v.refuseVisit(w, r, status, err)
		return
	}
	own := in.Edit != nil && in.Configuration == nil && v.settings.Editable
	if in.Edit != nil && s.edits.begin(in.Edit) && own {
		v.updates.tell(in.Content)
	}
	content, err := s.described(in, own)
	if err != nil {
		v.refuseVisit(w, r, http.StatusBadRequest, err)
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
		v.refuseVisit(w, r, status, err)
		return
	}
	if in.Edit != nil {
		s.forget(s.edits.kept(in.Edit, content.id))
	}
	v.answers.JSON(w, r, http.StatusOK, shown{visitorFolder + content.id + "/", draft.Outline()})
}

// described is what is to be shown. The text of an editor of the reference itself
// looks as the reference does; it needs no editor of its own. No text of an editor
// gets the credentials that are filled in: it may name other servers.
func (s *visitors) described(in sent, own bool) (visited, error) {
	var c Configuration
	switch {
	case own:
		c = s.own
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
func (s *visitors) read(w http.ResponseWriter, r *http.Request) (sent, int, error) {
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

// refuseVisit says in JSON why a description is not shown.
func (v *Viewer) refuseVisit(w http.ResponseWriter, r *http.Request, code int, err error) {
	v.answers.JSON(w, r, code, status.Failure(err))
}
