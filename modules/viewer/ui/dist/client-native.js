function p(n,e,r){let s=t=>t>127?String.fromCharCode(t):"\\"+t.toString(8).padStart(3,"0");return(n.includes(`
`)?n.split(/(?<=\n)/):[n]).map(t=>e.quote(t,{},s).replace(/\?(?=\?)/g,"?\\")).join(`
`+r)}var g=(n,e)=>{let r=(a,d)=>"  curl_easy_setopt(curl, CURLOPT_"+a+", "+d+`);
`,s=a=>p(a,e,"    "),t=e.headers(n).map(([a,d])=>"  headers = curl_slist_append(headers, "+s(d?a+": "+d:a+";")+`);
`).join(""),i=n.body,c=i?.parts?.map((a,d)=>L(a,d+1,e)).join(""),l=i&&!i.parts&&!i.file;return`#include <curl/curl.h>
#include <stdio.h>

`+(l?`static const char body[] =
    `+s(i.text)+`;

`:"")+`int main(void) {
  CURL *curl = curl_easy_init();
  if (curl == NULL) {
    return 1;
  }
`+r("URL",s(n.url))+(n.method==="HEAD"?r("NOBODY","1L"):r("CUSTOMREQUEST",s(n.method)))+(t&&`
  struct curl_slist *headers = NULL;
`+t+r("HTTPHEADER","headers"))+(l?`
`+r("POSTFIELDSIZE","(long)sizeof body - 1")+r("POSTFIELDS","body"):"")+(i?.file?`
  FILE *file = fopen(`+s(i.file)+`, "rb");
  if (file == NULL) {
    return 1;
  }
  fseek(file, 0, SEEK_END);
`+r("UPLOAD","1L")+r("INFILESIZE_LARGE","(curl_off_t)ftell(file)")+`  rewind(file);
`+r("READDATA","file"):"")+(c?`
  curl_mime *form = curl_mime_init(curl);
  curl_mimepart *part;
`+c+r("MIMEPOST","form"):"")+`
  CURLcode result = curl_easy_perform(curl);
  if (result != CURLE_OK) {
    fprintf(stderr, "%s\\n", curl_easy_strerror(result));
  }
`+(t&&`  curl_slist_free_all(headers);
`)+(c?`  curl_mime_free(form);
`:"")+(i?.file?`  fclose(file);
`:"")+`  curl_easy_cleanup(curl);
  return result != CURLE_OK;
}
`};function L(n,e,r){let s=o=>p(o,r,"    ");return`  part = curl_mime_addpart(form);
  curl_mime_name(part, `+s(n.name)+`);
`+(n.file?"  curl_mime_filedata(part, "+s(n.file)+`);
`:"  curl_mime_data(part, "+s(n.text)+`, CURL_ZERO_TERMINATED);
`)+(n.type&&"  curl_mime_type(part, "+s(n.type)+`);
`)+(n.headers?"  struct curl_slist *more"+e+` = NULL;
`+n.headers.map(o=>"  more"+e+" = curl_slist_append(more"+e+", "+s(o.join(": "))+`);
`).join("")+"  curl_mime_headers(part, more"+e+`, 1);
`:"")}var f={libcurl:g};function m(n,e){let r=o=>o>127?String.fromCharCode(o):"\\"+o.toString(8).padStart(3,"0");return"@"+(n.includes(`
`)?n.split(/(?<=\n)/):[n]).map(o=>e.quote(o,{},r)).join(`
     `)}var S=(n,e)=>{let r=e.flat(n),s=r.body.map(t=>t.file?"[NSData dataWithContentsOfFile:"+m(t.file,e)+"]":"["+m(t.text??"",e)+`
        dataUsingEncoding:NSUTF8StringEncoding]`),o=s.length>1?`    NSMutableData *body = [NSMutableData data];
`+s.map(t=>"    [body appendData:"+t+`];
`).join("")+`    request.HTTPBody = body;
`:s.map(t=>"    request.HTTPBody = "+t+`;
`).join("");return`#import <Foundation/Foundation.h>

int main(void) {
  @autoreleasepool {
    NSURL *url = [NSURL URLWithString:`+m(n.url,e)+`];
    NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:url];
    request.HTTPMethod = `+m(n.method,e)+`;
`+r.headers.map(([t,i])=>"    [request setValue:"+m(i,e)+" forHTTPHeaderField:"+m(t,e)+`];
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
`},_={nsurlsession:S};function u(n,e){return n.includes(`
`)&&!/"""#|\\#|\r/.test(n)?`#"""
`+n+`
"""#`:e.quote(n,{},"\\u{")}var R=(n,e)=>{let r=e.flat(n),s=e.basic(n),o=s?'request.setValue("Basic " + Data('+u(s.join(":"),e)+`.utf8).base64EncodedString(), forHTTPHeaderField: "Authorization")
`:"",t=e.form(n),i=t&&!/\+/.test(t.join())?t.map(([l,a])=>"    URLQueryItem(name: "+u(l,e)+", value: "+u(a,e)+`),
`).join(""):"",c=i?"":r.body.map(l=>"body.append("+(l.file?"try Data(contentsOf: URL(fileURLWithPath: "+u(l.file,e)+"))":"Data("+u(l.text??"",e)+".utf8)")+`)
`).join("");return`import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

var request = URLRequest(url: URL(string: `+u(n.url,e)+`)!)
request.httpMethod = `+u(n.method,e)+`
`+e.rest(r.headers,s,null).map(([l,a])=>"request.setValue("+u(a,e)+", forHTTPHeaderField: "+u(l,e)+`)
`).join("")+o+(i&&`var form = URLComponents()
form.queryItems = [
`+i+`]
request.httpBody = form.percentEncodedQuery.map { Data($0.utf8) }
`)+(c&&`var body = Data()
`+c+`request.httpBody = body
`)+`
let (data, response) = try await URLSession.shared.data(for: request)
print((response as! HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))
`},h={nsurlsession:R};var q={c:f,objc:_,swift:h};export{q as languages};
