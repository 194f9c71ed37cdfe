// sizeText says how many bytes there are, as the server does.
export function sizeText(bytes: number): string {
  return bytes < 1000 ? `${bytes} byte${bytes === 1 ? "" : "s"}` : bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
