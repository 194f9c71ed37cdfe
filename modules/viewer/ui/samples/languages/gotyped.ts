// A program in Go that calls an operation with our own client: with types where
// these send what was meant, and with what was meant as it is elsewhere.
import { parse } from "../../serialize/value";
import type { Kit, Segment } from "../kit";
import type { Pair, Part, Request } from "../request";
import { address, header, Names, type Address, type Argument } from "./goaddress";
import { declared, line, print, struct, values } from "./goprint";
import { q, quoted } from "./goquote";
import { Typed, type GoPart, type Literal } from "./gotype";

const root = "github.com/trefoil-go/trefoil/modules/";

const unknown: GoPart = { name: "Call", path: "", arguments: [], body: "", result: "json.RawMessage", types: [] };

// Headers that say how a message is framed: the transport writes them.
const framing = /^(connection|content-length|host|transfer-encoding)$/i;

// credentials is the policy that sends the user or the token of a request to its server, ""
// where it is a header like others.
function credentials(r: Request, kit: Kit): string {
  const [, origin] = /^(https?:\/\/[^/?#{}]+)/.exec(r.url) ?? [];
  const basic = kit.basic(r);
  const [, token] = /^Bearer ([!-~]+)$/.exec(r.headers.find(([name]) => name === "Authorization")?.[1] ?? "") ?? [];
  const s = (text: string): string => quoted(text, kit);
  if (origin === undefined || (basic === null && token === undefined)) {
    return "";
  }
  return basic ? "policy.BasicAuth(" + [origin, ...basic].map(s).join(", ") + ")" : "policy.Auth(" + s(origin) + ", policy.StaticToken(" + s(token ?? "") + "))";
}

const check = "\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n";

interface Body {
  readonly type: string;
  readonly before: string; // statements
  readonly value: string; // expression
  readonly typed: boolean;
}

// typed writes the program. Without what the server knows of the operation, it has
// no types.
export function typed(r: Request, kit: Kit, part: GoPart = unknown): string {
  return new Program(r, kit, part).text();
}

class Program {
  private readonly types: Typed;
  private readonly names = new Names();
  private readonly body: Body;
  private readonly policy: string; // of credentials, "" for none
  private readonly fields: readonly Pair[]; // headers that are neither of the transport nor of the policy
  private readonly headers: readonly Argument[];
  private readonly address: Address;
  private readonly read: boolean;
  private readonly declared: boolean; // a declaration can send it

  constructor(
    private readonly r: Request,
    private readonly kit: Kit,
    private readonly part: GoPart,
  ) {
    this.types = new Typed(part, kit);
    this.read = /^(GET|HEAD|OPTIONS|TRACE)$/.test(r.method);
    this.declared = r.method === r.method.toUpperCase() && !(this.read && r.body);
    this.body = this.bodyOf();
    this.address = address(r.url, part, this.names, kit) ?? { prefix: r.url, path: "", args: [] };
    this.policy = credentials(r, kit);
    this.fields = kit.headers(r).filter(([name]) => !framing.test(name) && !(r.body && name.toLowerCase() === "content-type") && !(this.policy && name === "Authorization"));
    this.headers = this.fields.map(([name, value]) => this.names.own(header(name, value, part.arguments, kit)));
  }

  text(): string {
    const client = opened(this.policy);
    const code = this.declared ? this.declarations() + "func main() {\n" + client + this.call() + "}\n" + this.below() : "func main() {\n" + client.replace(/.*client\.Context.*\n/, "\tctx := context.Background()\n") + this.plain() + "}\n" + this.below();
    return "package main\n\n" + imports(code) + "\n" + code.trimEnd();
  }

  private contentType(): string {
    return this.r.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  }

  private bodyOf(): Body {
    const { body } = this.r;
    if (!body) {
      return { type: "restclient.None", before: "", value: "restclient.None{}", typed: false };
    }
    const types = this.declared && !body.parts && !body.file && this.contentType() === "application/json" && /^(?!json\.|$)/.test(this.part.body);
    const literal = types ? this.literal(body.text) : null;
    if (literal) {
      return { type: this.part.body, before: "\tbody := " + print(literal, "\t") + "\n", value: "body", typed: true };
    }
    return body.parts && !this.kit.headed(this.r) && simple(body.parts) ? this.form(body.parts) : this.content();
  }

  private literal(text: string): Literal | null {
    try {
      return this.types.whole(this.part.body, parse(text));
    } catch {
      return null; // it is not JSON
    }
  }

  // form is a body of fields and then files.
  private form(parts: readonly Part[]): Body {
    const s = (text: string): string => quoted(text, this.kit);
    const fields = parts.filter((p) => !p.file).map((p) => "\t\t\t{Name: " + s(p.name) + ", Value: " + s(p.text) + "},\n");
    const files = parts.filter((p) => p.file).map((p) => "\t\t\t{Field: " + s(p.name) + ", ContentType: " + s(p.type || "application/octet-stream") + ", Source: transfer.FromPath(" + s(p.file) + ")},\n");
    const list = (name: string, type: string, lines: readonly string[]): string => (lines.length > 0 ? "\t\t" + name + ": []transfer." + type + "{\n" + lines.join("") + "\t\t},\n" : "");
    const value = "transfer.Multipart{\n" + list("Fields", "Field", fields) + list("Files", "File", files) + "\t}";
    return { type: "transfer.Multipart", before: "\tbody := " + value + "\n", value: "body", typed: false };
  }

  // content is a body as it is.
  private content(): Body {
    const flat = this.kit.flat(this.r);
    const type = flat.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
    const [only] = flat.body;
    const source: Literal = { text: flat.body.length === 1 && only ? this.source(only) : this.sources(flat.body), zero: false };
    const items = [...(type ? [["ContentType", { text: quoted(type, this.kit), zero: false }] as const] : []), ["Source", source] as const];
    return { type: "transfer.Content", before: "\tbody := " + print({ open: "transfer.Content", items, zero: false }, "\t") + "\n", value: "body", typed: false };
  }

  private source(s: Segment): string {
    return s.file === undefined ? "transfer.FromBytes([]byte(" + (values(this.r, this.kit, "\t\t") || q(s.text, this.kit)) + "))" : "transfer.FromPath(" + quoted(s.file, this.kit) + ")";
  }

  // sources are several pieces, one after the other.
  private sources(list: readonly Segment[]): string {
    const reader = (s: Segment): string => (s.file === undefined ? "strings.NewReader(" + q(s.text, this.kit) + ")" : "file(" + quoted(s.file, this.kit) + ")");
    return "transfer.FromReader(-1, io.MultiReader(\n" + list.map((s) => "\t\t\t" + reader(s) + ",\n").join("") + "\t\t))";
  }

  private get args(): readonly Argument[] {
    return [...this.address.args, ...this.headers];
  }

  private get result(): string {
    return this.r.method === "HEAD" || this.part.result === "" ? "restclient.None" : this.part.result;
  }

  // argsType is how the arguments are declared: not at all, as one value of the
  // path, or as a struct.
  private argsType(): { readonly type: string; readonly value: string; readonly declaration: string } {
    const [first] = this.args;
    if (!first) {
      return { type: "restclient.None", value: "restclient.None{}", declaration: "" };
    }
    if (this.args.length === 1 && first.tag.startsWith("path:")) {
      return { type: first.type, value: print(first.value), declaration: "" };
    }
    const known = new Set(this.part.types.map((t) => t.name));
    let name = this.part.name + "Args";
    for (let n = 2; known.has(name); n++) {
      name = this.part.name + "Args" + n;
    }
    const value = print({ open: name, items: this.args.map((a) => [a.field, a.value] as const), zero: false }, "\t");
    return { type: name, value, declaration: struct(name, this.args.map((a) => ({ name: a.field, type: a.type, tag: a.tag }))) };
  }

  private declarations(): string {
    const { name, path } = this.part;
    const { type, declaration } = this.argsType();
    const prefix = "\trestclient.WithURLPrefix(" + quoted(this.address.prefix, this.kit) + ")";
    const method = this.r.method === (this.read ? "GET" : "POST") ? "" : ",\n\trestclient.WithMethod(" + quoted(this.r.method, this.kit) + ")";
    const types = this.read ? [type, this.result] : [type, this.body.type, this.result];
    return (
      declaration + "// " + line(name + " is " + this.r.method + " " + (path || "the operation")) + ".\nvar " + name + " = restclient." + (this.read ? "RestEndpoint" : "RestMutation") +
      "[" + types.join(", ") + "](" + (this.address.path.includes('"') ? "`" + this.address.path + "`" : quoted(this.address.path, this.kit)) + ",\n" + prefix + method + ")\n\n"
    );
  }

  // below is what a reader looks at last.
  private below(): string {
    const opens = this.body.before.includes("\tfile(");
    const rest = (opens ? file : "") + (this.declared ? this.needed().map((t) => declared(t)).join("") : "");
    return rest && "\n" + rest;
  }

  // needed are the structs that what is sent and what is answered are made of.
  private needed(): readonly ReturnType<typeof this.struct>[] {
    const names = new Set<string>();
    const add = (type: string): void => {
      const name = type.replace(/^(\*|\[\]|map\[string\])+/, "");
      const own = names.has(name) ? undefined : this.types.type(name);
      if (own) {
        names.add(name);
        own.fields.forEach((f) => add(f.type));
      }
    };
    add(this.body.typed ? this.body.type : "");
    add(this.result);
    return this.part.types.filter((t) => names.has(t.name)).map((t) => this.struct(t.name));
  }

  private struct(name: string): { readonly name: string; readonly schema?: string; readonly fields: GoPart["types"][number]["fields"] } {
    return this.types.type(name) ?? { name, fields: [] };
  }

  private call(): string {
    const { value } = this.argsType();
    const { name } = this.part;
    const call = this.read ? "restclient.Fetch(ctx, " + name + ", " + value + ")" : "restclient.Mutate(ctx, " + name + ", " + value + ", " + this.body.value + ")";
    if (this.result === "restclient.None") {
      return this.body.before + "\tif _, err := " + call + "; err != nil {\n\t\tlog.Fatal(err)\n\t}\n";
    }
    const shown = /^(string|json\.RawMessage|\[\]byte)$/.test(this.result) ? "fmt.Println(" + (this.result === "string" ? "result" : "string(result)") + ")" : 'fmt.Printf("%+v\\n", result)';
    return this.body.before + "\tresult, err := " + call + "\n" + check + "\t" + shown + "\n";
  }

  // plain sends what no declaration can: a read with a body, or a method in small
  // letters.
  private plain(): string {
    const s = (text: string): string => quoted(text, this.kit);
    const { before } = this.body;
    const content = this.r.body ? before.replace(/^\tbody := /, "\tcontent := ") + "\tbody, err := content.Body()\n" + check : "";
    const set = [...this.fields.map(([name, value]) => "\trequest.Header.Set(" + s(name) + ", " + s(value) + ")\n"), this.r.body ? '\trequest.Header.Set("Content-Type", body.ContentType)\n\trequest.Body, request.ContentLength = body.Open, body.Length\n' : ""];
    return (
      content + "\trequest := &core.Request{Method: " + s(this.r.method) + ", URL: " + s(this.r.url) + ", Header: http.Header{}}\n" + set.join("") +
      "\tresponse, err := client.Do(ctx, request)\n" + check + "\tdefer response.Body.Close()\n\ttext, err := io.ReadAll(response.Body)\n" + check + "\tfmt.Println(response.Status, string(text))\n"
    );
  }
}

const opened = (policy: string): string =>
  "\tclient, err := restclient.New(httptransport.New(nil)" + (policy && ", restclient.WithMiddleware(\n\t\t" + policy + ")") + ")\n" + check + "\tdefer client.Close()\n\tctx := client.Context(context.Background())\n\n";

const file = "func file(name string) io.Reader {\n\tf, err := os.Open(name)\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\treturn f\n}\n\n";

// simple tells forms that our client writes by itself: fields without a type, and
// then files.
function simple(parts: readonly Part[]): boolean {
  const first = parts.findIndex((p) => p.file !== "");
  return parts.every((p, i) => (p.file ? first <= i && !/[/\\]/.test(p.file) : !p.type && (first < 0 || i < first)));
}

const packages: readonly (readonly [name: string, path: string])[] = [
  ["context", "context"],
  ["json", "encoding/json"],
  ["fmt", "fmt"],
  ["io", "io"],
  ["log", "log"],
  ["http", "net/http"],
  ["url", "net/url"],
  ["os", "os"],
  ["strings", "strings"],
  ["time", "time"],
  ["core", root + "core"],
  ["restclient", root + "restclient"],
  ["httptransport", root + "restclient/httptransport"],
  ["policy", root + "restclient/policy"],
  ["transfer", root + "restclient/transfer"],
];

// imports are those of the packages that code uses, outside of its texts.
function imports(code: string): string {
  const bare = code.replace(/"(?:[^"\\\n]|\\.)*"|`[^`]*`|\/\/.*/g, '""');
  const used = packages.filter(([name]) => new RegExp("(?<![\\w.\"])" + name + "\\.").test(bare)).map(([, path]) => '\t"' + path + '"\n');
  const own = used.findIndex((text) => text.includes(root));
  return "import (\n" + used.slice(0, own).join("") + "\n" + used.slice(own).join("") + ")\n";
}
