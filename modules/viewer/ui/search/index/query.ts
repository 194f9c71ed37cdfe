import { folded, joined, typos, variants, words } from "./words";
import { phrase } from "../../base/words";
import { filterNames, filters, type Filter } from "./filter";

const mostWords = 12;

// Word is one word that must be found.
export interface Word {
  readonly text: string;
  readonly parts: readonly string[]; // of a name that may be written apart
  readonly forms: readonly string[];
  readonly typos: number;
}

export interface Query {
  readonly words: Word[];
  readonly filters: Filter[];
  readonly notes: string[];
  text: string; // without filters
  name: string; // text as names are compared
  tails: string[]; // what the end of a path is called that is asked for
}

// parse reads a query: words, "phrases in quotes" and filters such as method:post.
export function parse(text: string): Query {
  const q: Query = { words: [], filters: [], notes: [], text: "", name: "", tails: [] };
  const rest: string[] = [];
  for (const token of text.slice(0, 8192).match(/[^\s"]*"[^"]*"?|\S+/g) ?? []) {
    const plain = token.replaceAll('"', "");
    const [, name = "", value = ""] = /^([a-z]+):(?!\/\/)(.+)$/is.exec(plain) ?? [];
    if (value && !token.startsWith('"') && addFilter(q, name.toLowerCase(), value.toLowerCase())) {
      continue;
    }
    if (token.startsWith('"')) {
      words(plain).forEach((w) => add(q, w, []));
      if (/\s/.test(plain.trim())) {
        q.notes.push(phrase("Words in quotes are found apart from each other in an exported reference."));
      }
    } else {
      piece(q, plain);
    }
    rest.push(plain);
  }
  q.text = rest.join(" ");
  q.name = normalName(q.text);
  q.tails = q.words.flatMap((w, i) => [...variants(w.text), ...variants(q.words.slice(i).map((own) => own.text).join(""))]);
  return q;
}

// normalName is a text as names are compared: letters and digits, folded.
export function normalName(text: string): string {
  return (text.match(/[\p{L}\p{Nd}\p{M}]+/gu) ?? []).map(folded).join("");
}

function addFilter(q: Query, name: string, value: string): boolean {
  const fits = Object.hasOwn(filters, name) ? filters[name] : undefined;
  if (!fits) {
    q.notes.push(phrase("\"{1}:\" is no filter and is searched for as a word. Filters: {2}.", name, filterNames));
    return false;
  }
  q.filters.push({ value, fits });
  return true;
}

// piece adds the words of what stands between spaces. A name such as per_page or
// perPage may be written in any way.
function piece(q: Query, text: string): void {
  const whole = joined(text);
  if (whole && !/[/{}]/.test(text)) {
    add(q, whole, words((text.match(/[\p{L}\p{Nd}\p{M}]+/gu) ?? []).join(" ")));
    return;
  }
  for (const run of text.match(/[\p{L}\p{Nd}\p{M}]+/gu) ?? []) {
    const [first = "", ...others] = words(run);
    if (first === folded(run) || others.length === 0) {
      add(q, first, others);
    } else {
      [first, ...others].forEach((w) => add(q, w, []));
    }
  }
}

function add(q: Query, text: string, parts: string[]): void {
  if (q.words.length < mostWords && text) {
    q.words.push({ text, parts, forms: [...variants(text), ...parts], typos: typos(text) });
  }
}
