import { served } from "../base/draft";
import { load } from "../base/script";

// What a search answers in JSON.
export interface Result {
  kind: string;
  title: string;
  titleParts?: string[];
  method?: string;
  path?: string;
  pathParts?: string[];
  where?: string;
  excerpt?: string;
  excerptParts?: string[];
  deprecated?: boolean;
  url: string; // relative to the root of the reference
}

export interface Answer {
  total: number;
  notes: string[];
  results: Result[];
}

// Source answers queries: the server, or an index in the browser.
export type Source = (query: string, signal: AbortSignal) => Promise<Answer>;

// fromServer asks the search page for JSON.
export function fromServer(root: string): Source {
  return async (query, signal) => {
    const answer = await fetch(served(root + "search?q=" + encodeURIComponent(query)), { headers: { Accept: "application/json" }, signal });
    if (!answer.ok) {
      throw new Error(String(answer.status));
    }
    return toAnswer(await answer.json());
  };
}

// Search is what the script of an index exports.
interface Search {
  open(index: string): Promise<(query: string) => Promise<Answer>>;
}

// fromIndex searches an index in the browser. Its script and the index are loaded
// with the first query.
export function fromIndex(script: string, index: string): Source {
  let opened: Promise<(query: string) => Promise<Answer>> | null = null;
  return async (query) => {
    opened ??= load<Search>(script).then((search) => search.open(index));
    try {
      return await (await opened)(query);
    } catch (error) {
      opened = null;
      throw error;
    }
  };
}

function toAnswer(value: unknown): Answer {
  if (!isObject(value) || !Array.isArray(value["results"])) {
    throw new Error("no results");
  }
  const notes = Array.isArray(value["notes"]) ? value["notes"].filter((n) => typeof n === "string") : [];
  const results = value["results"].filter(isResult);
  return { total: typeof value["total"] === "number" ? value["total"] : results.length, notes, results };
}

export function isResult(value: unknown): value is Result {
  return isObject(value) && typeof value["title"] === "string" && typeof value["url"] === "string" && typeof value["kind"] === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
