(()=>{
"use strict";var exported=(()=>{var m=Object.defineProperty;var S=Object.getOwnPropertyDescriptor;var L=Object.getOwnPropertyNames;var R=Object.prototype.hasOwnProperty;var y=(n,t)=>{for(var e in t)m(n,e,{get:t[e],enumerable:!0})},U=(n,t,e,r)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of L(t))!R.call(n,o)&&o!==e&&m(n,o,{get:()=>t[o],enumerable:!(r=S(t,o))||r.enumerable});return n};var T=n=>U(m({},"__esModule",{value:!0}),n);var D={};y(D,{languages:()=>q});function f(n,t,e){let r=s=>s>127?String.fromCharCode(s):"\\"+s.toString(8).padStart(3,"0"),o={"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r","\n":"\\n"};return(n.includes(`
`)?n.split(/(?<=\n)/):[n]).map(s=>'"'+t.escape(s,o,r).replace(/\?(?=\?)/g,"?\\")+'"').join(`
`+e)}var E=(n,t)=>{let e=(a,p)=>"  curl_easy_setopt(curl, CURLOPT_"+a+", "+p+`);
`,r=a=>f(a,t,"    "),i=t.headers(n).map(([a,p])=>"  headers = curl_slist_append(headers, "+r(p?a+": "+p:a+";")+`);
`).join(""),s=n.body,c=s?.parts?.map(a=>b(a,t)).join(""),l=s&&!s.parts&&!s.file;return`#include <curl/curl.h>
#include <stdio.h>

`+(l?`static const char body[] =
    `+r(s.text)+`;

`:"")+`int main(void) {
  CURL *curl = curl_easy_init();
  if (curl == NULL) {
    return 1;
  }
`+e("URL",r(n.url))+(n.method==="HEAD"?e("NOBODY","1L"):e("CUSTOMREQUEST",r(n.method)))+(i&&`
  struct curl_slist *headers = NULL;
`+i+e("HTTPHEADER","headers"))+(l?`
`+e("POSTFIELDSIZE","(long)sizeof body - 1")+e("POSTFIELDS","body"):"")+(s?.file?`
  FILE *file = fopen(`+r(s.file)+`, "rb");
  if (file == NULL) {
    return 1;
  }
  fseek(file, 0, SEEK_END);
`+e("UPLOAD","1L")+e("INFILESIZE_LARGE","(curl_off_t)ftell(file)")+`  rewind(file);
`+e("READDATA","file"):"")+(c?`
  curl_mime *form = curl_mime_init(curl);
  curl_mimepart *part;
`+c+e("MIMEPOST","form"):"")+`
  CURLcode result = curl_easy_perform(curl);
  if (result != CURLE_OK) {
    fprintf(stderr, "%s\\n", curl_easy_strerror(result));
  }
`+(i&&`  curl_slist_free_all(headers);
`)+(c?`  curl_mime_free(form);
`:"")+(s?.file?`  fclose(file);
`:"")+`  curl_easy_cleanup(curl);
  return result != CURLE_OK;
}
`};function b(n,t){let e=r=>f(r,t,"    ");return`  part = curl_mime_addpart(form);
  curl_mime_name(part, `+e(n.name)+`);
`+(n.file?"  curl_mime_filedata(part, "+e(n.file)+`);
`:"  curl_mime_data(part, "+e(n.text)+`, CURL_ZERO_TERMINATED);
`)+(n.type&&"  curl_mime_type(part, "+e(n.type)+`);
`)}var _={libcurl:E};function d(n,t){let e=o=>o>127?String.fromCharCode(o):"\\"+o.toString(8).padStart(3,"0");return"@"+(n.includes(`
`)?n.split(/(?<=\n)/):[n]).map(o=>'"'+t.escape(o,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},e)+'"').join(`
     `)}var C=(n,t)=>{let e=t.flat(n),r=e.body.map(i=>i.file?"[NSData dataWithContentsOfFile:"+d(i.file,t)+"]":"["+d(i.text??"",t)+`
        dataUsingEncoding:NSUTF8StringEncoding]`),o=r.length>1?`    NSMutableData *body = [NSMutableData data];
`+r.map(i=>"    [body appendData:"+i+`];
`).join("")+`    request.HTTPBody = body;
`:r.map(i=>"    request.HTTPBody = "+i+`;
`).join("");return`#import <Foundation/Foundation.h>

int main(void) {
  @autoreleasepool {
    NSURL *url = [NSURL URLWithString:`+d(n.url,t)+`];
    NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:url];
    request.HTTPMethod = `+d(n.method,t)+`;
`+e.headers.map(([i,s])=>"    [request setValue:"+d(s,t)+" forHTTPHeaderField:"+d(i,t)+`];
`).join("")+o+`
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
`},g={nsurlsession:C};function u(n,t){if(n.includes(`
`)&&!/"""#|\\#|\r/.test(n))return`#"""
`+n+`
"""#`;let e=r=>"\\u{"+r.toString(16)+"}";return'"'+t.escape(n,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},e)+'"'}var N=(n,t)=>{let e=t.flat(n),r=t.basic(n),o=r?'request.setValue("Basic " + Data('+u(r.join(":"),t)+`.utf8).base64EncodedString(), forHTTPHeaderField: "Authorization")
`:"",i=t.form(n),s=i&&!/\+/.test(i.join())?i.map(([l,a])=>"    URLQueryItem(name: "+u(l,t)+", value: "+u(a,t)+`),
`).join(""):"",c=s?"":e.body.map(l=>"body.append("+(l.file?"try Data(contentsOf: URL(fileURLWithPath: "+u(l.file,t)+"))":"Data("+u(l.text??"",t)+".utf8)")+`)
`).join("");return`import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

var request = URLRequest(url: URL(string: `+u(n.url,t)+`)!)
request.httpMethod = `+u(n.method,t)+`
`+t.rest(e.headers,r,null).map(([l,a])=>"request.setValue("+u(a,t)+", forHTTPHeaderField: "+u(l,t)+`)
`).join("")+o+(s&&`var form = URLComponents()
form.queryItems = [
`+s+`]
request.httpBody = form.percentEncodedQuery.map { Data($0.utf8) }
`)+(c&&`var body = Data()
`+c+`request.httpBody = body
`)+`
let (data, response) = try await URLSession.shared.data(for: request)
print((response as! HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))
`},h={nsurlsession:N};var q={c:_,objc:g,swift:h};return T(D);})();
(globalThis.trefoilFiles??={})["assets/client-native"]=exported})();
