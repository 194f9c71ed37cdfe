// Trouble is what a reader is told when there is nothing to show.
export class Trouble extends Error {}

// Gone says that there is no such page. Without a page that says so the server does
// not keep the description any more.
export class Gone extends Error {
  constructor(readonly page: Document | null) {
    super();
  }
}
