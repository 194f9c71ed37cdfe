import type { Kit } from "../kit";

// q quotes text: in double quotes, or as a raw string when it has several lines.
export function q(text: string, kit: Kit): string {
  return text.includes("\n") && !/[`\r\0\ufeff]/.test(text) ? "`" + text + "`" : quoted(text, kit);
}

// quoted is a text in double quotes, on one line.
export function quoted(text: string, kit: Kit): string {
  return kit.quote(text, { "\ufeff": "\\ufeff" });
}
