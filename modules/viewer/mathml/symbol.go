package mathml

// largeOperator reports whether what stands below and above a token is written under
// and over it. In a line browsers write it beside operators whose limits are movable.
func largeOperator(token string) bool {
	switch token {
	case `\sum`, `\prod`, `\coprod`, `\bigcup`, `\bigcap`, `\lim`, `\max`, `\min`, `\sup`, `\inf`, `\underbrace`, `\overbrace`:
		return true
	}
	return false
}

const functions = " sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan log ln lg exp lim max min sup inf det dim gcd ker deg arg hom mod Pr "

var spaces = map[string]string{
	",": "0.17em", ":": "0.22em", ">": "0.22em", ";": "0.28em", " ": "0.33em", "!": "-0.17em", "quad": "1em", "qquad": "2em",
}

var accents = map[string]string{
	"hat": "^", "widehat": "^", "bar": "¯", "overline": "¯", "vec": "→", "dot": "˙", "ddot": "¨", "tilde": "~", "widetilde": "~",
	"underline": "_", "overrightarrow": "→", "overbrace": "⏞", "underbrace": "⏟", "check": "ˇ", "acute": "´", "grave": "`",
}

// variants are fonts; "normal" is upright, the others are classes.
var variants = map[string]string{
	"mathrm": "normal", "rm": "normal", "mathit": "", "mathbf": "bold", "boldsymbol": "bold", "bm": "bold", "mathbb": "double",
	"mathcal": "script", "mathscr": "script", "mathfrak": "fraktur", "mathsf": "sans", "mathtt": "mono", "textbf": "bold", "textit": "",
}

var letters = map[string]string{
	"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ",
	"vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ",
	"varsigma": "ς", "tau": "τ", "upsilon": "υ", "phi": "ϕ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
	"Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
	"infty": "∞", "ell": "ℓ", "hbar": "ℏ", "emptyset": "∅", "varnothing": "∅", "partial": "∂", "nabla": "∇", "Re": "ℜ", "Im": "ℑ", "aleph": "ℵ",
	"$": "$", "%": "%", "#": "#", "&": "&amp;", "_": "_",
}

var symbols = map[string]string{
	"sum": "∑", "prod": "∏", "coprod": "∐", "int": "∫", "iint": "∬", "iiint": "∭", "oint": "∮", "bigcup": "⋃", "bigcap": "⋂",
	"cdot": "⋅", "times": "×", "div": "÷", "pm": "±", "mp": "∓", "ast": "∗", "star": "⋆", "circ": "∘", "bullet": "∙", "oplus": "⊕", "otimes": "⊗",
	"leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "approx": "≈", "equiv": "≡", "sim": "∼", "simeq": "≃", "cong": "≅",
	"propto": "∝", "ll": "≪", "gg": "≫", "lt": "&lt;", "gt": "&gt;", "subset": "⊂", "supset": "⊃", "subseteq": "⊆", "supseteq": "⊇", "in": "∈", "notin": "∉", "ni": "∋",
	"cup": "∪", "cap": "∩", "setminus": "∖", "land": "∧", "wedge": "∧", "lor": "∨", "vee": "∨", "neg": "¬", "lnot": "¬", "forall": "∀", "exists": "∃", "nexists": "∄",
	"to": "→", "rightarrow": "→", "leftarrow": "←", "leftrightarrow": "↔", "Rightarrow": "⇒", "Leftarrow": "⇐", "Leftrightarrow": "⇔", "iff": "⇔", "implies": "⇒", "mapsto": "↦", "uparrow": "↑", "downarrow": "↓",
	"ldots": "…", "dots": "…", "cdots": "⋯", "vdots": "⋮", "ddots": "⋱", "mid": "|", "parallel": "∥", "perp": "⊥", "angle": "∠", "colon": ":",
	"lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "langle": "⟨", "rangle": "⟩", "lvert": "|", "rvert": "|", "lVert": "‖", "rVert": "‖", "vert": "|", "Vert": "‖", "|": "‖",
	"{": "{", "}": "}", "lbrace": "{", "rbrace": "}", "lbrack": "[", "rbrack": "]", "backslash": "∖", "prime": "′", "therefore": "∴", "because": "∵", "bmod": "mod",
}
