// Package walk follows the links of a reference as a reader does, and measures how long
// each takes from the click to the heading of the page that it leads to:
//
//	w, err := walk.Open(ctx, "chromium", "http://127.0.0.1:8080", "/operations/listPets")
//	defer w.Close()
//	ms, err := w.Step(ctx, 4711, true)
//
// A reader who rests on a link before the click gives the page time to prepare.
package walk

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

//go:embed walk.js
var script string

// Walker is a reader with a browser of its own. It is not safe for concurrent use.
type Walker struct {
	pipe    *pipe
	address string // of the first page
	session string
}

// ErrNowhere says that a page has no link to follow. The walk goes on at its first page.
var ErrNowhere = errors.New("the page has no link to another one")

// Open starts a browser and opens the page at a path of an origin.
func Open(ctx context.Context, executable, origin, path string) (*Walker, error) {
	p, err := start(ctx, executable,
		"--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1440,900", "--no-first-run", "--disable-quic",
		"--disable-component-update", "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
	if err != nil {
		return nil, err
	}
	w := &Walker{pipe: p, address: origin + path}
	if err := w.begin(ctx); err != nil {
		p.close()
		return nil, err
	}
	return w, nil
}

// Close ends the browser.
func (w *Walker) Close() { w.pipe.close() }

// begin opens a tab and its first page.
func (w *Walker) begin(ctx context.Context) error {
	var tab struct {
		TargetID  string `json:"targetId"`
		SessionID string `json:"sessionId"`
	}
	if err := w.pipe.call(ctx, "", "Target.createTarget", map[string]any{"url": "about:blank"}, &tab); err != nil {
		return err
	}
	if err := w.pipe.call(ctx, "", "Target.attachToTarget", map[string]any{"targetId": tab.TargetID, "flatten": true}, &tab); err != nil {
		return err
	}
	w.session = tab.SessionID
	if err := w.call(ctx, "Page.enable", nil); err != nil {
		return err
	}
	if err := w.call(ctx, "Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": script}); err != nil {
		return err
	}
	return w.restart(ctx)
}

func (w *Walker) call(ctx context.Context, method string, params any) error {
	return w.pipe.call(ctx, w.session, method, params, nil)
}

// state is that of the page.
type state struct {
	Href     string  `json:"href"`
	Complete bool    `json:"complete"`
	Painted  float64 `json:"painted"` // when its heading was painted, in ms since 1970; 0 before
}

// ask evaluates an expression in the page.
func (w *Walker) ask(ctx context.Context, expression string, result any) error {
	var answer struct {
		Result struct {
			Value json.RawMessage `json:"value"`
		} `json:"result"`
		Exception json.RawMessage `json:"exceptionDetails"`
	}
	ctx, cancel := context.WithTimeout(ctx, answers)
	defer cancel()
	err := w.pipe.call(ctx, w.session, "Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &answer)
	if err != nil {
		return err
	}
	if answer.Exception != nil || answer.Result.Value == nil {
		return fmt.Errorf("evaluate %s: %s", expression, answer.Exception)
	}
	return json.Unmarshal(answer.Result.Value, result)
}

const (
	answers = 5 * time.Second        // until a page answers
	arrives = 20 * time.Second       // until a link has led somewhere
	rests   = 500 * time.Millisecond // on a link before the click
	looks   = 10 * time.Millisecond  // between two looks at the page
	settles = 150 * time.Millisecond // between a page and the next link
)

// wait waits until the page is as wanted.
func (w *Walker) wait(ctx context.Context, wanted func(state) bool) (s state, err error) {
	ctx, cancel := context.WithTimeout(ctx, arrives)
	defer cancel()
	for {
		// Between two documents there is no answer.
		if w.ask(ctx, "trefoilWalk.state()", &s) == nil && wanted(s) {
			return s, nil
		}
		if err := sleep(ctx, looks); err != nil {
			return s, fmt.Errorf("the page is at %s: %w", s.Href, err)
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// restart opens the first page.
func (w *Walker) restart(ctx context.Context) error {
	if err := w.call(ctx, "Page.navigate", map[string]any{"url": w.address}); err != nil {
		return err
	}
	_, err := w.wait(ctx, func(s state) bool { return s.Href == w.address && s.Complete && s.Painted > 0 })
	return err
}

// Step follows a link of the page that is shown, chosen by a number, and returns the
// milliseconds from the click until the heading of the next page was painted. With rest
// the reader rests on the link for half a second before the click.
func (w *Walker) Step(ctx context.Context, number int, rest bool) (ms float64, err error) {
	if err := sleep(ctx, settles); err != nil {
		return 0, err
	}
	var link *struct {
		X, Y float64
		Href string
	}
	if err := w.ask(ctx, fmt.Sprintf("(trefoilWalk.painted = 0, trefoilWalk.choose(%d))", number), &link); err != nil {
		return 0, err
	}
	if link == nil {
		return 0, errors.Join(ErrNowhere, w.restart(ctx))
	}
	mouse := func(kind, button string, buttons, clicks int) map[string]any {
		return map[string]any{"type": kind, "x": link.X, "y": link.Y, "button": button, "buttons": buttons, "clickCount": clicks, "pointerType": "mouse"}
	}
	if rest {
		if err := errors.Join(w.call(ctx, "Input.dispatchMouseEvent", mouse("mouseMoved", "none", 0, 0)), sleep(ctx, rests)); err != nil {
			return 0, err
		}
	}
	clicked := time.Now()
	for _, event := range []map[string]any{mouse("mousePressed", "left", 1, 1), mouse("mouseReleased", "left", 0, 1)} {
		if _, err := w.pipe.send(w.session, "Input.dispatchMouseEvent", event); err != nil {
			return 0, err
		}
	}
	s, err := w.wait(ctx, func(s state) bool { return s.Href == link.Href && s.Painted > 0 })
	if err != nil {
		return 0, errors.Join(fmt.Errorf("the link to %s: %w", link.Href, err), w.restart(ctx))
	}
	return s.Painted - float64(clicked.UnixNano())/1e6, nil
}
