import { equal, replace, test } from "../testing/testing";
import { mount, showChoice } from "./examples";

// asked are the addresses that are asked for, without an answer.
function asked(): string[] {
  const list: string[] = [];
  replace(XMLHttpRequest.prototype, "open", (_: string, url: string | URL) => void list.push(new URL(url).search));
  replace(XMLHttpRequest.prototype, "send", () => undefined);
  replace(XMLHttpRequest.prototype, "setRequestHeader", () => undefined);
  return list;
}

test("a choice asks for what stands in the middle of the page alone", () => {
  const list = asked();
  mount(document.body);
  document.body.innerHTML = '<div data-choice="body.owner"></div><div data-entry="?entry=operations/x"><div data-choice="body.friend"></div></div>';
  showChoice("body.owner", 1);
  showChoice("body.friend", 2);
  equal(list, ["?part=&choose=body.owner%3A1", "?entry=operations%2Fx&part=&choose=body.owner%3A1&choose=body.friend%3A2"]);
});
