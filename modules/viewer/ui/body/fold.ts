import type { JsonIndex } from "./json";

// Fold is an open value of the tree: its children can be seen, and what is open
// among them. The outermost one holds the whole as its only child.
export class Fold {
  rows: number; // that can be seen in it
  private readonly kept = new Map<number, Fold>(); // shut ones, as they were
  private readonly inner: { readonly place: number; readonly fold: Fold }[] = []; // by place

  constructor(
    private readonly index: JsonIndex,
    readonly node: number, // -1 for the outermost
    private readonly outer: Fold | null,
  ) {
    this.rows = node < 0 ? 1 : index.countOf(node);
  }

  child(place: number): number {
    return this.node < 0 ? 0 : this.index.childOf(this.node, place);
  }

  opened(place: number): Fold | null {
    const at = this.search(place);
    const found = this.inner[at];
    return found?.place === place ? found.fold : null;
  }

  // open opens a child, and returns it.
  open(place: number): Fold {
    const known = this.opened(place);
    if (known) {
      return known;
    }
    const fold = this.kept.get(place) ?? new Fold(this.index, this.child(place), this);
    this.inner.splice(this.search(place), 0, { place, fold });
    this.grow(fold.rows);
    return fold;
  }

  shut(place: number): void {
    const at = this.search(place);
    const found = this.inner[at];
    if (found?.place === place) {
      this.inner.splice(at, 1);
      this.kept.set(place, found.fold);
      this.grow(-found.fold.rows);
    }
  }

  // at returns the value that stands on a row.
  at(row: number): number {
    let added = 0;
    for (const { place, fold } of this.inner) {
      const own = place + added;
      if (row <= own) {
        break;
      }
      if (row <= own + fold.rows) {
        return fold.at(row - own - 1);
      }
      added += fold.rows;
    }
    return this.child(row - added);
  }

  // rowOf returns the row of a child.
  rowOf(place: number): number {
    let row = place;
    for (const inner of this.inner) {
      if (inner.place >= place) {
        break;
      }
      row += inner.fold.rows;
    }
    return row;
  }

  private grow(rows: number): void {
    this.rows += rows;
    this.outer?.grow(rows);
  }

  private search(place: number): number {
    let low = 0;
    let high = this.inner.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.inner[middle]?.place ?? 0) < place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
