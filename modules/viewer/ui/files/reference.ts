// The script of every page of an exported reference: that of the pages of a
// server, with files in place of what a server is asked.
import "../reference";
import { painted } from "../base/painted";

// A page of results is made by a server. Without one the dialog shows them, when the
// script of the page has made it.
painted(() => {
  const query = new URLSearchParams(location.search).get("q");
  const field = document.querySelector<HTMLInputElement>("input[data-search-open]");
  if (query && field && document.querySelector("[data-contents]")) {
    field.value = query;
    field.dispatchEvent(new Event("input"));
  }
});
