import { counted } from "./words";

// sizeText says how many bytes there are, as the server does.
export function sizeText(bytes: number): string {
  return bytes < 1000 ? counted(bytes, "byte", "bytes") : bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
