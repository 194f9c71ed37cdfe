package worker

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
)

// memoryHeader says with each answer how many bytes the worker takes.
const memoryHeader = "Trefoil-Memory"

// serveDraft makes pages of a text until who has started this process ends. It
// returns the exit code.
//
// What is said is the answer, behind its length in four bytes, and HTTP/2 from then
// on: requests come from the standard input.
func serveDraft(c *config, in io.Reader, out io.Writer, m *meter, a answer, text string, draft []byte) int {
	d := viewer.Draft{}
	if json.Unmarshal(draft, &d) != nil {
		return exitBroken
	}
	d.Text = text
	var pages *viewer.DraftViewer
	if a.Refusal == nil {
		var err error
		html, markdown := renderers(c)
		if pages, err = viewer.NewDraftViewer(context.Background(), d, html, markdown); err != nil {
			a.Refusal, a.Passing = refusalOf(err), true // of this configuration, too
		}
	}
	if a.Refusal == nil {
		a.Outline = pages.Outline()
		debug.FreeOSMemory() // what reading has left behind
		m.read()
		a.Memory = m.memory.Load()
	}
	said := a.encode()
	if _, err := out.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(said))), said...)); err != nil || a.Refusal != nil {
		return exitDone
	}
	m.since.Store(int64(processorTime())) // for what is still being made of the text
	m.busy.Add(-1)                        // which is read
	_ = newServer(around(m, pages)).Serve(&single{conn: newPipe(in, out)})
	return exitDone
}

// renderers are those of the configuration, or the defaults.
func renderers(c *config) (html, markdown core.Renderer) {
	html, markdown = c.html, c.markdown
	if html == nil {
		html = htmlrender.New()
	}
	if markdown == nil {
		markdown = mdrender.New()
	}
	return html, markdown
}

// around has pages made within what a page may use.
func around(m *meter, pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer m.begin()()
		w.Header().Set(memoryHeader, strconv.FormatInt(m.memory.Load(), 10))
		pages.ServeHTTP(w, r)
	})
}

func newServer(h http.Handler) *http.Server {
	var protocols http.Protocols
	protocols.SetUnencryptedHTTP2(true)
	return &http.Server{Handler: h, Protocols: &protocols}
}

// parent is the standard input, which who has started this process keeps open while
// it lives.
type parent struct {
	*bufio.Reader
	first chan struct{} // closed when there is something to read
}

// watchParent ends this process with the other.
func watchParent(r *bufio.Reader) *parent {
	p := &parent{r, make(chan struct{})}
	go func() {
		if _, err := r.Peek(1); err != nil {
			os.Exit(exitBroken)
		}
		close(p.first)
	}()
	return p
}

func (p *parent) Read(b []byte) (int, error) {
	<-p.first
	return p.Reader.Read(b)
}

// single is a listener with one connection.
type single struct {
	conn  *pipe
	taken bool
}

func (s *single) Accept() (net.Conn, error) {
	if s.taken {
		<-s.conn.closed
		return nil, net.ErrClosed
	}
	s.taken = true
	return s.conn, nil
}

func (s *single) Close() error   { return nil }
func (s *single) Addr() net.Addr { return address{} }
