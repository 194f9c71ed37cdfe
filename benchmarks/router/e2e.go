package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

const (
	endToEndRounds   = 600
	endToEndRequests = 100 // per round and server
	endToEndRequest  = "GET /users/7 HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\nAccept: */*\r\n\r\n"
)

// serverCost is what a request costs a server of its own process, in
// microseconds of CPU time.
type serverCost struct {
	name     string
	min, p25 float64
}

// child is a server in a process of its own.
type child struct {
	name    string
	process *exec.Cmd
	control io.WriteCloser
	answers *bufio.Scanner
	conn    net.Conn
	replies *bufio.Reader
	samples []float64
}

// measureEndToEnd sends requests to one server after the other, in random order
// in every round, over a connection that is kept.
func measureEndToEnd() (costs []serverCost, err error) {
	fmt.Fprintln(os.Stderr, "bench: end to end")
	var children []*child
	defer func() {
		for _, c := range children {
			c.stop()
		}
	}()
	for _, s := range servers() {
		c, err := startChild(s.name)
		if err != nil {
			return nil, fmt.Errorf("start server %s: %w", s.name, err)
		}
		children = append(children, c)
	}
	random := rand.New(rand.NewPCG(1, endToEndRounds))
	for range endToEndRounds {
		for _, i := range random.Perm(len(children)) {
			if err := children[i].round(); err != nil {
				return nil, fmt.Errorf("server %s: %w", children[i].name, err)
			}
		}
	}
	for _, c := range children {
		costs = append(costs, serverCost{c.name, measure.Percentile(c.samples, 0), measure.Percentile(c.samples, 25)})
	}
	return costs, nil
}

func startChild(name string) (*child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := &child{name: name, process: exec.Command(self, "-serve", name)}
	c.process.Stderr = os.Stderr
	if c.control, err = c.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.process.Start(); err != nil {
		return nil, err
	}
	c.answers = bufio.NewScanner(out)
	address, err := c.answer()
	if err == nil {
		c.conn, err = net.Dial("tcp", address)
	}
	if err != nil {
		c.stop()
		return nil, err
	}
	c.replies = bufio.NewReader(c.conn)
	return c, nil
}

// stop ends the server, which reads its standard input until it is closed.
func (c *child) stop() {
	if c.conn != nil {
		_ = c.conn.Close()
	}
	_ = c.control.Close()
	_ = c.process.Wait() // its figures are known
}

func (c *child) round() error {
	before, err := c.cpu()
	if err != nil {
		return err
	}
	if err := c.conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return err
	}
	for range endToEndRequests {
		if err := c.request(); err != nil {
			return err
		}
	}
	after, err := c.cpu()
	c.samples = append(c.samples, float64(after-before)/endToEndRequests)
	return err
}

func (c *child) request() error {
	if _, err := io.WriteString(c.conn, endToEndRequest); err != nil {
		return err
	}
	r, err := http.ReadResponse(c.replies, nil)
	if err != nil {
		return err
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if r.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d: %s", r.StatusCode, body)
	}
	return equalJSON(body, userJSON)
}

// cpu asks the server for the microseconds of CPU time that it has used.
func (c *child) cpu() (int64, error) {
	if _, err := io.WriteString(c.control, "cpu\n"); err != nil {
		return 0, err
	}
	text, err := c.answer()
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(text, 10, 64)
}

func (c *child) answer() (string, error) {
	if !c.answers.Scan() {
		return "", fmt.Errorf("the server said nothing: %w", c.answers.Err())
	}
	return strings.TrimSpace(c.answers.Text()), nil
}
