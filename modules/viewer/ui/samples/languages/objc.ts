import type { Client, Clients, Kit } from "../kit";

// q quotes text, one line of it a string.
function q(text: string, kit: Kit): string {
  const control = (code: number): string => (code > 127 ? String.fromCharCode(code) : "\\" + code.toString(8).padStart(3, "0"));
  const lines = text.includes("\n") ? text.split(/(?<=\n)/) : [text];
  return "@" + lines.map((line) => kit.quote(line, {}, control)).join("\n     ");
}

const nsurlsession: Client = (r, kit) => {
  const flat = kit.flat(r);
  const pieces = flat.body.map((s) => (s.file ? "[NSData dataWithContentsOfFile:" + q(s.file, kit) + "]" : "[" + q(s.text ?? "", kit) + "\n        dataUsingEncoding:NSUTF8StringEncoding]"));
  const body =
    pieces.length > 1
      ? "    NSMutableData *body = [NSMutableData data];\n" + pieces.map((e) => "    [body appendData:" + e + "];\n").join("") + "    request.HTTPBody = body;\n"
      : pieces.map((e) => "    request.HTTPBody = " + e + ";\n").join("");
  return (
    "#import <Foundation/Foundation.h>\n\nint main(void) {\n  @autoreleasepool {\n    NSURL *url = [NSURL URLWithString:" + q(r.url, kit) + "];\n    NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:url];\n    request.HTTPMethod = " +
    q(r.method, kit) + ";\n" + flat.headers.map(([name, value]) => "    [request setValue:" + q(value, kit) + " forHTTPHeaderField:" + q(name, kit) + "];\n").join("") + body +
    "\n    dispatch_semaphore_t done = dispatch_semaphore_create(0);\n    [[NSURLSession.sharedSession dataTaskWithRequest:request\n        completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {\n" +
    '          NSLog(@"%ld %@ %@", (long)((NSHTTPURLResponse *)response).statusCode, error, data ? [[NSString alloc] initWithData:data encoding:NSUTF8StringEncoding] : nil);\n' +
    "          dispatch_semaphore_signal(done);\n        }] resume];\n    dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER);\n  }\n  return 0;\n}\n"
  );
};

export const clients: Clients = { nsurlsession };
