(()=>{
"use strict";var exported=(()=>{var p=Object.defineProperty;var L=Object.getOwnPropertyDescriptor;var S=Object.getOwnPropertyNames;var R=Object.prototype.hasOwnProperty;var y=(e,n)=>{for(var t in n)p(e,t,{get:n[t],enumerable:!0})},U=(e,n,t,r)=>{if(n&&typeof n=="object"||typeof n=="function")for(let o of S(n))!R.call(e,o)&&o!==t&&p(e,o,{get:()=>n[o],enumerable:!(r=L(n,o))||r.enumerable});return e};var T=e=>U(p({},"__esModule",{value:!0}),e);var D={};y(D,{languages:()=>N});function f(e,n,t){let r=s=>s>127?String.fromCharCode(s):"\\"+s.toString(8).padStart(3,"0");return(e.includes(`
`)?e.split(/(?<=\n)/):[e]).map(s=>n.quote(s,{},r).replace(/\?(?=\?)/g,"?\\")).join(`
`+t)}var E=(e,n)=>{let t=(a,d)=>"  curl_easy_setopt(curl, CURLOPT_"+a+", "+d+`);
`,r=a=>f(a,n,"    "),s=n.headers(e).map(([a,d])=>"  headers = curl_slist_append(headers, "+r(d?a+": "+d:a+";")+`);
`).join(""),i=e.body,c=i?.parts?.map((a,d)=>b(a,d+1,n)).join(""),l=i&&!i.parts&&!i.file;return`#include <curl/curl.h>
#include <stdio.h>

`+(l?`static const char body[] =
    `+r(i.text)+`;

`:"")+`int main(void) {
  CURL *curl = curl_easy_init();
  if (curl == NULL) {
    return 1;
  }
`+t("URL",r(e.url))+(e.method==="HEAD"?t("NOBODY","1L"):t("CUSTOMREQUEST",r(e.method)))+(s&&`
  struct curl_slist *headers = NULL;
`+s+t("HTTPHEADER","headers"))+(l?`
`+t("POSTFIELDSIZE","(long)sizeof body - 1")+t("POSTFIELDS","body"):"")+(i?.file?`
  FILE *file = fopen(`+r(i.file)+`, "rb");
  if (file == NULL) {
    return 1;
  }
  fseek(file, 0, SEEK_END);
`+t("UPLOAD","1L")+t("INFILESIZE_LARGE","(curl_off_t)ftell(file)")+`  rewind(file);
`+t("READDATA","file"):"")+(c?`
  curl_mime *form = curl_mime_init(curl);
  curl_mimepart *part;
`+c+t("MIMEPOST","form"):"")+`
  CURLcode result = curl_easy_perform(curl);
  if (result != CURLE_OK) {
    fprintf(stderr, "%s\\n", curl_easy_strerror(result));
  }
`+(s&&`  curl_slist_free_all(headers);
`)+(c?`  curl_mime_free(form);
`:"")+(i?.file?`  fclose(file);
`:"")+`  curl_easy_cleanup(curl);
  return result != CURLE_OK;
}
`};function b(e,n,t){let r=o=>f(o,t,"    ");return`  part = curl_mime_addpart(form);
  curl_mime_name(part, `+r(e.name)+`);
`+(e.file?"  curl_mime_filedata(part, "+r(e.file)+`);
`:"  curl_mime_data(part, "+r(e.text)+`, CURL_ZERO_TERMINATED);
`)+(e.type&&"  curl_mime_type(part, "+r(e.type)+`);
`)+(e.headers?"  struct curl_slist *more"+n+` = NULL;
`+e.headers.map(o=>"  more"+n+" = curl_slist_append(more"+n+", "+r(o.join(": "))+`);
`).join("")+"  curl_mime_headers(part, more"+n+`, 1);
`:"")}var _={libcurl:E};function m(e,n){let t=o=>o>127?String.fromCharCode(o):"\\"+o.toString(8).padStart(3,"0");return"@"+(e.includes(`
`)?e.split(/(?<=\n)/):[e]).map(o=>n.quote(o,{},t)).join(`
     `)}var C=(e,n)=>{let t=n.flat(e),r=t.body.map(s=>s.file?"[NSData dataWithContentsOfFile:"+m(s.file,n)+"]":"["+m(s.text??"",n)+`
        dataUsingEncoding:NSUTF8StringEncoding]`),o=r.length>1?`    NSMutableData *body = [NSMutableData data];
`+r.map(s=>"    [body appendData:"+s+`];
`).join("")+`    request.HTTPBody = body;
`:r.map(s=>"    request.HTTPBody = "+s+`;
`).join("");return`#import <Foundation/Foundation.h>

int main(void) {
  @autoreleasepool {
    NSURL *url = [NSURL URLWithString:`+m(e.url,n)+`];
    NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:url];
    request.HTTPMethod = `+m(e.method,n)+`;
`+t.headers.map(([s,i])=>"    [request setValue:"+m(i,n)+" forHTTPHeaderField:"+m(s,n)+`];
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
`},h={nsurlsession:C};function u(e,n){return e.includes(`
`)&&!/"""#|\\#|\r/.test(e)?`#"""
`+e+`
"""#`:n.quote(e,{},"\\u{")}var q=(e,n)=>{let t=n.flat(e),r=n.basic(e),o=r?'request.setValue("Basic " + Data('+u(r.join(":"),n)+`.utf8).base64EncodedString(), forHTTPHeaderField: "Authorization")
`:"",s=n.form(e),i=s&&!/\+/.test(s.join())?s.map(([l,a])=>"    URLQueryItem(name: "+u(l,n)+", value: "+u(a,n)+`),
`).join(""):"",c=i?"":t.body.map(l=>"body.append("+(l.file?"try Data(contentsOf: URL(fileURLWithPath: "+u(l.file,n)+"))":"Data("+u(l.text??"",n)+".utf8)")+`)
`).join("");return`import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

var request = URLRequest(url: URL(string: `+u(e.url,n)+`)!)
request.httpMethod = `+u(e.method,n)+`
`+n.rest(t.headers,r,null).map(([l,a])=>"request.setValue("+u(a,n)+", forHTTPHeaderField: "+u(l,n)+`)
`).join("")+o+(i&&`var form = URLComponents()
form.queryItems = [
`+i+`]
request.httpBody = form.percentEncodedQuery.map { Data($0.utf8) }
`)+(c&&`var body = Data()
`+c+`request.httpBody = body
`)+`
let (data, response) = try await URLSession.shared.data(for: request)
print((response as! HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))
`},g={nsurlsession:q};var N={c:_,objc:h,swift:g};return T(D);})();
(globalThis.trefoilFiles??={})["assets/client-native"]=exported})();
