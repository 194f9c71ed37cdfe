import { equal, table } from "../../testing/testing";
import { parseRequest } from "./route";

// Each row: what was pasted, and its method, path and whether nothing else can be
// meant. How it is routed is in the table that searchindex.test.ts reads.
table<readonly [text: string, request: readonly [method: string, path: string, whole: boolean] | null]>(
  {
    "a line of a request": ["GET /pets/7", ["GET", "/pets/7", true]],
    "a line with a version and headers": ["post /pets HTTP/1.1\r\nHost: a", ["POST", "/pets", true]],
    "a method of one's own in capitals": ["PURGE /pets", ["PURGE", "/pets", true]],
    "a word in small letters is no method": ["purge /pets", null],
    "a path may be something else": ["/pets?x=1#y", ["", "/pets", false]],
    "an address": ["https://a.example/pets?x=1", ["", "/pets", true]],
    "an address without a path": ["https://a.example", ["", "/", true]],
    "an address without a scheme is none": ["//a.example/pets", null],
    "words are none": ["list pets", null],
    "nothing is none": ["", null],
    "curl reads": ["curl https://a.example/pets", ["GET", "/pets", true]],
    "curl writes with a body": ["curl -d x 'https://a.example/pets'", ["POST", "/pets", true]],
    "curl names a method": ["curl --request=put https://a.example/pets", ["PUT", "/pets", true]],
    "curl names a method behind other flags": ["curl -sXPUT https://a.example/pets", ["PUT", "/pets", true]],
    "curl asks for headers alone": ["curl -I https://a.example/pets", ["HEAD", "/pets", true]],
    "curl needs no scheme": ["curl localhost:8080/pets", ["GET", "/pets", true]],
    "curl without an address is none": ["curl -X GET", null],
  },
  ([text, request]) => {
    const found = parseRequest(text);
    equal(found && [found.method, found.path, found.whole], request);
  },
);
