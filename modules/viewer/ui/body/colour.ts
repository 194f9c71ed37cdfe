// The colours of text, row by row: what runs over several rows is coloured where it
// can be told. Every piece becomes an element with a class.
const json = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\b\d[\d.eE+-]*)|\b(true|false|null)\b/g;
const markup = /(<!--.*?(?:-->|$)|<[!?][^>]*>?)|(<\/?[\w:.-]+|\/?>)|([\w:.-]+)(=)("[^"]*"?|'[^']*'?)/g;

// paint writes a row with its colours.
export function paint(el: HTMLElement, text: string, language: string): void {
  const pattern = language === "json" ? json : language === "markup" ? markup : null;
  if (!pattern) {
    el.textContent = text;
    return;
  }
  const pieces: (Node | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    pieces.push(text.slice(end, match.index), ...(language === "json" ? ofJson(match) : ofMarkup(match)));
    end = match.index + match[0].length;
  }
  el.replaceChildren(...pieces, text.slice(end));
}

function ofJson([, quoted, colon, number, word]: RegExpMatchArray): (Node | string)[] {
  if (quoted !== undefined) {
    return [piece(colon === undefined ? "t-string" : "t-name", quoted), colon ?? ""];
  }
  return [number !== undefined ? piece("t-number", number) : piece("t-word", word ?? "")];
}

function ofMarkup([, comment, tag, name, equals, value]: RegExpMatchArray): (Node | string)[] {
  if (comment !== undefined) {
    return [piece("t-comment", comment)];
  }
  return tag !== undefined ? [piece("t-word", tag)] : [piece("t-name", name ?? ""), equals ?? "", piece("t-string", value ?? "")];
}

export function piece(name: string, text: string): HTMLElement {
  const el = document.createElement("span");
  el.className = name;
  el.textContent = text;
  return el;
}
