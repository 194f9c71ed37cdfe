// Calls of axe-core. They wait for colours that are on their way to others, and for
// the frame in which classes that were just set are drawn.
(() => {
	const settle = async () => {
		await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
		await Promise.race([
			Promise.allSettled(document.getAnimations().filter((a) => a.effect?.getComputedTiming().endTime !== Infinity).map((a) => a.finished)),
			new Promise((done) => setTimeout(done, 2000)), // an animation of what is not rendered does not end
		]);
	};

	const told = (list) => list.flatMap((v) => v.nodes
		.filter((n) => n.any[0]?.data?.messageKey !== "elmPartiallyObscured")
		.map((n) => v.id + ": " + n.html.slice(0, 160) + " " + (n.any[0]?.message ?? "").slice(0, 160))).slice(0, 12);

	const run = async (context, runOnly) => {
		const result = await axe.run(context, {runOnly, resultTypes: ["violations", "incomplete"]});
		return {rules: result.passes.length, found: told(result.violations), unsure: told(result.incomplete)};
	};

	// look is all that the contrast of an element's text depends on: its colour, size
	// and weight, and the grounds behind it up to the first that hides the others.
	const look = (el) => {
		const own = getComputedStyle(el);
		const parts = [el.localName === "a", own.color, own.fontSize, own.fontWeight, own.textDecorationLine];
		for (let at = el; at; at = at.parentElement) {
			const style = getComputedStyle(at);
			parts.push(style.opacity, style.backgroundColor, style.backgroundImage);
			if (style.opacity === "1" && /^rgb\(/.test(style.backgroundColor)) break;
		}
		return parts.join("|");
	};

	const hasText = (el) => [...el.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim() !== "");

	window.axeAll = async (selector) => {
		await settle();
		return run(selector, ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]);
	};

	const judged = new Set(); // looks of this page, in the colours that it wore
	window.axeColours = async (selector) => {
		await settle();
		const texts = [...document.querySelectorAll(selector + " *")].filter((el) => (hasText(el) || el.matches("input, select, textarea")) && el.checkVisibility());
		const include = [];
		for (const el of texts) {
			const key = document.documentElement.className + "|" + look(el);
			if (!judged.has(key)) include.push(el);
			judged.add(key);
		}
		const rules = {type: "rule", values: ["color-contrast", "link-in-text-block"]};
		const report = include.length > 0 ? await run({include}, rules) : {rules: 0, found: [], unsure: []};
		return {...report, texts: texts.length};
	};
})();
