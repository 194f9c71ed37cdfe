// Words as the index has them: runs of letters and digits, folded, and the
// parts of names in camel case. Characters of scripts without spaces are words
// each.
const longest = 64;

export function words(text: string): string[] {
  const runs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{Nd}\p{M}])+/gu) ?? [];
  return runs.flatMap((run) => {
    const parts = run.split(/(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}(?!s)\p{Ll})/u);
    return [run, ...(parts.length > 1 ? parts : [])].map((p) => folded(p).slice(0, longest));
  });
}

// otherLetters are what many write in place of a letter that their keyboard lacks.
const otherLetters: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", þ: "th", ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ŧ: "t", ı: "i" };

// folded is a text as words are compared: in lower case, without accents, umlauts and the
// like in the alphabets where many leave them out, and in the letters that many write.
export function folded(text: string): string {
  const plain = text.toLowerCase().replace(/(?![a-z])[\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}]/gu, (c) => {
    const bare = c.normalize("NFD").charAt(0);
    return otherLetters[bare] ?? bare;
  });
  return plain.replace(/[\u0300-\u036f\u064b-\u065f\u0670\u0640]/g, "");
}

// joined is a name without the signs between its words, "" for what is no name of
// several words.
export function joined(name: string): string {
  if (name.length > longest || /\s/.test(name) || !/[\p{L}\p{Nd}\p{M}][^\p{L}\p{Nd}\p{M}]/u.test(name)) {
    return "";
  }
  return (name.match(/[\p{L}\p{Nd}\p{M}]+/gu) ?? []).map(folded).join("");
}

// variants are a word and what it is in the other number, or could be.
export function variants(word: string): string[] {
  const stem = word.slice(0, -1);
  if (/(ss|x|[cs]h)$/.test(word)) {
    return [word, word + "es"];
  }
  if (!word.endsWith("s") && word.length >= 3) {
    return [word, word + "s", ...(/^.{4,}y$/u.test(word) ? [stem + "ies"] : [])];
  }
  if (!word.endsWith("s") || stem.length < 3) {
    return [word];
  }
  return [word, stem, ...(stem.endsWith("ie") ? [stem.slice(0, -2) + "y"] : []), ...(stem.endsWith("e") ? [stem.slice(0, -1)] : [])];
}

// typos is how many typing errors a word may have. Numbers have none.
export function typos(word: string): number {
  return /\d/.test(word) ? 0 : word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
}

// distance returns how many typing errors lead from want to have, and to the start
// of have that is nearest. Both are limit + 1 when there are more.
export function distance(have: string, want: string, limit: number): [whole: number, start: number] {
  const over = limit + 1;
  const swapped = have[0] === want[1] && have[1] === want[0];
  if ((have[0] !== want[0] && !swapped) || have.length < want.length - limit) {
    return [over, over];
  }
  const cropped = have.slice(0, want.length + over);
  let last: number[] = [];
  let row = Array.from({ length: cropped.length + 1 }, (_, j) => j);
  for (let i = 1; i <= want.length; i++) {
    const next = [i];
    for (let j = 1; j <= cropped.length; j++) {
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (cropped[j - 1] === want[i - 1] ? 0 : 1));
      if (i > 1 && j > 1 && cropped[j - 1] === want[i - 2] && cropped[j - 2] === want[i - 1]) {
        cost = Math.min(cost, (last[j - 2] ?? 0) + 1);
      }
      next.push(cost);
    }
    if (Math.min(...next) > limit) {
      return [over, over];
    }
    last = row;
    row = next;
  }
  return [cropped.length === have.length ? Math.min(over, row.at(-1) ?? over) : over, Math.min(over, ...row)];
}
