// The files of a reference without a server. Each is a script that puts a value
// under its name into one object, so that it can be read where a page may load
// scripts and nothing else: from a disk.
declare global {
  var trefoilFiles: Record<string, unknown> | undefined;
}

const asked = new Map<string, Promise<unknown>>();

// onDisk reports whether the page was opened without a server of files.
export const onDisk = location.protocol === "file:";

// data loads a file once and returns its value. One that failed is asked for
// again.
export function data(address: string): Promise<unknown> {
  const { pathname } = new URL(address, document.baseURI);
  const known = asked.get(pathname);
  if (known) {
    return known;
  }
  const value = run(new URL(address, document.baseURI).href).then(() => valueOf(pathname));
  value.catch(() => asked.delete(pathname));
  asked.set(pathname, value);
  return value;
}

// run runs a script. A module needs no more than a policy that allows our own
// files, but browsers read none from a disk.
async function run(address: string): Promise<unknown> {
  if (!onDisk) {
    return import(address);
  }
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.addEventListener("load", () => resolve(script.remove()));
    script.addEventListener("error", () => reject(new Error("no file " + address)));
    document.head.append(script);
  });
}

function valueOf(pathname: string): unknown {
  const name = Object.keys(globalThis.trefoilFiles ?? {}).find((key) => pathname.endsWith("/" + key + ".js"));
  if (name === undefined) {
    throw new Error("nothing in " + pathname);
  }
  return globalThis.trefoilFiles?.[name];
}
