package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
)

// Click presses the left button on the element that a selector finds: CSS, or an XPath,
// which begins with "/". It waits until the element is shown, has stopped moving and
// nothing else lies over it: chromedp.Click presses where the element was when it was
// found, and knows only the nodes that the browser has told it of.
func Click(selector string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		var last, now point
		err := until(ctx, selector, "be clicked", func() string {
			last, now = now, point{}
			if err := chromedp.Evaluate(script(clickable, selector), &now).Do(ctx); err != nil {
				return err.Error() // the page is being left
			}
			if now.Why == "" && now != last {
				return "it moves"
			}
			return now.Why
		})
		if err != nil {
			return err
		}
		return chromedp.MouseClickXY(now.X, now.Y).Do(ctx)
	})
}

// Shown waits until the element that a selector finds is shown.
func Shown(selector string) chromedp.Action { return once(selector, "be seen", shown) }

// Focus gives the focus to the element that a selector finds, when it is shown.
func Focus(selector string) chromedp.Action { return once(selector, "get the focus", focused) }

// point is where an element can be clicked, in CSS pixels of the window, or why it
// cannot.
type point struct {
	X, Y float64
	Why  string
}

// once waits until a function of the page has no reason left not to be done.
func once(selector, what, function string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		return until(ctx, selector, what, func() (why string) {
			if err := chromedp.Evaluate(script(function, selector), &why).Do(ctx); err != nil {
				return err.Error()
			}
			return why
		})
	})
}

// until asks until no reason is left, a frame apart, and tells the last one when there
// is no time left.
func until(ctx context.Context, selector, what string, ask func() (why string)) error {
	told := "the page does not answer"
	for {
		why := ask()
		if why == "" {
			return nil
		}
		if ctx.Err() == nil {
			told = why
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s cannot %s: %s: %w", selector, what, told, ctx.Err())
		case <-time.After(17 * time.Millisecond):
		}
	}
}

func script(function, selector string) string {
	quoted, _ := json.Marshal(selector) // a string is always JSON
	return "(" + find + function + ")(" + string(quoted) + ")"
}

const (
	find = `(selector) => {
		const el = selector.startsWith("/")
			? document.evaluate(selector, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue
			: document.querySelector(selector);
		const seen = el?.checkVisibility({ visibilityProperty: true });`

	shown = `
		return el ? (seen ? "" : "it is hidden") : "it is not there";
	}`

	focused = `
		if (!seen) {
			return el ? "it is hidden" : "it is not there";
		}
		el.focus();
		return document.activeElement === el ? "" : "it takes no focus";
	}`

	clickable = `
		const no = (why) => ({ x: 0, y: 0, why });
		if (!seen) {
			return no(el ? "it is hidden" : "it is not there");
		}
		const box = [...el.getClientRects()].find((r) => r.width > 0 && r.height > 0);
		if (!box) {
			return no("it has no size");
		}
		const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
		const over = document.elementFromPoint(x, y);
		if (!over || !el.contains(over) && over.closest("label")?.control !== el) {
			el.scrollIntoView({ block: "center", behavior: "instant" });
			return no(over ? over.cloneNode(false).outerHTML + " lies over it" : "it is out of view");
		}
		return { x, y, why: "" };
	}`
)
