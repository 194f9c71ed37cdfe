(()=>{
"use strict";var exported=(()=>{var p=Object.defineProperty;var S=Object.getOwnPropertyDescriptor;var L=Object.getOwnPropertyNames;var R=Object.prototype.hasOwnProperty;var y=(n,t)=>{for(var e in t)p(n,e,{get:t[e],enumerable:!0})},U=(n,t,e,r)=>{if(t&&typeof t=="object"||typeof t=="function")for(let s of L(t))!R.call(n,s)&&s!==e&&p(n,s,{get:()=>t[s],enumerable:!(r=S(t,s))||r.enumerable});return n};var T=n=>U(p({},"__esModule",{value:!0}),n);var D={};y(D,{languages:()=>q});function f(n,t,e){let r=o=>o>127?String.fromCharCode(o):"\\"+o.toString(8).padStart(3,"0"),s={"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r","\n":"\\n"};return(n.includes(`
`)?n.split(/(?<=\n)/):[n]).map(o=>'"'+t.escape(o,s,r).replace(/\?(?=\?)/g,"?\\")+'"').join(`
`+e)}var E=(n,t)=>{let e=(a,c)=>"  curl_easy_setopt(curl, CURLOPT_"+a+", "+c+`);
`,r=a=>f(a,t,"    "),i=t.headers(n).map(([a,c])=>"  headers = curl_slist_append(headers, "+r(c?a+": "+c:a+";")+`);
`).join(""),o=n.body,d=o?.parts?.map(a=>C(a,t)).join(""),m=o&&!o.parts&&!o.file;return`#include <curl/curl.h>
#include <stdio.h>

`+(m?`static const char body[] =
    `+r(o.text)+`;

`:"")+`int main(void) {
  CURL *curl = curl_easy_init();
  if (curl == NULL) {
    return 1;
  }
`+e("URL",r(n.url))+(n.method==="HEAD"?e("NOBODY","1L"):e("CUSTOMREQUEST",r(n.method)))+(i&&`
  struct curl_slist *headers = NULL;
`+i+e("HTTPHEADER","headers"))+(m?`
`+e("POSTFIELDSIZE","(long)sizeof body - 1")+e("POSTFIELDS","body"):"")+(o?.file?`
  FILE *file = fopen(`+r(o.file)+`, "rb");
  if (file == NULL) {
    return 1;
  }
  fseek(file, 0, SEEK_END);
`+e("UPLOAD","1L")+e("INFILESIZE_LARGE","(curl_off_t)ftell(file)")+`  rewind(file);
`+e("READDATA","file"):"")+(d?`
  curl_mime *form = curl_mime_init(curl);
  curl_mimepart *part;
`+d+e("MIMEPOST","form"):"")+`
  CURLcode result = curl_easy_perform(curl);
  if (result != CURLE_OK) {
    fprintf(stderr, "%s\\n", curl_easy_strerror(result));
  }
`+(i&&`  curl_slist_free_all(headers);
`)+(d?`  curl_mime_free(form);
`:"")+(o?.file?`  fclose(file);
`:"")+`  curl_easy_cleanup(curl);
  return result != CURLE_OK;
}
`};function C(n,t){let e=r=>f(r,t,"    ");return`  part = curl_mime_addpart(form);
  curl_mime_name(part, `+e(n.name)+`);
`+(n.file?"  curl_mime_filedata(part, "+e(n.file)+`);
`:"  curl_mime_data(part, "+e(n.text)+`, CURL_ZERO_TERMINATED);
`)+(n.type&&"  curl_mime_type(part, "+e(n.type)+`);
`)}var _={libcurl:E};function l(n,t){let e=s=>s>127?String.fromCharCode(s):"\\"+s.toString(8).padStart(3,"0");return"@"+(n.includes(`
`)?n.split(/(?<=\n)/):[n]).map(s=>'"'+t.escape(s,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},e)+'"').join(`
     `)}var b=(n,t)=>{let e=t.flat(n),r=e.body.map(i=>i.file?"[NSData dataWithContentsOfFile:"+l(i.file,t)+"]":"["+l(i.text??"",t)+`
        dataUsingEncoding:NSUTF8StringEncoding]`),s=r.length>1?`    NSMutableData *body = [NSMutableData data];
`+r.map(i=>"    [body appendData:"+i+`];
`).join("")+`    request.HTTPBody = body;
`:r.map(i=>"    request.HTTPBody = "+i+`;
`).join("");return`#import <Foundation/Foundation.h>

int main(void) {
  @autoreleasepool {
    NSURL *url = [NSURL URLWithString:`+l(n.url,t)+`];
    NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:url];
    request.HTTPMethod = `+l(n.method,t)+`;
`+e.headers.map(([i,o])=>"    [request setValue:"+l(o,t)+" forHTTPHeaderField:"+l(i,t)+`];
`).join("")+s+`
    dispatch_semaphore_t done = dispatch_semaphore_create(0);
    [[NSURLSession.sharedSession dataTaskWithRequest:request
        completionHandler:^(NSData *data, NSURLResponse *response, NSError *error) {
          NSLog(@"%ld %@ %@", (long)((NSHTTPURLResponse *)response).statusCode, error, data ? [[NSString alloc] initWithData:data encoding:NSUTF8StringEncoding] : nil);
          dispatch_semaphore_signal(done);
        }] resume];
    dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER);
  }
  return 0;
}
`},g={nsurlsession:b};function u(n,t){if(n.includes(`
`)&&!/"""#|\\#|\r/.test(n))return`#"""
`+n+`
"""#`;let e=r=>"\\u{"+r.toString(16)+"}";return'"'+t.escape(n,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},e)+'"'}var N=(n,t)=>{let e=t.flat(n),r=e.body.map(s=>"body.append("+(s.file?"try Data(contentsOf: URL(fileURLWithPath: "+u(s.file,t)+"))":"Data("+u(s.text??"",t)+".utf8)")+`)
`).join("");return`import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

var request = URLRequest(url: URL(string: `+u(n.url,t)+`)!)
request.httpMethod = `+u(n.method,t)+`
`+e.headers.map(([s,i])=>"request.setValue("+u(i,t)+", forHTTPHeaderField: "+u(s,t)+`)
`).join("")+(r&&`var body = Data()
`+r+`request.httpBody = body
`)+`
let (data, response) = try await URLSession.shared.data(for: request)
print((response as! HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))
`},h={nsurlsession:N};var q={c:_,objc:g,swift:h};return T(D);})();
(globalThis.trefoilFiles??={})["assets/client-native"]=exported})();
