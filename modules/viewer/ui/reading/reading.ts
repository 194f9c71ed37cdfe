// Pages of several operations, and descriptions with headings. Bodies that the page does not hold are fetched
// before they come into view and put away when they are far, the address and the
// sidebar follow what is read, and links of the sidebar lead to places of the page.
// Without this script heads lead to the pages of the operations.
import { Bodies } from "./bodies";
import { Follower, current, headings } from "./follow";

let bodies: Bodies | null = null;
let follower: Follower | null = null;

// mount makes the operations of a page work, and forgets those of the page before.
export function mount(main: HTMLElement): void {
  bodies?.stop();
  follower?.stop();
  bodies = null;
  follower = null;
  const entries = [...main.querySelectorAll<HTMLElement>(".entry")];
  if (entries.length > 0) {
    bodies = new Bodies(main);
  }
  if (entries.length > 0 || headings().size > 0) {
    follower = new Follower(entries, (id) => summon(id));
  }
}

// renew makes an operation work that has come into the page later.
export function renew(body: HTMLElement): void {
  const main = body.closest("main");
  if (main && bodies && !bodies.knows(body)) {
    mount(main);
  }
}

// summon fetches the body that the element with an id stands in, when it is not
// there. Ids in a body begin with that of its operation.
export async function summon(id: string): Promise<void> {
  const head = follower?.headOf(id);
  const body = head?.closest(".entry")?.querySelector<HTMLElement>(":scope > [data-entry]");
  if (body && head?.id !== id) {
    await bodies?.load(body);
  }
}

// place says where the reader is, so that it is found again when bodies above it
// are higher or lower than they were.
export function place(): { entry?: string; offset?: number } {
  const head = follower && current(follower.heads);
  return head ? { entry: head.id, offset: Math.round(head.getBoundingClientRect().top) } : {};
}

// resume brings the reader back to a place, and once more when the body is there,
// unless the page has been scrolled since.
export function resume(state: object): void {
  if (!("entry" in state) || !("offset" in state) || typeof state.entry !== "string" || typeof state.offset !== "number") {
    return;
  }
  const { offset } = state;
  const head = document.getElementById(state.entry);
  const body = head?.closest(".entry")?.querySelector<HTMLElement>(":scope > [data-entry]");
  if (!head) {
    return;
  }
  const back = (): number => {
    window.scrollBy({ top: head.getBoundingClientRect().top - offset, behavior: "instant" });
    return window.scrollY;
  };
  const at = back();
  if (body) {
    void bodies?.load(body).then(() => {
      if (Math.abs(window.scrollY - at) < 2) {
        back();
      }
    });
  }
}
