export { share } from "../base/share";

// origin is not known: who serves the files need not serve the API.
export function origin(): string {
  return "";
}
