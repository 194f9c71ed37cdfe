package browsertest

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"github.com/chromedp/chromedp"
)

// pressScript finds what is pressed.
//
//go:embed press.js
var pressScript string

// Click presses the mouse on the first element that a selector names and that can be
// seen: a selector of CSS, or an XPath that begins with a slash. As a reader does, it
// waits until the element stands still and nothing lies over it, and presses again when
// the page has moved it away in the last moment. It takes the place of chromedp.Click,
// which presses where the element has been, and fails when the page renews it.
func Click(selector string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		for {
			at, err := still(ctx, selector)
			if err != nil {
				return err
			}
			if err := chromedp.MouseClickXY(at.X, at.Y).Do(ctx); err != nil {
				return fmt.Errorf("click on %s: %w", selector, err)
			}
			var pressed bool
			err = chromedp.Evaluate(`window.pressed?.() ?? true`, &pressed).Do(ctx)
			if pressed || left(err) { // with the page, too
				return nil
			}
			if err != nil {
				return fmt.Errorf("click on %s: %w", selector, err)
			}
		}
	})
}

// ClickPlace presses the mouse where an element stands, whatever lies over it: what a
// reader does to something beside an open dialog.
func ClickPlace(selector string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		var at spot
		err := asked(ctx, selector, `const [el] = found(selector); return el ? {...place(el), Why: ""} : {Why: "cannot be seen"};`,
			func(s spot) bool {
				before := at
				at = s
				return s.Why == "" && s == before
			})
		if err != nil {
			return err
		}
		return chromedp.MouseClickXY(at.X, at.Y).Do(ctx)
	})
}

// Focus gives the focus to the first element that a selector names, once there is one
// that takes it.
func Focus(selector string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		return asked(ctx, selector, `const el = document.querySelector(selector); el?.focus(); return {Why: el && document.activeElement === el ? "" : "does not take the focus"}`,
			func(s spot) bool { return s.Why == "" })
	})
}

// Shown waits until the first element that a selector names can be seen. It takes the
// place of chromedp.WaitVisible, which knows the nodes that the browser has told it of.
func Shown(selector string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		return asked(ctx, selector, `const [el] = found(selector, () => true); return {Why: el ? "" : "cannot be seen"};`,
			func(s spot) bool { return s.Why == "" })
	})
}

// spot is where an element can be pressed, or why it cannot.
type spot struct {
	X, Y float64
	Why  string
}

// still is where an element can be pressed, when it was there twice.
func still(ctx context.Context, selector string) (at spot, err error) {
	const look = `
		const [el, count] = found(selector);
		if (!el) return {Why: count > 0 ? "cannot be seen" : "is not there"};
		el.scrollIntoViewIfNeeded();
		const at = place(el);
		window.pressed?.();
		window.pressed = at.Why === "" ? watch(el) : undefined;
		return at;`
	err = asked(ctx, selector, look, func(s spot) bool {
		before := at
		at = s
		return s.Why == "" && s == before
	})
	return at, err
}

// again is how soon a page is asked again.
const again = 20 * time.Millisecond

// asked asks a page about what a selector names until the answer will do.
func asked(ctx context.Context, selector, script string, enough func(spot) bool) error {
	quoted, err := json.Marshal(selector)
	if err != nil {
		return err
	}
	whole := fmt.Sprintf("(() => { %s\nconst selector = %s;\n%s })()", pressScript, quoted, script)
	for {
		var s spot
		err := chromedp.Evaluate(whole, &s).Do(ctx)
		if err != nil && !left(err) {
			return fmt.Errorf("%s: %w", selector, err)
		}
		if err == nil && enough(s) {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%s %s: %w", selector, s.Why, ctx.Err())
		case <-time.After(again):
		}
	}
}
