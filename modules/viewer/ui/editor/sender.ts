import { configuration } from "../base/host";
import type { Problem } from "./field";
import { phrase, told } from "../base/words";

// Shown is what the server has made of a text.
export interface Shown {
  readonly root: string; // absolute
  readonly title: string;
  readonly operations: number;
  readonly problems: readonly Problem[];
  readonly total: number; // of the problems
}

// Refused is why it has made nothing. After a number of seconds it may be asked
// again; 0 says that the text is at fault.
export interface Refused {
  readonly problem: Problem;
  readonly again: number;
}

// Sender has the server read what the reader has typed: the text at the end of a
// pause, and of several texts the last.
export class Sender {
  private readonly by = crypto.getRandomValues(new Uint32Array(3)).join("-");
  private number = 0;
  private turn = new AbortController();

  constructor(private readonly address: string) {}

  // again has a text read again that has been read before: it is no change.
  async again(text: string): Promise<Shown | null> {
    const answer = await this.ask(text, 0, AbortSignal.timeout(30_000)).catch(() => null);
    return answer && "root" in answer ? answer : null;
  }

  // stop ends what is under way.
  stop(): void {
    this.turn.abort();
  }

  // send sends a change, or the last one again. Null says that another one has come
  // meanwhile.
  async send(text: string, again = false): Promise<Shown | Refused | null> {
    this.turn.abort();
    const { signal } = (this.turn = new AbortController());
    this.number += again ? 0 : 1;
    try {
      return await this.ask(text, this.number, signal);
    } catch {
      return signal.aborted ? null : { problem: general(phrase("The server cannot be reached. Your text is sent again.")), again: 5 };
    }
  }

  private async ask(text: string, number: number, signal: AbortSignal): Promise<Shown | Refused> {
    const answer = await fetch(this.address, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Trefoil-Description": "1" },
      body: new Blob([JSON.stringify({ content: text, configuration: configuration(), edit: { by: this.by, number } })]), // sooner sent than a string
      signal,
    });
    const said = await answer.json().then(members, () => new Map<string, unknown>());
    if (said.has("root")) {
      return this.shown(said);
    }
    const wait = Number(answer.headers.get("Retry-After") ?? 0);
    const late = answer.status === 429 || answer.status === 503 || answer.status === 504;
    const words = String(said.get("error") ?? phrase("The server answers with status {1}.", answer.status));
    return { problem: problemOf(said, words, true), again: late ? wait || 5 : 0 };
  }

  private shown(said: Map<string, unknown>): Shown {
    const problems: unknown = said.get("problems");
    return {
      root: new URL("../" + String(said.get("root")), this.address).href,
      title: String(said.get("title") ?? ""),
      operations: Number(said.get("operations") ?? 0),
      problems: Array.isArray(problems) ? problems.map((p) => problemOf(members(p), "", false)) : [],
      total: Number(said.get("total") ?? 0),
    };
  }
}

export function general(message: string): Problem {
  return { line: 0, column: 0, message, error: true };
}

function problemOf(said: Map<string, unknown>, message: string, error: boolean): Problem {
  return { line: Number(said.get("line") ?? 0), column: Math.max(1, Number(said.get("column") ?? 1)), message: told(message || String(said.get("message") ?? "")), error };
}

function members(value: unknown): Map<string, unknown> {
  return new Map(Object.entries(typeof value === "object" && value !== null ? value : {}));
}
