// Buttons that save what was sent as files.
import { button, id, node } from "../../base/dom";
import { download } from "../../base/download";
import type { Run } from "../session";
import { arazzo } from "./arazzo";
import { httpFile, script } from "./files";
import { har } from "./har";
import type { Host } from "./past";
import { counted, phrase } from "../../base/words";

type Make = (runs: readonly Run[], secrets: boolean) => Promise<Blob> | string;

// exporter offers to save some runs: those that are wanted when it is pressed.
export function exporter(wanted: () => readonly Run[], host: Host): HTMLElement {
  const secrets = node("input", { type: "checkbox", class: "try-toggle", id: id() });
  const danger = node("p", { class: "try-mismatch", hidden: true }, phrase("Whoever has the file can use the credentials in it."));
  secrets.addEventListener("change", () => {
    danger.hidden = !secrets.checked;
    if (secrets.checked) {
      host.announce(danger.textContent ?? "");
    }
  });
  const from = new URL(host.root).href;
  const kinds: readonly (readonly [title: string, file: string, make: Make])[] = [
    [phrase("curl script"), "session.sh", (runs) => script(runs, from)],
    [phrase(".http file"), "session.http", (runs) => httpFile(runs, from)],
    ["Arazzo", "session.arazzo.json", (runs) => arazzo(runs, host.root)],
    ["HAR", "session.har", (runs) => har(runs, secrets.checked)],
  ];
  const save = async (title: string, file: string, make: Make): Promise<void> => {
    const runs = wanted();
    download(new Blob([await make(runs, secrets.checked)], { type: "application/octet-stream" }), file);
    const silent = title === "HAR" ? 0 : runs.filter((run) => !run.answer).length;
    host.announce(phrase("Saved {1} as {2}.", counted(runs.length - silent, "request", "requests"), file) + (silent > 0 ? " " + counted(silent, "without an answer is left out.", "without an answer are left out.") : ""));
  };
  return node(
    "details",
    { class: "try-fold past-export" },
    node("summary", {}, phrase("Save as a file")),
    node("div", { class: "try-tools" }, ...kinds.map(([title, file, make]) => button(title, () => void save(title, file, make)))),
    node("p", { class: "try-note" }, phrase("What is chosen, or all. The script, the .http file and the workflow ask for credentials; HAR holds masks in their place. Bodies are saved as they are.")),
    node("div", { class: "past-filter" }, secrets, node("label", { for: secrets.id }, phrase("HAR with credentials"))),
    danger,
  );
}
