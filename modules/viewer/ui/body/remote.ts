import { Engine } from "./engine";
import { Gone, type Comparer, type Opened, type Source } from "./source";

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

// policyName is the name of the policy of trusted types that only lets the worker
// of bodies be loaded.
const policyName = "trefoil-body";

interface Policy {
  createScriptURL(url: string): string;
}

interface Factory {
  createPolicy(name: string, rules: Policy): Policy;
}

let policy: Policy | null = null;

// trusted lets one address of our own origin be a worker. Browsers without trusted
// types take the address as it is.
function trusted(url: string): string {
  const own = new URL(url, document.baseURI);
  if (own.origin !== location.origin) {
    throw new TypeError("A worker is of our own origin.");
  }
  const factory = Reflect.get(window, "trustedTypes") as Factory | undefined;
  if (!factory) {
    return own.href;
  }
  policy ??= factory.createPolicy(policyName, {
    createScriptURL: (given) => {
      if (!/\/body-worker\.js(\?v=[0-9a-f]+)?$/.test(given) || new URL(given).origin !== location.origin) {
        throw new TypeError("Only the worker of bodies is trusted.");
      }
      return given;
    },
  });
  return policy.createScriptURL(own.href);
}

// source returns who holds bodies: a worker where its address is given, or else the
// page itself, in short steps.
export function source(worker: string | undefined): { readonly source: Source; readonly comparer: Comparer | null; end(): void } {
  try {
    if (worker !== undefined) {
      const remote = new Remote(new Worker(trusted(worker)));
      return { source: remote, comparer: remote, end: () => remote.end() };
    }
  } catch {
    // The policy of the page knows no worker.
  }
  return { source: new Engine(4, 1 << 21), comparer: null, end: () => undefined };
}

type Waiting = { resolve(value: unknown): void; reject(error: Error): void };

class Remote implements Source, Comparer {
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(private readonly worker: Worker) {
    worker.addEventListener("message", (event: MessageEvent<Answer>) => this.hear(event.data));
    worker.addEventListener("error", () => this.fail(new Error("The body cannot be read.")));
  }

  private hear(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (answer.error === undefined) {
      waiting?.resolve(answer.value);
    } else {
      waiting?.reject(new Error(answer.error));
    }
  }

  private fail(error: Error): void {
    this.waiting.forEach((waiting) => waiting.reject(error));
    this.waiting.clear();
  }

  end(): void {
    this.worker.terminate();
    this.fail(new Gone("The body is not shown any more."));
  }

  private ask<K extends keyof (Source & Comparer)>(name: K, args: Parameters<(Source & Comparer)[K]>, moved: Transferable[] = []): ReturnType<(Source & Comparer)[K]> {
    const id = ++this.last;
    return new Promise<unknown>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, name, args }, moved);
    }) as ReturnType<(Source & Comparer)[K]>;
  }

  open = (pieces: readonly Uint8Array[], json: boolean, charset: string): Promise<Opened> => {
    const own = pieces.map((piece) => (piece.byteLength === piece.buffer.byteLength ? piece : piece.slice()));
    return this.ask("open", [own, json, charset], [...new Set(own.map((piece) => piece.buffer as ArrayBuffer))]);
  };
  rows = (...args: Parameters<Source["rows"]>): ReturnType<Source["rows"]> => this.ask("rows", args);
  fold = (...args: Parameters<Source["fold"]>): ReturnType<Source["fold"]> => this.ask("fold", args);
  foldAll = (...args: Parameters<Source["foldAll"]>): ReturnType<Source["foldAll"]> => this.ask("foldAll", args);
  reveal = (...args: Parameters<Source["reveal"]>): ReturnType<Source["reveal"]> => this.ask("reveal", args);
  parent = (...args: Parameters<Source["parent"]>): ReturnType<Source["parent"]> => this.ask("parent", args);
  locate = (...args: Parameters<Source["locate"]>): ReturnType<Source["locate"]> => this.ask("locate", args);
  lines = (...args: Parameters<Source["lines"]>): ReturnType<Source["lines"]> => this.ask("lines", args);
  lineAt = (...args: Parameters<Source["lineAt"]>): ReturnType<Source["lineAt"]> => this.ask("lineAt", args);
  find = (...args: Parameters<Source["find"]>): ReturnType<Source["find"]> => this.ask("find", args);
  pointer = (...args: Parameters<Source["pointer"]>): ReturnType<Source["pointer"]> => this.ask("pointer", args);
  value = (...args: Parameters<Source["value"]>): ReturnType<Source["value"]> => this.ask("value", args);
  blob = (...args: Parameters<Source["blob"]>): ReturnType<Source["blob"]> => this.ask("blob", args);
  check = (...args: Parameters<Source["check"]>): ReturnType<Source["check"]> => this.ask("check", args);
  compare = (...args: Parameters<Comparer["compare"]>): ReturnType<Comparer["compare"]> => this.ask("compare", args);
}
