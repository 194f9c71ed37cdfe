package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"
)

// getUser is the typed JSON GET as it is sent over a connection.
const getUser = "GET /users/7 HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\nAccept: */*\r\n\r\n"

// connection sends one request after the other and does little more than to read
// what comes back: what a client costs is in figures of busy machines too.
type connection struct {
	conn    net.Conn
	replies *bufio.Reader
	body    []byte // of the first answer, which all others repeat
}

// connect opens a connection and verifies the first answer.
func connect(address string) (*connection, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	c := &connection{conn: conn, replies: bufio.NewReader(conn)}
	if err := c.first(); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return c, nil
}

func (c *connection) first() error {
	if err := c.conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return err
	}
	body, err := c.exchange()
	if err != nil {
		return err
	}
	c.body = bytes.Clone(body)
	return equalJSON(body, userJSON)
}

func (c *connection) close() { _ = c.conn.Close() }

// request sends the request; the answer has to be the first one.
func (c *connection) request() error {
	body, err := c.exchange()
	if err == nil && !bytes.Equal(body, c.body) {
		err = fmt.Errorf("body %q, and before %q", body, c.body)
	}
	return err
}

// exchange returns the body of the answer, which is valid until the next one.
func (c *connection) exchange() ([]byte, error) {
	if _, err := io.WriteString(c.conn, getUser); err != nil {
		return nil, err
	}
	status, err := c.replies.ReadSlice('\n')
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(status, []byte("HTTP/1.1 200 ")) {
		return nil, fmt.Errorf("status line %q", status)
	}
	length := -1
	for {
		line, err := c.replies.ReadSlice('\n')
		if err != nil {
			return nil, err
		}
		if line = bytes.TrimSpace(line); len(line) == 0 {
			break
		}
		if text, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			if length, err = strconv.Atoi(string(text)); err != nil {
				return nil, err
			}
		}
	}
	body, err := c.replies.Peek(length) // it is shorter than the buffer
	if err != nil {
		return nil, fmt.Errorf("a body of %d bytes: %w", length, err)
	}
	_, err = c.replies.Discard(length)
	return body, err
}
