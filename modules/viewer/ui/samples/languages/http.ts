import type { Client, Clients } from "../kit";

// The message as it is sent. Its lines end with CR and LF on the wire.
const http11: Client = (r, kit) => {
  const flat = kit.flat(r);
  const { host, target } = kit.place(r.url);
  const files = flat.body.some((s) => s.file);
  const body = flat.body.map((s) => (s.file ? "< ./" + s.file : (s.text ?? ""))).join("");
  const length = flat.body.length > 0 && !files ? "Content-Length: " + new TextEncoder().encode(body).length + "\n" : "";
  const headers = flat.headers.map(([name, value]) => name + ": " + value + "\n").join("");
  return r.method + " " + target + " HTTP/1.1\nHost: " + host + "\n" + headers + length + (body && "\n" + body + "\n");
};

export const clients: Clients = { "http1.1": http11 };
