// The board without reloading: parts of the page follow the stream that one of them
// names, and orders are sent in the background.

const live = document.querySelector('[data-live]');
const said = document.querySelector('[data-said]');
let refused = ''; // the id of the row whose order was refused just now

const markRefused = () => {
  if (refused) document.getElementById(refused)?.classList.add('refused');
};

// The ids of what has the focus in a part, and of what is beside it when that goes.
const focusedIn = (part) => {
  const active = document.activeElement;
  if (!part.contains(active)) return [];
  return [active.id, active.closest('[id^="trip-"]')?.querySelector('[name=book]').id ?? ''];
};

const events = new EventSource(live.dataset.live);
for (const part of document.querySelectorAll('[data-event]')) {
  events.addEventListener(part.dataset.event, (event) => {
    const focused = focusedIn(part);
    part.innerHTML = event.data;
    focused.map((id) => document.getElementById(id)).find(Boolean)?.focus({ preventScroll: true });
    markRefused();
  });
}
events.addEventListener('open', () => live.toggleAttribute('data-open', true));
window.addEventListener('pagehide', () => events.close());

const order = async (form, submitter) => {
  try {
    const response = await fetch(form.getAttribute('action'), {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams(new FormData(form, submitter)),
    });
    return await response.json();
  } catch {
    return { said: 'The server does not answer.', refused: true };
  }
};

document.querySelector('#order').addEventListener('submit', async (event) => {
  event.preventDefault();
  const row = event.submitter?.closest('[id^="trip-"]')?.id ?? '';
  const answer = await order(event.target, event.submitter);
  said.textContent = answer.said;
  said.classList.toggle('refused', answer.refused);
  refused = answer.refused ? row : '';
  markRefused();
  setTimeout(() => { refused = ''; }, 1500);
});
