// The script of the words of a language: it gives the page what base/words asks for.
import { messages, parts } from "./messages";

type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

export interface Words {
  say(english: string): string | undefined;
  count(n: number, many: string, shown: string): string | undefined;
  tell(message: string): string | undefined;
}

// wordsOf are the words of a catalogue. A number of things has the forms of CLDR.
export function wordsOf(language: string, texts: Texts): Words {
  const plural = new Intl.PluralRules(language);
  const say = (english: string): string | undefined => {
    const text = texts[english];
    return typeof text === "string" ? text : undefined;
  };
  const named = (part: string): string => (parts.includes(part) ? say(part) : undefined) ?? part;
  const value = (text: string): string => (typed.test(text) ? text.split(" or ").map(named).join(say(" or ")) : named(text));
  return {
    say,
    count(n, many, shown) {
      const forms = texts["{n} " + many];
      return typeof forms === "object" ? forms[plural.select(n)]?.replace("{n}", () => shown) : undefined;
    },
    tell(message) {
      for (const [form, english] of forms) {
        const found = form.exec(message);
        if (found) {
          return say(english)?.replace(/\{(\d)\}/g, (_, n: number) => value(found[n] ?? ""));
        }
      }
      return undefined;
    },
  };
}

// typed is a list of types of JSON, which a value may have.
const typed = /^(an? [a-z]+|null)( or (an? [a-z]+|null))+$/;

// forms are those of messages, what says the most first.
const forms = [...messages]
  .sort((a, b) => b.length - a.length)
  .map((english) => [new RegExp("^" + english.split(/\{\d\}/).map(plain).join("([^]+?)") + "$"), english] as const);

function plain(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

// speak puts the words into the page.
export function speak(language: string, texts: Texts): void {
  Object.assign(globalThis, { trefoilWords: wordsOf(language, texts) });
}
