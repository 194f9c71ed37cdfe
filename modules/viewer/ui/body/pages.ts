// Numbers is a list of whole numbers that grows without being copied: what is
// large would take too long.
const bits = 16;
const mask = (1 << bits) - 1;

export class Numbers {
  private readonly pages: Int32Array[] = [];

  get(at: number): number {
    return this.pages[at >>> bits]?.[at & mask] ?? 0;
  }

  set(at: number, value: number): void {
    let page = this.pages[at >>> bits];
    if (!page) {
      page = new Int32Array(1 << bits);
      this.pages[at >>> bits] = page;
    }
    page[at & mask] = value;
  }
}
