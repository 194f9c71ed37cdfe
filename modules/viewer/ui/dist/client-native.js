function m(n,t,e){let r=s=>s>127?String.fromCharCode(s):"\\"+s.toString(8).padStart(3,"0"),i={"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r","\n":"\\n"};return(n.includes(`
`)?n.split(/(?<=\n)/):[n]).map(s=>'"'+t.escape(s,i,r).replace(/\?(?=\?)/g,"?\\")+'"').join(`
`+e)}var h=(n,t)=>{let e=(a,p)=>"  curl_easy_setopt(curl, CURLOPT_"+a+", "+p+`);
`,r=a=>m(a,t,"    "),o=t.headers(n).map(([a,p])=>"  headers = curl_slist_append(headers, "+r(p?a+": "+p:a+";")+`);
`).join(""),s=n.body,c=s?.parts?.map(a=>S(a,t)).join(""),l=s&&!s.parts&&!s.file;return`#include <curl/curl.h>
#include <stdio.h>

`+(l?`static const char body[] =
    `+r(s.text)+`;

`:"")+`int main(void) {
  CURL *curl = curl_easy_init();
  if (curl == NULL) {
    return 1;
  }
`+e("URL",r(n.url))+(n.method==="HEAD"?e("NOBODY","1L"):e("CUSTOMREQUEST",r(n.method)))+(o&&`
  struct curl_slist *headers = NULL;
`+o+e("HTTPHEADER","headers"))+(l?`
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
`+(o&&`  curl_slist_free_all(headers);
`)+(c?`  curl_mime_free(form);
`:"")+(s?.file?`  fclose(file);
`:"")+`  curl_easy_cleanup(curl);
  return result != CURLE_OK;
}
`};function S(n,t){let e=r=>m(r,t,"    ");return`  part = curl_mime_addpart(form);
  curl_mime_name(part, `+e(n.name)+`);
`+(n.file?"  curl_mime_filedata(part, "+e(n.file)+`);
`:"  curl_mime_data(part, "+e(n.text)+`, CURL_ZERO_TERMINATED);
`)+(n.type&&"  curl_mime_type(part, "+e(n.type)+`);
`)}var f={libcurl:h};function d(n,t){let e=i=>i>127?String.fromCharCode(i):"\\"+i.toString(8).padStart(3,"0");return"@"+(n.includes(`
`)?n.split(/(?<=\n)/):[n]).map(i=>'"'+t.escape(i,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},e)+'"').join(`
     `)}var L=(n,t)=>{let e=t.flat(n),r=e.body.map(o=>o.file?"[NSData dataWithContentsOfFile:"+d(o.file,t)+"]":"["+d(o.text??"",t)+`
        dataUsingEncoding:NSUTF8StringEncoding]`),i=r.length>1?`    NSMutableData *body = [NSMutableData data];
`+r.map(o=>"    [body appendData:"+o+`];
`).join("")+`    request.HTTPBody = body;
`:r.map(o=>"    request.HTTPBody = "+o+`;
`).join("");return`#import <Foundation/Foundation.h>

int main(void) {
  @autoreleasepool {
    NSURL *url = [NSURL URLWithString:`+d(n.url,t)+`];
    NSMutableURLRequest *request = [NSMutableURLRequest requestWithURL:url];
    request.HTTPMethod = `+d(n.method,t)+`;
`+e.headers.map(([o,s])=>"    [request setValue:"+d(s,t)+" forHTTPHeaderField:"+d(o,t)+`];
`).join("")+i+`
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
`},_={nsurlsession:L};function u(n,t){if(n.includes(`
`)&&!/"""#|\\#|\r/.test(n))return`#"""
`+n+`
"""#`;let e=r=>"\\u{"+r.toString(16)+"}";return'"'+t.escape(n,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},e)+'"'}var R=(n,t)=>{let e=t.flat(n),r=t.basic(n),i=r?'request.setValue("Basic " + Data('+u(r.join(":"),t)+`.utf8).base64EncodedString(), forHTTPHeaderField: "Authorization")
`:"",o=t.form(n),s=o&&!/\+/.test(o.join())?o.map(([l,a])=>"    URLQueryItem(name: "+u(l,t)+", value: "+u(a,t)+`),
`).join(""):"",c=s?"":e.body.map(l=>"body.append("+(l.file?"try Data(contentsOf: URL(fileURLWithPath: "+u(l.file,t)+"))":"Data("+u(l.text??"",t)+".utf8)")+`)
`).join("");return`import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

var request = URLRequest(url: URL(string: `+u(n.url,t)+`)!)
request.httpMethod = `+u(n.method,t)+`
`+t.rest(e.headers,r,null).map(([l,a])=>"request.setValue("+u(a,t)+", forHTTPHeaderField: "+u(l,t)+`)
`).join("")+i+(s&&`var form = URLComponents()
form.queryItems = [
`+s+`]
request.httpBody = form.percentEncodedQuery.map { Data($0.utf8) }
`)+(c&&`var body = Data()
`+c+`request.httpBody = body
`)+`
let (data, response) = try await URLSession.shared.data(for: request)
print((response as! HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))
`},g={nsurlsession:R};var N={c:f,objc:_,swift:g};export{N as languages};
