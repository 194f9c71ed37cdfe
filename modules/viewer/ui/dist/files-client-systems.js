(()=>{
"use strict";var exported=(()=>{var b=Object.defineProperty;var R=Object.getOwnPropertyDescriptor;var K=Object.getOwnPropertyNames;var T=Object.prototype.hasOwnProperty;var M=(t,n)=>{for(var e in n)b(t,e,{get:n[e],enumerable:!0})},B=(t,n,e,r)=>{if(n&&typeof n=="object"||typeof n=="function")for(let o of K(n))!T.call(t,o)&&o!==e&&b(t,o,{get:()=>n[o],enumerable:!(r=R(n,o))||r.enumerable});return t};var $=t=>B(b({},"__esModule",{value:!0}),t);var V={};M(V,{languages:()=>J});function q(t){return new Set(t.map(([n])=>n)).size===t.length}function u(t,n){if(/^.*\S.*\n/.test(t)&&!/'''|'$|\r/.test(t))return"r'''"+t+"'''";let e=r=>"\\u{"+r.toString(16)+"}";return"'"+n.escape(t,{"\\":"\\\\","'":"\\'",$:"\\$","\n":"\\n","	":"\\t","\r":"\\r"},e)+"'"}function v(t,n){let e=t.type&&`,
      contentType: MediaType.parse(`+u(t.type,n)+")",r=u(t.name,n)+", "+u(t.file||t.text,n);return"  request.files.add("+(t.file?"await http.MultipartFile.fromPath(":"http.MultipartFile.fromString(")+r+e+`));
`}var E=(t,n)=>{let e=n.form(t),r=e&&q(e)&&e,o=n.basic(t),a=o?"    'Authorization': 'Basic ' + base64Encode(utf8.encode("+u(o.join(":"),n)+`)),
`:"",c=a+n.rest(n.headers(t),o,r).map(([p,h])=>"    "+u(p,n)+": "+u(h,n)+`,
`).join(""),s=t.body?.parts,f=t.body?.file?`import 'dart:io';
`:"",l=r?`  request.bodyFields = {
`+r.map(([p,h])=>"    "+u(p,n)+": "+u(h,n)+`,
`).join("")+`  };
`:t.body&&!s?"  request.bodyBytes = "+(t.body.file?"await File("+u(t.body.file,n)+").readAsBytes()":"utf8.encode("+u(t.body.text,n)+")")+`;
`:"";return(a||l&&!r&&!f?`import 'dart:convert';
`:"")+f+`import 'package:http/http.dart' as http;
`+(s?.some(p=>p.type)?`import 'package:http_parser/http_parser.dart';
`:"")+`
void main() async {
  final request = http.`+(s?"MultipartRequest":"Request")+"("+u(t.method,n)+", Uri.parse("+u(t.url,n)+`));
`+(c&&`  request.headers.addAll({
`+c+`  });
`)+l+(s?.map(p=>v(p,n)).join("")??"")+`
  final response = await http.Response.fromStream(await request.send());
  print('\${response.statusCode} \${response.body}');
}
`},C={http:E};function m(t,n){let e=r=>"\\u"+r.toString(16).padStart(4,"0");return'"'+n.escape(t,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":`
`,"	":"\\t","\r":"\\r"},e)+'"'}function F(t,n){let e=t.type&&", "+m(t.type,n),r=t.file?"HTTP.Multipart("+m(t.file,n)+", open("+m(t.file,n)+")"+e+")":e?"HTTP.Multipart(nothing, IOBuffer("+m(t.text,n)+")"+e+")":m(t.text,n);return"    "+m(t.name,n)+" => "+r+`,
`}var H=(t,n)=>{let e=n.headers(t).map(([o,a])=>"    "+m(o,n)+" => "+m(a,n)+`,
`).join(""),r=t.body?.parts?`HTTP.Form([
`+t.body.parts.map(o=>F(o,n)).join("")+"])":t.body?t.body.file?"read("+m(t.body.file,n)+")":m(t.body.text,n):"";return`using HTTP

headers = Pair{String,String}[`+(e&&`
`+e)+`]
`+(r&&"body = "+r+`
`)+"response = HTTP.request("+m(t.method,n)+", "+m(t.url,n)+", headers"+(r&&", body")+`)
println(response.status, " ", String(response.body))
`},_={http:H};function y(t,n){if(t.includes(`
`)&&!t.includes("\r")){let r=t.includes("|}")?n.fresh("text",t).replace(/\d/g,o=>"abcdefghij".charAt(Number(o))):"";return"{"+r+"|"+t+"|"+r+"}"}let e=r=>r>255?String.fromCharCode(r):"\\"+String(r).padStart(3,"0");return'"'+n.escape(t,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},e)+'"'}var O=(t,n)=>{let e=n.flat(t),r=n.known(t.method)||t.method==="TRACE"?"`"+t.method:"(`Other "+y(t.method,n)+")",o=e.body.some(s=>s.file),a=e.body.map(s=>s.file?"contents "+y(s.file,n):y(s.text??"",n)),c=a.length>1?`(String.concat "" [
`+a.map(s=>"    "+s).join(`;
`)+" ])":a.map(s=>"("+s+")").join("");return`open Lwt.Infix

`+(o?z:"")+"let headers = Cohttp.Header.of_list ["+e.headers.map(([s,f])=>`
  (`+y(s,n)+", "+y(f,n)+");").join("")+` ]
`+(c&&"let body = Cohttp_lwt.Body.of_string "+c+`
`)+`let call () =
  Cohttp_lwt_unix.Client.call ~headers `+(c&&"~body ~chunked:false ")+r+" (Uri.of_string "+y(t.url,n)+`) >>= fun (response, answer) ->
  Cohttp_lwt.Body.to_string answer >|= fun text ->
  Printf.printf "%d %s\\n" (Cohttp.Code.code_of_status (Cohttp.Response.status response)) text

let () = Lwt_main.run (call ())
`},z=`let contents name =
  let file = open_in_bin name in
  let text = really_input_string file (in_channel_length file) in
  close_in file;
  text

`,w={cohttp:O};function i(t,n){let e=r=>"\\u"+r.toString(16).padStart(4,"0");return"'"+n.escape(t,{"\\":"\\\\","'":"\\'","\n":`
`,"	":"\\t","\r":"\\r"},e)+"'"}var g=(t,n)=>"`"+n.escape(t,{"\\":"\\\\","`":"\\`"})+"`",j=(t,n)=>t.body?.file?"readBin("+i(t.body.file,n)+", 'raw', file.size("+i(t.body.file,n)+"))":"charToRaw(enc2utf8("+i(t.body?.text??"",n)+"))";function x(t,n){let e=t.type&&", "+i(t.type,n),r=t.file?"curl::form_file("+i(t.file,n)+e+")":t.type?"curl::form_data("+i(t.text,n)+e+")":i(t.text,n);return"  "+g(t.name,n)+" = "+r}var A=(t,n)=>{let e=n.headers(t).map(([a,c])=>"  "+g(a,n)+" = "+i(c,n)).join(`,
`),r=t.body?.parts,o=r?`list(
`+r.map(a=>x(a,n)).join(`,
`)+`
)`:t.body?j(t,n):"";return`library(httr)

`+(o&&"body <- "+o+`
`)+"response <- VERB("+i(t.method,n)+", "+i(t.url,n)+(e&&`, add_headers(
`+e+`
)`)+(o&&", body = body"+(r?", encode = 'multipart'":""))+`)
cat(status_code(response), content(response, 'text'))
`},L=(t,n)=>`c(
`+n.flat(t).body.map(e=>"    "+(e.file?"readBin("+i(e.file,n)+", 'raw', file.size("+i(e.file,n)+"))":"charToRaw(enc2utf8("+i(e.text??"",n)+"))")).join(`,
`)+`
  )`,N=(t,n)=>{let e=t.body?.parts,r=!!e&&new Set(e.map(l=>l.name)).size===e.length,o=r?n.headers(t):n.flat(t).headers,a=n.type(o),c=o.filter(l=>l!==a||!t.body).map(([l,p])=>"    "+g(l,n)+" = "+i(p,n)).join(`,
`),s=e?L(t,n):j(t,n),f=r?` |>
  req_body_multipart(
`+e.map(l=>"  "+x(l,n)).join(`,
`)+`
  )`:t.body?` |>
  req_body_raw(`+s+", type = "+i(a?.[1]??"application/octet-stream",n)+")":"";return`library(httr2)

response <- request(`+i(t.url,n)+")"+(c&&` |>
  req_headers(
`+c+`
  )`)+f+` |>
  req_method(`+i(t.method,n)+`) |>
  req_perform()
cat(resp_status(response), resp_body_string(response))
`},S={httr2:N,httr:A};function d(t,n){if(t.includes(`
`)&&!t.includes("\r")){let r="#".repeat(Math.max(1,...(t.match(/"#*/g)??[]).map(o=>o.length)));return"r"+r+'"'+t+'"'+r}let e=r=>"\\u{"+r.toString(16)+"}";return'"'+n.escape(t,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},e)+'"'}function I(t,n){let e=t.file?"Part::file("+d(t.file,n)+")?":"Part::text("+d(t.text,n)+")";return"        .part("+d(t.name,n)+", "+e+(t.type&&".mime_str("+d(t.type,n)+")?")+`)
`}var U=(t,n)=>{let e=t.body?.parts,r=n.known(t.method)?"Method::"+t.method:'Method::from_bytes(b"'+t.method+'")?',o=n.form(t),a=n.basic(t),c=n.rest(n.headers(t),a,o).map(([l,p])=>"        .header("+d(l,n)+", "+d(p,n)+`)
`).join("")+(a?"        .basic_auth("+d(a[0],n)+", Some("+d(a[1],n)+`))
`:""),s=o?.map(([l,p])=>"            ("+d(l,n)+", "+d(p,n)+`),
`).join(""),f=e?`        .multipart(form)
`:s?`        .form(&[
`+s+`        ])
`:t.body?"        .body("+(t.body.file?"std::fs::read("+d(t.body.file,n)+")?":d(t.body.text,n))+`)
`:"";return"use reqwest::"+(e?`{
    blocking::{
        multipart::{Form, Part},
        Client,
    },
    Method,
};`:"{blocking::Client, Method};")+`

fn main() -> Result<(), Box<dyn std::error::Error>> {
`+(e?`    let form = Form::new()
`+e.map(l=>I(l,n)).join("").replace(/\n$/,`;
`):"")+`    let response = Client::new()
        .request(`+r+", "+d(t.url,n)+`)
`+c+f+`        .send()?;
    println!("{} {}", response.status(), response.text()?);
    Ok(())
}
`},P={reqwest:U};var J={dart:C,julia:_,ocaml:w,r:S,rust:P};return $(V);})();
(globalThis.trefoilFiles??={})["assets/client-systems"]=exported})();
