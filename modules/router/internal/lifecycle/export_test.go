package lifecycle

import (
	"net"
	"net/http"
)

// OnConnState has fn called behind what the server does at a change of a
// connection. It is called before Serve.
func (s *Server) OnConnState(fn func(net.Conn, http.ConnState)) {
	own := s.http.ConnState
	s.http.ConnState = func(c net.Conn, state http.ConnState) {
		own(c, state)
		fn(c, state)
	}
}
