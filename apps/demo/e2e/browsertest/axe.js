// Calls of axe-core, and the contrast of texts in many themes: nothing but colours
// differs between them, and axe-core needs a quarter of a second for what needs some
// milliseconds here. Both wait for what is on its way to other colours.
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

	// laidOut does what is done while all of the page is laid out, also what comes meanwhile:
	// what is far from the reader lies where it is guessed to be, and is not painted there.
	const whole = new CSSStyleSheet();
	whole.replaceSync("main * { content-visibility: visible !important }");
	const laidOut = async (work) => {
		document.adoptedStyleSheets.push(whole);
		await settle();
		const result = await work();
		document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== whole);
		return result;
	};

	// axeAll runs all rules but those that are left out.
	window.axeAll = (selector, without) => laidOut(async () => {
		const result = await axe.run(selector, {
			runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
			rules: Object.fromEntries(without.map((rule) => [rule, {enabled: false}])),
			resultTypes: ["violations", "incomplete"],
		});
		return {rules: result.passes.length, found: told(result.violations), unsure: told(result.incomplete)};
	});

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

	// grounds finds what lies behind an element's text, and the opacity of all that it
	// lies in. NaN is an image. Elements are asked once.
	const grounds = () => {
		const known = new Map([[null, {ground: [255, 255, 255], opacity: 1}]]);
		const find = (el) => {
			if (known.has(el)) return known.get(el);
			let {ground, opacity} = find(el.parentElement);
			const style = getComputedStyle(el);
			opacity *= Number(style.opacity);
			const front = rgba(style.backgroundColor);
			ground = over(front, opacity, ground);
			if (style.backgroundImage !== "none") ground = [NaN, NaN, NaN];
			else if (front[3] * opacity === 1) ground = front.slice(0, 3);
			known.set(el, {ground, opacity});
			return known.get(el);
		};
		return find;
	};

	const hex = (colour) => "#" + colour.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("");

	const contrast = (style, {ground, opacity}) => {
		const [a, b] = [luminance(over(rgba(style.color), opacity, ground)), luminance(ground)];
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

	// worn gives the page the classes that the server writes for a theme and a mode.
	const worn = (theme, mode) => {
		document.documentElement.className = `theme-${theme} ${mode}-mode`;
		document.documentElement.dataset.mode = mode;
	};

	// contrasts looks at the texts in each theme, light and dark, and gives the page its
	// own theme back.
	window.contrasts = async (selector, themes) => {
		await settle();
		const root = document.documentElement, {className, dataset: {mode: own}} = root;
		const texts = [...document.querySelectorAll(selector + " *")].filter((el) => isText(el) && isActive(el) && seen(el));
		const reports = [];
		for (const theme of themes) for (const mode of ["light", "dark"]) {
			worn(theme, mode);
			if (document.getAnimations().length > 0) await settle();
			const behind = grounds();
			const report = {theme, mode, ground: hex(behind(document.body).ground), texts: texts.length, found: [], unsure: []};
			for (const el of texts) {
				const style = getComputedStyle(el);
				const value = contrast(style, behind(el)), least = needed(style);
				if (value >= least) continue;
				const list = Number.isNaN(value) ? report.unsure : report.found;
				if (list.length < 12) list.push(`contrast: ${el.outerHTML.slice(0, 160)} has ${value.toFixed(2)}, not ${least}`);
			}
			reports.push(report);
		}
		root.className = className;
		root.dataset.mode = own;
		return reports;
	};
})();
