// Package drafts serves descriptions that visitors send, as long as there is room:
//
//	d := drafts.New(drafts.Config{Limits: limits, Describe: describe, Answers: answers})
//	defer d.Close()
//	table := site.New(d.Routes()...)
package drafts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"log/slog"
	"mime"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/admission"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/answer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/files"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/feature/status"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/mount"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/rate"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/site"
)

const (
	// Folder is where descriptions are sent to and shown.
	Folder = "_d/"
	// header has to be sent with a description. A page of another origin cannot
	// without being allowed to.
	header = "Trefoil-Description"
	// atOnce is the weight of the pages of all of them that are made at the same
	// time. Each can keep its process busy for as long as that may run, so they have a
	// gate of their own and hold up no page of the viewer's.
	atOnce = 8
)

// Described is a description that can be opened.
type Described struct {
	Looks []byte // everything but the text that its pages depend on
	Open  func(context.Context) (Draft, error)
	Own   bool // the text is a change of the description of the viewer
}

// Config says how descriptions are served.
type Config struct {
	Limits  Limits
	Answers *answer.Sender
	Log     *slog.Logger
	Assets  *files.Assets
	Types   []string              // media types that an answer of a draft can have
	Weight  func(mount.Place) int // of a page of a description
	Closed  error                 // of what is sent after Close
	// Describe is asked for every text. The configuration is what was sent with it, nil
	// for nothing; edited reports that an editor has sent it. The error says what of it
	// cannot be used.
	Describe func(text string, configuration json.RawMessage, edited bool) (Described, error)
	// Tell is told of changes of the description of the viewer, in their order.
	Tell func(text string)
}

// Drafts serves what visitors send. It is safe for concurrent use.
type Drafts struct {
	Config
	store  *store
	origin *http.CrossOriginProtection
	rate   *rate.Limiter[netip.Prefix]
	gate   *admission.Gate
	edits  edits
	relay  relay
}

// New makes Drafts.
func New(c Config) *Drafts {
	return &Drafts{
		Config: c, store: newStore(c.Limits, c.Closed), origin: http.NewCrossOriginProtection(),
		rate: rate.New[netip.Prefix](c.Limits.PerMinute, time.Now), gate: admission.New(atOnce),
		relay: relay{c.Log, c.Types, 10*int64(c.Limits.Bytes) + freeAnswer},
	}
}

// Close forgets everything and keeps nothing any more.
func (s *Drafts) Close() { s.store.close() }

// Routes are the addresses of what visitors have sent.
func (s *Drafts) Routes() []site.Route {
	return []site.Route{{Pattern: Folder + "{description...}", Own: true, Handler: s.serve}}
}

// sent is what a page sends to have a description shown.
type sent struct {
	Content string `json:"content"`
	// Configuration is how the pages look. Without one, the text of an editor looks
	// as the reference does that the editor belongs to.
	Configuration json.RawMessage `json:"configuration"`
	Edit          *edit           `json:"edit"` // from an editor
}

// name is what a description is kept by: everything that its pages depend on.
func name(text string, d Described) string {
	sum := sha256.New()
	sum.Write([]byte(text))
	sum.Write([]byte{0})
	sum.Write(d.Looks)
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

func (s *Drafts) serve(w http.ResponseWriter, in *site.Request) bool {
	r, at := in.Request, in.At
	if !strings.HasPrefix(at.Address, Folder) {
		return false
	}
	w.Header().Set("X-Robots-Tag", "noindex")
	if id, rest, ok := split(at.Address); ok {
		s.page(w, r, at, id, rest)
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

// page answers with a page of a description that is kept. A reader who comes from
// elsewhere, to a text that somebody has put here, is not let in.
func (s *Drafts) page(w http.ResponseWriter, r *http.Request, at mount.Place, id, rest string) {
	w.Header().Add("Vary", "Sec-Fetch-Site")
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		http.Error(w, "What visitors have sent can be opened from a page of this site only.", http.StatusForbidden)
		return
	}
	inner := mount.Place{Address: rest, Raw: rest, Bare: at.Address == Folder+id}
	site.Admit(s.gate, w, r, inner, s.Weight(inner), func(w http.ResponseWriter) {
		draft := s.store.find(id)
		if draft == nil {
			http.Error(w, notKept, http.StatusNotFound)
			return
		}
		if strings.HasPrefix(rest, "assets/") && s.Assets.Serve(w, r, rest) {
			return
		}
		if err := s.relay.forward(w, r, rest, draft); err != nil {
			s.fail(w, r, id, draft, err)
			return
		}
		s.store.weigh(id)
	})
}

// fail answers a request that a draft could not answer, and forgets the draft.
func (s *Drafts) fail(w http.ResponseWriter, r *http.Request, id string, draft Draft, err error) {
	if r.Context().Err() != nil {
		return // nobody waits
	}
	if s.store.find(id) != draft { // it has been forgotten meanwhile
		http.Error(w, notKept, http.StatusNotFound)
		return
	}
	s.store.forget(id)
	s.Log.Debug("draft ended", "path", phrase.Clip(r.URL.Path, 200), "err", err)
	why := "The page could not be made: the process that has the description has ended."
	var spec *core.SpecError
	if errors.As(err, &spec) {
		why = "The page could not be made: " + spec.Message + "."
	}
	http.Error(w, why+" Send the description again.", http.StatusServiceUnavailable)
}

// receive reads a description, and answers where its reference is.
func (s *Drafts) receive(w http.ResponseWriter, r *http.Request) {
	in, status, err := s.read(w, r)
	if err != nil {
		if status == http.StatusTooManyRequests {
			w.Header().Set("Retry-After", strconv.Itoa(s.Limits.pause()))
		}
		s.refuse(w, r, status, err)
		return
	}
	d, err := s.Describe(in.Content, in.Configuration, in.Edit != nil)
	if err != nil {
		s.refuse(w, r, http.StatusBadRequest, err)
		return
	}
	if in.Edit != nil && s.edits.begin(in.Edit) && d.Own {
		s.Tell(in.Content)
	}
	id := name(in.Content, d)
	draft, err := s.store.show(r.Context(), id, d.Open)
	if err != nil {
		if errors.Is(err, errBusy) {
			w.Header().Set("Retry-After", "2")
		}
		status := s.statusOf(err)
		if in.Edit != nil && status == http.StatusUnprocessableEntity {
			status = http.StatusOK // what is wrong with a text is what an editor asks for
		}
		s.refuse(w, r, status, err)
		return
	}
	if in.Edit != nil {
		s.store.forget(s.edits.kept(in.Edit, id))
	}
	s.Answers.JSON(w, r, http.StatusOK, draft.Shown(Folder+id+"/"))
}

// read reads what a page has sent. With an error it says which status that is.
func (s *Drafts) read(w http.ResponseWriter, r *http.Request) (sent, int, error) {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case s.origin.Check(r) != nil, r.Header.Get(header) == "":
		return sent{}, http.StatusForbidden, errors.New("descriptions are taken from pages of this origin only")
	case media != "application/json":
		return sent{}, http.StatusUnsupportedMediaType, errors.New("send an object of JSON with content and configuration")
	case !s.rate.Allow(rate.Client(r.RemoteAddr)):
		return sent{}, http.StatusTooManyRequests, errors.New("too many descriptions in a minute")
	}
	var in sent
	// A text in JSON can take twice its size, because of what has to be escaped.
	body := http.MaxBytesReader(w, r.Body, int64(2*s.Limits.Bytes)+1<<20)
	if err := json.NewDecoder(body).Decode(&in); err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			return sent{}, http.StatusRequestEntityTooLarge, errors.New("the description is too large")
		}
		return sent{}, http.StatusBadRequest, err
	}
	if len(in.Content) > s.Limits.Bytes {
		return sent{}, http.StatusRequestEntityTooLarge, errors.New("the description is too large")
	}
	if in.Edit != nil && (in.Edit.By == "" || len(in.Edit.By) > maxEditorName) {
		return sent{}, http.StatusBadRequest, errors.New("an edit needs a name of its editor, of at most " + strconv.Itoa(maxEditorName) + " bytes")
	}
	return in, 0, nil
}

// statusOf is the status of a description that cannot be shown.
func (s *Drafts) statusOf(err error) int {
	switch {
	case errors.Is(err, errBusy), errors.Is(err, s.Closed):
		return http.StatusServiceUnavailable
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return http.StatusGatewayTimeout
	}
	return http.StatusUnprocessableEntity
}

// refuse says in JSON why a description is not shown.
func (s *Drafts) refuse(w http.ResponseWriter, r *http.Request, code int, err error) {
	s.Answers.JSON(w, r, code, status.Failure(err))
}

// split splits an address in the folder into the description and the address of the
// page of it. It is false for the folder itself.
func split(address string) (id, rest string, ok bool) {
	address, ok = strings.CutPrefix(address, Folder)
	if !ok || address == "" {
		return "", "", false
	}
	id, rest, _ = strings.Cut(address, "/")
	return id, rest, true
}
