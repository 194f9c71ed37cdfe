// The script of the words of a language: it gives the page what base/words asks for.
import { both, messages, parts } from "./messages";

type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

export interface Words {
  readonly numbers: string; // the tag of the language, for numbers
  say(english: string): string | undefined;
  count(n: number, many: string, shown: string): string | undefined;
  tell(message: string): string | undefined;
}

// wordsOf are the words of a catalogue. A number of things has the forms of CLDR.
export function wordsOf(language: string, texts: Texts): Words {
  const numbers = language + "-u-nu-latn"; // the digits of the page
  const plural = new Intl.PluralRules(language);
  const say = (english: string): string | undefined => {
    const text = texts[english];
    return typeof text === "string" ? text : undefined;
  };
  const named = (part: string): string => (parts.includes(part) ? say(part) : undefined) ?? part;
  const value = (text: string): string => (typed.test(text) ? text.split(" or ").map(named).join(say(" or ")) : named(text).replace(code, "").replace(thousands, (n) => Number(n.replaceAll(",", "")).toLocaleString(numbers)));
  const tell = (message: string): string | undefined => {
    for (const [form, english] of forms) {
      const found = form.exec(message);
      if (found) {
        return say(english)?.replace(/\{(\d)\}/g, (_, n: number) => (english === both && tell(found[n] ?? "")) || value(found[n] ?? ""));
      }
    }
    return undefined;
  };
  return {
    numbers,
    say,
    count(n, many, shown) {
      const forms = texts["{n} " + many];
      return typeof forms === "object" ? forms[plural.select(n)]?.replace("{n}", () => shown) : undefined;
    },
    tell,
  };
}

// typed is a list of types of JSON, which a value may have.
const typed = /^(an? [a-z]+|null)( or (an? [a-z]+|null))+$/;

// code is what stands before the number of a byte that is no character.
const code = /^the byte (?=0x[0-9a-f]{2}$)/;

// thousands is a number of several, as English writes it.
const thousands = /^\d{1,3}(?:,\d{3})+$/;

// forms are those of messages, what holds another one first and then what says the most.
const forms = [...messages]
  .sort((a, b) => Number(b === both) - Number(a === both) || b.length - a.length)
  .map((english) => [new RegExp("^" + english.split(/\{\d\}/).map(plain).join("([^]+?)") + "$"), english] as const);

function plain(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

// speak puts the words into the page.
export function speak(language: string, texts: Texts): void {
  Object.assign(globalThis, { trefoilWords: wordsOf(language, texts) });
}
