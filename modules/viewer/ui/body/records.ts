import { phrase } from "../base/words";
import type { Form } from "./media";

// Item is one thing of a stream: its fields in the order in which they came. An
// unnamed one is the data.
export type Item = readonly (readonly [name: string, value: string])[];

// longest bounds what is kept of one item.
const longest = 1 << 20;

// short bounds what is looked at each time that some of it comes.
const short = 1 << 16;

// Records takes a stream of text apart: events (HTML, section 9.2.6), lines, or the
// records of RFC 7464.
export class Records {
  private rest = "";
  private fields: [string, string][] = [];

  constructor(private readonly form: Form) {}

  // push takes the next piece and returns what is complete.
  push(text: string): Item[] {
    const ends = this.form === "sequence" ? /\x1e/ : /\r\n|\n|\r(?!$)/;
    const parts = (this.rest + text).split(ends);
    this.rest = parts.pop() ?? "";
    const items = parts.flatMap((part) => this.item(part));
    if (this.rest.length > longest || (this.form === "sequence" && whole(this.rest))) {
      items.push(...this.item(this.rest));
      this.rest = "";
    }
    return items;
  }

  // end returns what came last.
  end(): Item[] {
    const items = this.rest === "" ? [] : this.item(this.rest.replace(/\r$/, ""));
    this.rest = "";
    if (this.fields.length > 0) {
      items.push([...this.joined(), ["incomplete", phrase("the stream ended within this event")]]);
      this.fields = [];
    }
    return items;
  }

  private item(part: string): Item[] {
    if (this.form === "events") {
      return this.field(part);
    }
    const text = this.form === "text" ? part : part.trim();
    return text === "" && this.form !== "text" ? [] : [[["", text]]];
  }

  private field(line: string): Item[] {
    if (line === "") {
      const item = this.joined();
      this.fields = [];
      return item.length > 0 ? [item] : [];
    }
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : colon === 0 ? "comment" : line.slice(0, colon);
    this.fields.push([name, colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "")]);
    const kept = this.fields.reduce((sum, field) => sum + field[1].length, 0);
    return kept > longest || this.fields.length > 1000 ? this.field("") : [];
  }

  // joined makes one text of the lines of data.
  private joined(): Item {
    const data = this.fields.filter(([name]) => name === "data").map(([, value]) => value);
    const others = this.fields.filter(([name]) => name !== "data");
    return data.length > 0 ? [...others, ["", data.join("\n")]] : others;
  }
}

// whole reports whether a record has come in full before the next one begins: JSON
// and the end of its line.
function whole(record: string): boolean {
  if (!record.endsWith("\n") || record.length > short || record.trim() === "") {
    return false;
  }
  try {
    JSON.parse(record);
    return true;
  } catch {
    return false;
  }
}
