package restfake

import (
	"io"
	"net/http"
	"sync"

	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

// Always makes a handler that answers every request with r.
func Always(r Reply) Handler { return func(*Request) Reply { return r } }

// Sequence makes a handler that answers with each reply in turn, and with the
// last one from then on. It panics without replies.
func Sequence(replies ...Reply) Handler {
	if len(replies) == 0 {
		panic("restfake: Sequence without replies")
	}
	var mu sync.Mutex
	next := 0
	return func(*Request) Reply {
		mu.Lock()
		defer mu.Unlock()
		r := replies[next]
		next = min(next+1, len(replies)-1)
		return r
	}
}

// Echo makes a handler that answers with the body of the request and its content
// type.
func Echo(status int) Handler {
	return func(r *Request) Reply { return Bytes(status, r.Header.Get("Content-Type"), r.Body) }
}

// HTTP makes a handler that answers as h does, once h has returned. A panic of h
// with http.ErrAbortHandler is a connection that breaks.
func HTTP(h http.Handler) Handler {
	transport := httptransport.InProcess(h)
	return func(r *Request) Reply {
		res, err := transport.Do(r.ctx, r.forward())
		if err != nil {
			return Fail(err)
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		if ended := r.ctx.Err(); ended != nil {
			return Fail(ended)
		}
		return Reply{Status: res.Status, Header: res.Header, Body: body, cut: err != nil}
	}
}
