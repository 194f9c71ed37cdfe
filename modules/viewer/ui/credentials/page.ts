import { phrase } from "../base/words";

// The script of the page that a provider sends a reader back to. It takes what is
// in the address out of it at once, and gives it to the page that waits for it: the
// one of this origin that knows the state.
const given = [...new URLSearchParams(location.search), ...new URLSearchParams(location.hash.slice(1))];
history.replaceState(null, "", location.pathname);

const line = document.querySelector<HTMLElement>("[data-login]");
const state = given.find(([name]) => name === "state")?.[1] ?? "";

function say(words: string): void {
  if (line) {
    line.textContent = words;
  }
}

const channel = new BroadcastChannel("trefoil-login-" + state);
const alone = setTimeout(() => say(phrase("No page waits for this login. Close this tab, and log in again.")), 3000);
channel.addEventListener("message", (event) => {
  clearTimeout(alone);
  channel.close();
  if (event.data === "received") {
    say(phrase("The login has been taken back to the reference. You can close this tab."));
    window.close();
  } else {
    say(phrase("The login did not succeed; the reference says why. You can close this tab."));
  }
});
say(phrase("One moment …"));
if (state) {
  channel.postMessage(given);
}
