package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// child is a server in a process of its own.
type child struct {
	name    string
	address string
	process *exec.Cmd
	control io.WriteCloser
	answers *bufio.Scanner
}

// startChildren starts the servers whose names match, with additional variables of
// the environment. Whoever calls it stops them.
func startChildren(names *regexp.Regexp, env ...string) (all []*child, err error) {
	for _, s := range servers() {
		if !names.MatchString(s.name) {
			continue
		}
		c, err := startChild(s.name, env)
		if err != nil {
			stopChildren(all)
			return nil, fmt.Errorf("start server %s: %w", s.name, err)
		}
		all = append(all, c)
	}
	return all, nil
}

func stopChildren(all []*child) {
	for _, c := range all {
		c.stop()
	}
}

func startChild(name string, env []string) (*child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := &child{name: name, process: exec.Command(self)}
	c.process.Stderr = os.Stderr
	c.process.Env = append(append(os.Environ(), env...), serverVariable+"="+name)
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
	if c.address, err = c.answer(); err != nil {
		c.stop()
		return nil, err
	}
	return c, nil
}

// stop ends the server, which reads its standard input until it is closed.
func (c *child) stop() {
	_ = c.control.Close()
	_ = c.process.Wait() // its figures are known
}

// ask returns a figure that the server knows of itself.
func (c *child) ask(question string) (int64, error) {
	if _, err := io.WriteString(c.control, question+"\n"); err != nil {
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
		return "", errors.Join(errors.New("the server said nothing"), c.answers.Err())
	}
	return strings.TrimSpace(c.answers.Text()), nil
}
