// Calls of axe-core, and the contrast of texts for themes: nothing but colours differs
// between them, and axe-core needs a quarter of a second for what needs no time here.
// Both wait for colours that are on their way to others, and for the frame in which
// classes that were just set are drawn.
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

	window.axeAll = async (selector) => {
		await settle();
		return run(selector, ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]);
	};

	// rgba reads any colour of CSS as numbers from 0 to 255 and an opacity from 0 to 1.
	const pixel = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
	const read = new Map();
	const rgba = (colour) => {
		if (!read.has(colour)) {
			pixel.clearRect(0, 0, 1, 1);
			pixel.fillStyle = colour;
			pixel.fillRect(0, 0, 1, 1);
			const [r, g, b, a] = pixel.getImageData(0, 0, 1, 1).data;
			read.set(colour, [r, g, b, a / 255]);
		}
		return read.get(colour);
	};

	const over = (front, opacity, ground) => ground.map((value, i) => front[i] * front[3] * opacity + value * (1 - front[3] * opacity));

	// https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
	const luminance = (colour) => {
		const [r, g, b] = colour.map((value) => value / 255).map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};

	// contrast is that of an element's text with what lies behind it, NaN on an image.
	const contrast = (el) => {
		const layers = [];
		for (let at = el; at; at = at.parentElement) layers.unshift(getComputedStyle(at));
		let ground = [255, 255, 255], opacity = 1;
		for (const layer of layers) {
			opacity *= Number(layer.opacity);
			const front = rgba(layer.backgroundColor);
			ground = over(front, opacity, ground);
			if (layer.backgroundImage !== "none") ground = [NaN, NaN, NaN];
			else if (front[3] * opacity === 1) ground = front.slice(0, 3);
		}
		const [a, b] = [luminance(over(rgba(layers.at(-1).color), opacity, ground)), luminance(ground)];
		return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
	};

	// needed is the least contrast of WCAG 1.4.3: large text needs less.
	const needed = (style) => {
		const size = parseFloat(style.fontSize);
		return size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
	};

	const seen = (el) => {
		const box = el.getBoundingClientRect();
		return box.width > 1 && box.height > 1 && el.checkVisibility({opacityProperty: true, visibilityProperty: true});
	};
	const isText = (el) => el.matches("input, select, textarea") || [...el.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim() !== "");
	const isActive = (el) => !el.closest(":disabled, [aria-disabled=true]") && !el.closest("label")?.control?.disabled;

	window.contrasts = async (selector) => {
		await settle();
		const texts = [...document.querySelectorAll(selector + " *")].filter((el) => isText(el) && isActive(el) && seen(el));
		const found = [], unsure = [];
		for (const el of texts) {
			const value = contrast(el), least = needed(getComputedStyle(el));
			const told = `contrast: ${el.outerHTML.slice(0, 160)} has ${value.toFixed(2)}, not ${least}`;
			if (Number.isNaN(value)) unsure.push(told);
			else if (value < least) found.push(told);
		}
		return {texts: texts.length, found: found.slice(0, 12), unsure: unsure.slice(0, 12)};
	};
})();
