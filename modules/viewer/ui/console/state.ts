// What has been typed into a console, as JSON: without credentials, which belong
// to the origin they were given for, and without the content of files.
import type { Way } from "./server";

export interface State {
  readonly server: ServerState;
  readonly parameters: readonly ParameterState[]; // that are sent
  readonly own?: readonly ParameterState[]; // headers and query parameters that the description does not have
  readonly body: BodyState | null; // of an operation that has one
}

export interface ServerState {
  readonly url: string; // as the description has it, with the names of variables
  readonly values: Readonly<Record<string, string>>; // of variables, where they are not the default
  readonly way?: Way; // that the reader has chosen
}

export interface ParameterState {
  readonly in: string;
  readonly name: string;
  readonly value: string; // JSON
}

export interface BodyState {
  readonly sent: boolean;
  readonly type: string; // the media type
  readonly text: string;
}
