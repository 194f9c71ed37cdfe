import type { Request } from "../../samples/request";
import { encode } from "../../serialize/encode";
import { mask } from "../../serialize/serialize";

const encoded = encode(mask);

// hide is a request with masks for the secrets among the variables, beside what
// they stand for. Shown and real are the same request with and without masks.
export function hide(shown: Request, real: Request): Request {
  const secrets: Record<string, string> = { ...real.secrets };
  const keep = (key: string, mask: string, value: string | undefined): void => {
    if (value !== undefined && value !== mask && !Object.hasOwn(secrets, key)) {
      secrets[key] = value;
    }
  };
  keep("url", shown.url, real.url);
  shown.headers.forEach(([name, value]) => keep("header " + name, value, real.headers.find(([own]) => own === name)?.[1]));
  shown.cookies.forEach(([name, value], at) => keep("cookie " + name, value, real.cookies[at]?.[1]));
  keep("body", shown.body?.text ?? "", real.body?.text);
  shown.body?.parts?.forEach(({ text }, at) => keep("part " + at, text, real.body?.parts?.[at]?.text));
  const plain = (text: string): string => text.replaceAll(encoded, mask);
  return { ...shown, url: plain(shown.url), body: shown.body && { ...shown.body, text: plain(shown.body.text) }, secrets };
}
