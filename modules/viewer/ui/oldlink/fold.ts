// fold keeps what links of other viewers are told apart by.
export function fold(fragment: string): string {
  return fragment.replace(/[^\p{L}\p{Nd}/]/gu, "").toLowerCase();
}
