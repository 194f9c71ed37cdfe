// found is the first element that a selector names, and that can be seen: a selector of
// CSS, or an XPath that begins with a slash. It has a box, unless that is not asked for.
const found = (selector, sized = box) => {
	const all = [];
	if (selector.startsWith("/")) {
		const list = document.evaluate(selector, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
		for (let i = 0; i < list.snapshotLength; i++) all.push(list.snapshotItem(i));
	} else {
		all.push(...[document.querySelector(selector)].filter((el) => el));
	}
	return [all.find((el) => el.checkVisibility({ visibilityProperty: true }) && sized(el)), all.length];
};

// box is what an element takes of the page, its first line when it has several.
const box = (el) => [...el.getClientRects()].find((one) => one.width > 0 && one.height > 0);

// place says where the middle of an element is, or why it cannot be pressed.
const place = (el) => {
	const { x, y, width, height } = box(el);
	const at = { X: x + width / 2, Y: y + height / 2, Why: "" };
	const top = document.elementFromPoint(at.X, at.Y);
	return own(el, top) ? at : { ...at, Why: "is covered by " + (top?.outerHTML ?? "nothing").slice(0, 120) };
};

// own reports whether what is pressed is an element: a part of it, or its label.
const own = (el, other) => el.contains(other) || (other instanceof Element && other.closest("label")?.control === el);

// watch keeps a press from everything but an element, for the case that the page moves
// it away in the last moment. It returns what reports whether there was none elsewhere.
const watch = (el) => {
	let missed = false, down = false, done = false;
	const types = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
	const listen = (event) => {
		if (!event.isTrusted || done) return;
		if (event.type === "pointerdown") {
			missed = !own(el, event.target);
			down = true;
		} else if (event.type === "click" && !missed) {
			missed = !own(el, event.target) && el.isConnected && box(el) && place(el).Why === ""; // it has gone from below the pointer
			done = !missed;
		}
		if (missed) {
			event.stopImmediatePropagation();
			event.preventDefault();
		}
	};
	types.forEach((type) => EventTarget.prototype.addEventListener.call(window, type, listen, true));
	return () => {
		types.forEach((type) => EventTarget.prototype.removeEventListener.call(window, type, listen, true));
		return !missed && (done || !down || el.isConnected); // one that is renewed meanwhile hears of no click
	};
};
