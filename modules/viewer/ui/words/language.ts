// The script of the words of a language: it gives the page what base/words asks for.

type Texts = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

export interface Words {
  say(english: string): string | undefined;
  count(n: number, many: string, shown: string): string | undefined;
}

// wordsOf are the words of a catalogue. A number of things has the forms of CLDR.
export function wordsOf(language: string, texts: Texts): Words {
  const plural = new Intl.PluralRules(language);
  return {
    say(english) {
      const text = texts[english];
      return typeof text === "string" ? text : undefined;
    },
    count(n, many, shown) {
      const forms = texts["{n} " + many];
      return typeof forms === "object" ? forms[plural.select(n)]?.replace("{n}", () => shown) : undefined;
    },
  };
}

// speak puts the words into the page.
export function speak(language: string, texts: Texts): void {
  Object.assign(globalThis, { trefoilWords: wordsOf(language, texts) });
}
