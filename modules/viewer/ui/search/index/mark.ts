import type { Word } from "./query";
import { inside, same, singular, start, twoTypos } from "./table";
import { distance, folded } from "./words";

// marked cuts a text where the words begin and end that were found: every second
// part of it, from the second on, is one. Where a word stands as it is written,
// what is like it is not marked.
export function marked(text: string, words: readonly Word[]): string[] | undefined {
  const all: [from: number, to: number][] = [];
  for (const w of words) {
    let own: [number, number][] = [];
    let typed = false;
    for (const run of text.matchAll(/[\p{L}\p{Nd}\p{M}]+/gu)) {
      const [from, to, quality] = within(w, run[0]);
      const sure = quality >= inside;
      if (quality === 0 || (typed && !sure)) {
        continue;
      }
      if (sure && !typed) {
        own = [];
        typed = true;
      }
      own.push([run.index + from, run.index + to]);
    }
    all.push(...own);
  }
  return cut(text, all.sort((a, b) => a[0] - b[0]));
}

function cut(text: string, marks: [number, number][]): string[] | undefined {
  const parts: string[] = [];
  let end = 0;
  for (const [from, to] of marks) {
    if (from < end || (from === end && end > 0)) {
      const last = text.slice(end, Math.max(end, to));
      parts.push((parts.pop() ?? "") + last);
    } else {
      parts.push(text.slice(end, from), text.slice(from, to));
    }
    end = Math.max(end, to);
  }
  return parts.length > 0 ? [...parts, text.slice(end)] : undefined;
}

// within says what of a run fits a word and how well.
function within(w: Word, run: string): [from: number, to: number, quality: number] {
  const low = folded(run);
  const form = w.forms.indexOf(low);
  if (form >= 0) {
    return [0, low.length === run.length && low.startsWith(w.text) ? w.text.length : run.length, form === 0 ? same : singular];
  }
  if (low.length !== run.length && low.includes(w.text)) {
    return [0, run.length, inside];
  }
  const at = low.length === run.length ? low.indexOf(w.text) : -1;
  if (at === 0) {
    return [0, w.text.length, start];
  }
  if (at > 0 && w.text.length >= 3) {
    return [at, at + w.text.length, inside];
  }
  return w.typos > 0 && distance(low, w.text, w.typos)[1] <= w.typos ? [0, run.length, twoTypos / 2] : [0, 0, 0];
}
