(()=>{
"use strict";var exported=(()=>{var b=Object.defineProperty;var K=Object.getOwnPropertyDescriptor;var S=Object.getOwnPropertyNames;var T=Object.prototype.hasOwnProperty;var M=(t,e)=>{for(var n in e)b(t,n,{get:e[n],enumerable:!0})},B=(t,e,n,r)=>{if(e&&typeof e=="object"||typeof e=="function")for(let o of S(e))!T.call(t,o)&&o!==n&&b(t,o,{get:()=>e[o],enumerable:!(r=K(e,o))||r.enumerable});return t};var $=t=>B(b({},"__esModule",{value:!0}),t);var V={};M(V,{languages:()=>J});function q(t){return new Set(t.map(([e])=>e)).size===t.length}function u(t,e){return/^.*\S.*\n/.test(t)&&!/'''|'$|\r/.test(t)?"r'''"+t+"'''":"'"+e.escape(t,{"\\":"\\\\","'":"\\'",$:"\\$","\n":"\\n","	":"\\t","\r":"\\r"},"\\u{")+"'"}function v(t,e){let n=t.type&&`,
      contentType: MediaType.parse(`+u(t.type,e)+")",r=u(t.name,e)+", "+u(t.file||t.text,e);return"  request.files.add("+(t.file?"await http.MultipartFile.fromPath(":"http.MultipartFile.fromString(")+r+n+`));
`}var F=(t,e)=>{let n=e.form(t),r=n&&q(n)&&n,o=e.basic(t),a=o?"    'Authorization': 'Basic ' + base64Encode(utf8.encode("+u(o.join(":"),e)+`)),
`:"",c=a+e.rest(e.headers(t),o,r).map(([p,y])=>"    "+u(p,e)+": "+u(y,e)+`,
`).join(""),s=t.body?.parts,f=t.body?.file?`import 'dart:io';
`:"",l=r?`  request.bodyFields = {
`+r.map(([p,y])=>"    "+u(p,e)+": "+u(y,e)+`,
`).join("")+`  };
`:t.body&&!s?"  request.bodyBytes = "+(t.body.file?"await File("+u(t.body.file,e)+").readAsBytes()":"utf8.encode("+u(t.body.text,e)+")")+`;
`:"";return(a||l&&!r&&!f?`import 'dart:convert';
`:"")+f+`import 'package:http/http.dart' as http;
`+(s?.some(p=>p.type)?`import 'package:http_parser/http_parser.dart';
`:"")+`
void main() async {
  final request = http.`+(s?"MultipartRequest":"Request")+"("+u(t.method,e)+", Uri.parse("+u(t.url,e)+`));
`+(c&&`  request.headers.addAll({
`+c+`  });
`)+l+(s?.map(p=>v(p,e)).join("")??"")+`
  final response = await http.Response.fromStream(await request.send());
  print('\${response.statusCode} \${response.body}');
}
`},C={http:F};function m(t,e){return e.quote(t,{$:"\\$","\n":`
`})}function E(t,e){let n=t.type&&", "+m(t.type,e),r=t.file?"HTTP.Multipart("+m(t.file,e)+", open("+m(t.file,e)+")"+n+")":n?"HTTP.Multipart(nothing, IOBuffer("+m(t.text,e)+")"+n+")":m(t.text,e);return"    "+m(t.name,e)+" => "+r+`,
`}var H=(t,e)=>{let n=e.headers(t).map(([o,a])=>"    "+m(o,e)+" => "+m(a,e)+`,
`).join(""),r=t.body?.parts?`HTTP.Form([
`+t.body.parts.map(o=>E(o,e)).join("")+"])":t.body?t.body.file?"read("+m(t.body.file,e)+")":m(t.body.text,e):"";return`using HTTP

headers = Pair{String,String}[`+(n&&`
`+n)+`]
`+(r&&"body = "+r+`
`)+"response = HTTP.request("+m(t.method,e)+", "+m(t.url,e)+", headers"+(r&&", body")+`)
println(response.status, " ", String(response.body))
`},_={http:H};function h(t,e){if(t.includes(`
`)&&!t.includes("\r")){let r=t.includes("|}")?e.fresh("text",t).replace(/\d/g,o=>"abcdefghij".charAt(Number(o))):"";return"{"+r+"|"+t+"|"+r+"}"}let n=r=>r>255?String.fromCharCode(r):"\\"+String(r).padStart(3,"0");return e.quote(t,{},n)}var O=(t,e)=>{let n=e.flat(t),r=e.known(t.method)||t.method==="TRACE"?"`"+t.method:"(`Other "+h(t.method,e)+")",o=n.body.some(s=>s.file),a=n.body.map(s=>s.file?"contents "+h(s.file,e):h(s.text??"",e)),c=a.length>1?`(String.concat "" [
`+a.map(s=>"    "+s).join(`;
`)+" ])":a.map(s=>"("+s+")").join("");return`open Lwt.Infix

`+(o?z:"")+"let headers = Cohttp.Header.of_list ["+n.headers.map(([s,f])=>`
  (`+h(s,e)+", "+h(f,e)+");").join("")+` ]
`+(c&&"let body = Cohttp_lwt.Body.of_string "+c+`
`)+`let call () =
  Cohttp_lwt_unix.Client.call ~headers `+(c&&"~body ~chunked:false ")+r+" (Uri.of_string "+h(t.url,e)+`) >>= fun (response, answer) ->
  Cohttp_lwt.Body.to_string answer >|= fun text ->
  Printf.printf "%d %s\\n" (Cohttp.Code.code_of_status (Cohttp.Response.status response)) text

let () = Lwt_main.run (call ())
`},z=`let contents name =
  let file = open_in_bin name in
  let text = really_input_string file (in_channel_length file) in
  close_in file;
  text

`,w={cohttp:O};function i(t,e){return"'"+e.escape(t,{"\\":"\\\\","'":"\\'","\n":`
`,"	":"\\t","\r":"\\r"},"\\u")+"'"}var g=(t,e)=>"`"+e.escape(t,{"\\":"\\\\","`":"\\`"})+"`",j=(t,e)=>t.body?.file?"readBin("+i(t.body.file,e)+", 'raw', file.size("+i(t.body.file,e)+"))":"charToRaw(enc2utf8("+i(t.body?.text??"",e)+"))";function x(t,e){let n=t.type&&", "+i(t.type,e),r=t.file?"curl::form_file("+i(t.file,e)+n+")":t.type?"curl::form_data("+i(t.text,e)+n+")":i(t.text,e);return"  "+g(t.name,e)+" = "+r}var A=(t,e)=>{let n=e.headers(t).map(([a,c])=>"  "+g(a,e)+" = "+i(c,e)).join(`,
`),r=t.body?.parts,o=r?`list(
`+r.map(a=>x(a,e)).join(`,
`)+`
)`:t.body?j(t,e):"";return`library(httr)

`+(o&&"body <- "+o+`
`)+"response <- VERB("+i(t.method,e)+", "+i(t.url,e)+(n&&`, add_headers(
`+n+`
)`)+(o&&", body = body"+(r?", encode = 'multipart'":""))+`)
cat(status_code(response), content(response, 'text'))
`},I=(t,e)=>`c(
`+e.flat(t).body.map(n=>"    "+(n.file?"readBin("+i(n.file,e)+", 'raw', file.size("+i(n.file,e)+"))":"charToRaw(enc2utf8("+i(n.text??"",e)+"))")).join(`,
`)+`
  )`,L=(t,e)=>{let n=t.body?.parts,r=!!n&&!e.headed(t)&&new Set(n.map(l=>l.name)).size===n.length,o=r?e.headers(t):e.flat(t).headers,a=e.type(o),c=o.filter(l=>l!==a||!t.body).map(([l,p])=>"    "+g(l,e)+" = "+i(p,e)).join(`,
`),s=n?I(t,e):j(t,e),f=r?` |>
  req_body_multipart(
`+n.map(l=>"  "+x(l,e)).join(`,
`)+`
  )`:t.body?` |>
  req_body_raw(`+s+", type = "+i(a?.[1]??"application/octet-stream",e)+")":"";return`library(httr2)

response <- request(`+i(t.url,e)+")"+(c&&` |>
  req_headers(
`+c+`
  )`)+f+` |>
  req_method(`+i(t.method,e)+`) |>
  req_perform()
cat(resp_status(response), resp_body_string(response))
`},P={httr2:L,httr:A};function d(t,e){if(t.includes(`
`)&&!t.includes("\r")){let n="#".repeat(Math.max(1,...(t.match(/"#*/g)??[]).map(r=>r.length)));return"r"+n+'"'+t+'"'+n}return e.quote(t,{},"\\u{")}function N(t,e){let n=t.file?"Part::file("+d(t.file,e)+")?":"Part::text("+d(t.text,e)+")";return"        .part("+d(t.name,e)+", "+n+(t.type&&".mime_str("+d(t.type,e)+")?")+(t.headers?".headers(FromIterator::from_iter(["+t.headers.map(r=>"("+r.map(o=>d(o,e)+".parse()?").join(", ")+")").join(", ")+"]))":"")+`)
`}var U=(t,e)=>{let n=t.body?.parts,r=e.known(t.method)?"Method::"+t.method:'Method::from_bytes(b"'+t.method+'")?',o=e.form(t),a=e.basic(t),c=e.rest(e.headers(t),a,o).map(([l,p])=>"        .header("+d(l,e)+", "+d(p,e)+`)
`).join("")+(a?"        .basic_auth("+d(a[0],e)+", Some("+d(a[1],e)+`))
`:""),s=o?.map(([l,p])=>"            ("+d(l,e)+", "+d(p,e)+`),
`).join(""),f=n?`        .multipart(form)
`:s?`        .form(&[
`+s+`        ])
`:t.body?"        .body("+(t.body.file?"std::fs::read("+d(t.body.file,e)+")?":d(t.body.text,e))+`)
`:"";return"use reqwest::"+(n?`{
    blocking::{
        multipart::{Form, Part},
        Client,
    },
    Method,
};`:"{blocking::Client, Method};")+`

fn main() -> Result<(), Box<dyn std::error::Error>> {
`+(n?`    let form = Form::new()
`+n.map(l=>N(l,e)).join("").replace(/\n$/,`;
`):"")+`    let response = Client::new()
        .request(`+r+", "+d(t.url,e)+`)
`+c+f+`        .send()?;
    println!("{} {}", response.status(), response.text()?);
    Ok(())
}
`},R={reqwest:U};var J={dart:C,julia:_,ocaml:w,r:P,rust:R};return $(V);})();
(globalThis.trefoilFiles??={})["assets/client-systems"]=exported})();
