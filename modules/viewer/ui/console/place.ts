// Place is where the consoles of a reference stand: a page, or an element of a page
// of somebody else's, whose document is a shadow root.
export interface Place {
  readonly body: HTMLElement; // of the reference; it holds the dialogs
  readonly root: string; // the address of the reference
  readonly around: boolean; // it is an element, and the page around has the policy
  readonly home: string; // and of the viewer, which is another one for what a page has sent
  readonly style: string; // the address of the sheet of the console
  samples(card: HTMLElement): Promise<Samples>; // the script of a card of samples
}

// How is how a console is opened.
export interface How {
  readonly fragment?: string; // of a link to a filled request
  readonly send?: boolean; // what stands in it is to be sent at once
}

// Samples is what the script of samples exports.
export interface Samples {
  mount(el: HTMLElement, data: string): Promise<void>;
}
