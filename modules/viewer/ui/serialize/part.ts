// What the server says about an operation to those who want to try it.

export type Schema = boolean | { readonly [keyword: string]: unknown };

export interface Variable {
  readonly name: string;
  readonly default: string;
  readonly enum: readonly string[];
  readonly description: string;
}

export interface Server {
  readonly url: string;
  readonly description: string;
  readonly variables: readonly Variable[];
}

export interface Encoding {
  readonly property: string;
  readonly contentType: string;
  readonly style: string;
  readonly explode: boolean | null;
  readonly allowReserved: boolean;
  readonly send?: readonly (readonly [name: string, value: string])[]; // headers of the part
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie" | "querystring";
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string;
  readonly style: string;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
  readonly media: string; // of a value with a format of its own
  readonly schema: Schema | null;
  readonly example: string; // JSON
  readonly given: boolean; // the description gives the value
  readonly encoding: readonly Encoding[];
}

export interface Media {
  readonly type: string;
  readonly schema: Schema | null;
  readonly itemSchema: Schema | null;
  readonly kind?: "text" | "form" | "file";
  readonly example?: string;
  readonly examples?: readonly { readonly name: string; readonly summary: string; readonly value: string }[];
  readonly encoding?: readonly Encoding[];
}

export interface Requirement {
  readonly scheme: string;
  readonly scopes: readonly string[];
}

export interface Scope {
  readonly name: string;
  readonly description: string;
  readonly default: boolean;
}

export interface Flow {
  readonly kind: string;
  readonly authorizationUrl: string;
  readonly deviceAuthorizationUrl: string;
  readonly tokenUrl: string;
  readonly refreshUrl: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
}

export interface Scheme {
  readonly type: string;
  readonly in: string;
  readonly name: string;
  readonly scheme: string;
  readonly bearerFormat: string;
  readonly flows: readonly Flow[];
  readonly clientId: string;
  readonly openIdConnectUrl: string;
  readonly description: string;
}

export interface Basic {
  readonly token?: string;
  readonly username: string;
  readonly password: string;
}

export interface Prefill {
  readonly preferredSecurityScheme: string;
  readonly apiKey: { readonly token: string };
  readonly http: { readonly basic: Basic; readonly bearer: { readonly token: string } };
  readonly oAuth2: { readonly clientId: string; readonly scopes: readonly string[]; readonly accessToken: string };
  readonly securitySchemes: Readonly<Record<string, Basic>>;
  readonly servers: readonly Server[]; // that it is for
}

export interface Link {
  readonly name: string;
  readonly operation: string; // slug, "" for one that is not in the description
  readonly url: string; // of its page, relative to the root
  readonly title: string; // of the operation, or what the link calls it
  readonly parameters: readonly { readonly name: string; readonly value: string }[]; // JSON
  readonly requestBody: string; // JSON, "" for none
  readonly server: string; // address, "" when the link names none
  readonly description: string;
}

export interface Response {
  readonly status: string;
  readonly description: string;
  readonly headers: readonly { readonly name: string; readonly required: boolean; readonly schema: Schema | null }[];
  readonly media: readonly Media[];
  readonly links: readonly Link[];
}

export interface Part {
  readonly operation: { readonly slug: string; readonly url: string; readonly method: string; readonly path: string; readonly id: string; readonly title: string };
  readonly servers: readonly Server[];
  readonly parameters: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly description: string; readonly media: readonly Media[] } | null;
  readonly responses: readonly Response[];
  readonly security: readonly (readonly Requirement[])[];
  readonly schemes: Readonly<Record<string, Scheme>>;
  readonly prefill: Prefill;
  readonly proxy: { readonly own: boolean; readonly url: string; readonly tokens: boolean };
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly truncated: boolean;
}
