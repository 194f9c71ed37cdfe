package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// described is a server of a description, whose title is empty while it is down.
func described(t *testing.T, title *atomic.Value) (url string) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if title.Load() == "" {
			http.Error(w, "down", http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintf(w, `{"openapi":"3.1.0","info":{"title":%q,"version":"1"},"paths":{}}`, title.Load())
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// shows waits until all replicas show a text on their reference.
func (c *cluster) shows(text string) {
	c.t.Helper()
	for i, address := range c.addresses {
		for begin := time.Now(); !strings.Contains(c.reference(address), text); {
			if time.Since(begin) > 2*time.Minute {
				c.t.Fatalf("replica %d does not show %q:\n%s", i, text, c.log.last())
			}
			time.Sleep(20 * time.Millisecond) // another process has no clock of ours
		}
	}
}

func (c *cluster) reference(address string) string {
	client := http.Client{Timeout: 10 * time.Second}
	answer, err := client.Get("http://" + address + "/reference/")
	if err != nil {
		return ""
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return ""
	}
	return string(text)
}

func TestReplicasShowOneVersionOfADescription(t *testing.T) {
	var title atomic.Value
	title.Store("The first version")
	url := described(t, &title)
	c := startCluster(t, "-spec", url)
	c.shows("The first version")

	title.Store("")
	c.processes[0].Kill()
	if err := c.processes[0].Start(); err != nil {
		t.Fatal(err)
	}
	c.waitFor(3)
	c.shows("The first version") // of the other replicas

	title.Store("The second version")
	c.start("-spec", url, "-watch") // the only one that looks at it
	c.waitFor(4)
	c.shows("The second version")
}
