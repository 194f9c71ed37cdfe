(()=>{
"use strict";var exported=(()=>{var y=Object.defineProperty;var K=Object.getOwnPropertyDescriptor;var S=Object.getOwnPropertyNames;var j=Object.prototype.hasOwnProperty;var T=(t,n)=>{for(var e in n)y(t,e,{get:n[e],enumerable:!0})},R=(t,n,e,r)=>{if(n&&typeof n=="object"||typeof n=="function")for(let o of S(n))!j.call(t,o)&&o!==e&&y(t,o,{get:()=>n[o],enumerable:!(r=K(n,o))||r.enumerable});return t};var M=t=>R(y({},"__esModule",{value:!0}),t);var N={};T(N,{languages:()=>U});function d(t,n){if(/^.*\S.*\n/.test(t)&&!/'''|'$|\r/.test(t))return"r'''"+t+"'''";let e=r=>"\\u{"+r.toString(16)+"}";return"'"+n.escape(t,{"\\":"\\\\","'":"\\'",$:"\\$","\n":"\\n","	":"\\t","\r":"\\r"},e)+"'"}function B(t,n){let e=t.type&&`,
      contentType: MediaType.parse(`+d(t.type,n)+")",r=d(t.name,n)+", "+d(t.file||t.text,n);return"  request.files.add("+(t.file?"await http.MultipartFile.fromPath(":"http.MultipartFile.fromString(")+r+e+`));
`}var $=(t,n)=>{let e=n.headers(t).map(([s,i])=>"    "+d(s,n)+": "+d(i,n)+`,
`).join(""),r=t.body?.parts,o=t.body?.file?`import 'dart:io';
`:"",a=t.body&&!r?"  request.bodyBytes = "+(t.body.file?"await File("+d(t.body.file,n)+").readAsBytes()":"utf8.encode("+d(t.body.text,n)+")")+`;
`:"";return(a&&!o?`import 'dart:convert';
`:"")+o+`import 'package:http/http.dart' as http;
`+(r?.some(s=>s.type)?`import 'package:http_parser/http_parser.dart';
`:"")+`
void main() async {
  final request = http.`+(r?"MultipartRequest":"Request")+"("+d(t.method,n)+", Uri.parse("+d(t.url,n)+`));
`+(e&&`  request.headers.addAll({
`+e+`  });
`)+a+(r?.map(s=>B(s,n)).join("")??"")+`
  final response = await http.Response.fromStream(await request.send());
  print('\${response.statusCode} \${response.body}');
}
`},b={http:$};function p(t,n){let e=r=>"\\u"+r.toString(16).padStart(4,"0");return'"'+n.escape(t,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":`
`,"	":"\\t","\r":"\\r"},e)+'"'}function v(t,n){let e=t.type&&", "+p(t.type,n),r=t.file?"HTTP.Multipart("+p(t.file,n)+", open("+p(t.file,n)+")"+e+")":e?"HTTP.Multipart(nothing, IOBuffer("+p(t.text,n)+")"+e+")":p(t.text,n);return"    "+p(t.name,n)+" => "+r+`,
`}var F=(t,n)=>{let e=n.headers(t).map(([o,a])=>"    "+p(o,n)+" => "+p(a,n)+`,
`).join(""),r=t.body?.parts?`HTTP.Form([
`+t.body.parts.map(o=>v(o,n)).join("")+"])":t.body?t.body.file?"read("+p(t.body.file,n)+")":p(t.body.text,n):"";return`using HTTP

headers = Pair{String,String}[`+(e&&`
`+e)+`]
`+(r&&"body = "+r+`
`)+"response = HTTP.request("+p(t.method,n)+", "+p(t.url,n)+", headers"+(r&&", body")+`)
println(response.status, " ", String(response.body))
`},g={http:F};function u(t,n){if(t.includes(`
`)&&!t.includes("\r")){let r=t.includes("|}")?n.fresh("text",t).replace(/\d/g,o=>"abcdefghij".charAt(Number(o))):"";return"{"+r+"|"+t+"|"+r+"}"}let e=r=>r>255?String.fromCharCode(r):"\\"+String(r).padStart(3,"0");return'"'+n.escape(t,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},e)+'"'}var H=(t,n)=>{let e=n.flat(t),r=n.known(t.method)||t.method==="TRACE"?"`"+t.method:"(`Other "+u(t.method,n)+")",o=e.body.some(i=>i.file),a=e.body.map(i=>i.file?"contents "+u(i.file,n):u(i.text??"",n)),s=a.length>1?`(String.concat "" [
`+a.map(i=>"    "+i).join(`;
`)+" ])":a.map(i=>"("+i+")").join("");return`open Lwt.Infix

`+(o?A:"")+"let headers = Cohttp.Header.of_list ["+e.headers.map(([i,f])=>`
  (`+u(i,n)+", "+u(f,n)+");").join("")+` ]
`+(s&&"let body = Cohttp_lwt.Body.of_string "+s+`
`)+`let call () =
  Cohttp_lwt_unix.Client.call ~headers `+(s&&"~body ~chunked:false ")+r+" (Uri.of_string "+u(t.url,n)+`) >>= fun (response, answer) ->
  Cohttp_lwt.Body.to_string answer >|= fun text ->
  Printf.printf "%d %s\\n" (Cohttp.Code.code_of_status (Cohttp.Response.status response)) text

let () = Lwt_main.run (call ())
`},A=`let contents name =
  let file = open_in_bin name in
  let text = really_input_string file (in_channel_length file) in
  close_in file;
  text

`,C={cohttp:H};function l(t,n){let e=r=>"\\u"+r.toString(16).padStart(4,"0");return"'"+n.escape(t,{"\\":"\\\\","'":"\\'","\n":`
`,"	":"\\t","\r":"\\r"},e)+"'"}var h=(t,n)=>"`"+n.escape(t,{"\\":"\\\\","`":"\\`"})+"`",_=(t,n)=>t.body?.file?"readBin("+l(t.body.file,n)+", 'raw', file.size("+l(t.body.file,n)+"))":"charToRaw(enc2utf8("+l(t.body?.text??"",n)+"))";function q(t,n){let e=t.type&&", "+l(t.type,n),r=t.file?"curl::form_file("+l(t.file,n)+e+")":t.type?"curl::form_data("+l(t.text,n)+e+")":l(t.text,n);return"  "+h(t.name,n)+" = "+r}var z=(t,n)=>{let e=n.headers(t).map(([a,s])=>"  "+h(a,n)+" = "+l(s,n)).join(`,
`),r=t.body?.parts,o=r?`list(
`+r.map(a=>q(a,n)).join(`,
`)+`
)`:t.body?_(t,n):"";return`library(httr)

`+(o&&"body <- "+o+`
`)+"response <- VERB("+l(t.method,n)+", "+l(t.url,n)+(e&&`, add_headers(
`+e+`
)`)+(o&&", body = body"+(r?", encode = 'multipart'":""))+`)
cat(status_code(response), content(response, 'text'))
`},E=(t,n)=>`c(
`+n.flat(t).body.map(e=>"    "+(e.file?"readBin("+l(e.file,n)+", 'raw', file.size("+l(e.file,n)+"))":"charToRaw(enc2utf8("+l(e.text??"",n)+"))")).join(`,
`)+`
  )`,O=(t,n)=>{let e=t.body?.parts,r=!!e&&new Set(e.map(m=>m.name)).size===e.length,o=r?n.headers(t):n.flat(t).headers,a=n.type(o),s=o.filter(m=>m!==a||!t.body).map(([m,x])=>"    "+h(m,n)+" = "+l(x,n)).join(`,
`),i=e?E(t,n):_(t,n),f=r?` |>
  req_body_multipart(
`+e.map(m=>"  "+q(m,n)).join(`,
`)+`
  )`:t.body?` |>
  req_body_raw(`+i+", type = "+l(a?.[1]??"application/octet-stream",n)+")":"";return`library(httr2)

response <- request(`+l(t.url,n)+")"+(s&&` |>
  req_headers(
`+s+`
  )`)+f+` |>
  req_method(`+l(t.method,n)+`) |>
  req_perform()
cat(resp_status(response), resp_body_string(response))
`},w={httr2:O,httr:z};function c(t,n){if(t.includes(`
`)&&!t.includes("\r")){let r="#".repeat(Math.max(1,...(t.match(/"#*/g)??[]).map(o=>o.length)));return"r"+r+'"'+t+'"'+r}let e=r=>"\\u{"+r.toString(16)+"}";return'"'+n.escape(t,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},e)+'"'}function I(t,n){let e=t.file?"Part::file("+c(t.file,n)+")?":"Part::text("+c(t.text,n)+")";return"        .part("+c(t.name,n)+", "+e+(t.type&&".mime_str("+c(t.type,n)+")?")+`)
`}var L=(t,n)=>{let e=t.body?.parts,r=n.known(t.method)?"Method::"+t.method:'Method::from_bytes(b"'+t.method+'")?',o=n.headers(t).map(([s,i])=>"        .header("+c(s,n)+", "+c(i,n)+`)
`).join(""),a=e?`        .multipart(form)
`:t.body?"        .body("+(t.body.file?"std::fs::read("+c(t.body.file,n)+")?":c(t.body.text,n))+`)
`:"";return"use reqwest::"+(e?`{
    blocking::{
        multipart::{Form, Part},
        Client,
    },
    Method,
};`:"{blocking::Client, Method};")+`

fn main() -> Result<(), Box<dyn std::error::Error>> {
`+(e?`    let form = Form::new()
`+e.map(s=>I(s,n)).join("").replace(/\n$/,`;
`):"")+`    let response = Client::new()
        .request(`+r+", "+c(t.url,n)+`)
`+o+a+`        .send()?;
    println!("{} {}", response.status(), response.text()?);
    Ok(())
}
`},P={reqwest:L};var U={dart:b,julia:g,ocaml:C,r:w,rust:P};return M(N);})();
(globalThis.trefoilFiles??={})["assets/client-systems"]=exported})();
