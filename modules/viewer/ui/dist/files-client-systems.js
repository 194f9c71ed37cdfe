(()=>{
"use strict";var exported=(()=>{var m=Object.defineProperty;var b=Object.getOwnPropertyDescriptor;var C=Object.getOwnPropertyNames;var _=Object.prototype.hasOwnProperty;var q=(t,n)=>{for(var e in n)m(t,e,{get:n[e],enumerable:!0})},w=(t,n,e,r)=>{if(n&&typeof n=="object"||typeof n=="function")for(let o of C(n))!_.call(t,o)&&o!==e&&m(t,o,{get:()=>n[o],enumerable:!(r=b(n,o))||r.enumerable});return t};var P=t=>w(m({},"__esModule",{value:!0}),t);var H={};q(H,{languages:()=>F});function p(t,n){if(/^.*\S.*\n/.test(t)&&!/'''|'$|\r/.test(t))return"r'''"+t+"'''";let e=r=>"\\u{"+r.toString(16)+"}";return"'"+n.escape(t,{"\\":"\\\\","'":"\\'",$:"\\$","\n":"\\n","	":"\\t","\r":"\\r"},e)+"'"}function S(t,n){let e=t.type&&`,
      contentType: MediaType.parse(`+p(t.type,n)+")",r=p(t.name,n)+", "+p(t.file||t.text,n);return"  request.files.add("+(t.file?"await http.MultipartFile.fromPath(":"http.MultipartFile.fromString(")+r+e+`));
`}var T=(t,n)=>{let e=n.headers(t).map(([i,s])=>"    "+p(i,n)+": "+p(s,n)+`,
`).join(""),r=t.body?.parts,o=t.body?.file?`import 'dart:io';
`:"",l=t.body&&!r?"  request.bodyBytes = "+(t.body.file?"await File("+p(t.body.file,n)+").readAsBytes()":"utf8.encode("+p(t.body.text,n)+")")+`;
`:"";return(l&&!o?`import 'dart:convert';
`:"")+o+`import 'package:http/http.dart' as http;
`+(r?.some(i=>i.type)?`import 'package:http_parser/http_parser.dart';
`:"")+`
void main() async {
  final request = http.`+(r?"MultipartRequest":"Request")+"("+p(t.method,n)+", Uri.parse("+p(t.url,n)+`));
`+(e&&`  request.headers.addAll({
`+e+`  });
`)+l+(r?.map(i=>S(i,n)).join("")??"")+`
  final response = await http.Response.fromStream(await request.send());
  print('\${response.statusCode} \${response.body}');
}
`},u={http:T};function a(t,n){let e=r=>"\\u"+r.toString(16).padStart(4,"0");return'"'+n.escape(t,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":`
`,"	":"\\t","\r":"\\r"},e)+'"'}function x(t,n){let e=t.type&&", "+a(t.type,n),r=t.file?"HTTP.Multipart("+a(t.file,n)+", open("+a(t.file,n)+")"+e+")":e?"HTTP.Multipart(nothing, IOBuffer("+a(t.text,n)+")"+e+")":a(t.text,n);return"    "+a(t.name,n)+" => "+r+`,
`}var j=(t,n)=>{let e=n.headers(t).map(([o,l])=>"    "+a(o,n)+" => "+a(l,n)+`,
`).join(""),r=t.body?.parts?`HTTP.Form([
`+t.body.parts.map(o=>x(o,n)).join("")+"])":t.body?t.body.file?"read("+a(t.body.file,n)+")":a(t.body.text,n):"";return`using HTTP

headers = Pair{String,String}[`+(e&&`
`+e)+`]
`+(r&&"body = "+r+`
`)+"response = HTTP.request("+a(t.method,n)+", "+a(t.url,n)+", headers"+(r&&", body")+`)
println(response.status, " ", String(response.body))
`},f={http:j};function c(t,n){if(t.includes(`
`)&&!t.includes("\r")){let r=t.includes("|}")?n.fresh("text",t).replace(/\d/g,o=>"abcdefghij".charAt(Number(o))):"";return"{"+r+"|"+t+"|"+r+"}"}let e=r=>r>255?String.fromCharCode(r):"\\"+String(r).padStart(3,"0");return'"'+n.escape(t,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},e)+'"'}var K=(t,n)=>{let e=n.flat(t),r=n.known(t.method)||t.method==="TRACE"?"`"+t.method:"(`Other "+c(t.method,n)+")",o=e.body.some(s=>s.file),l=e.body.map(s=>s.file?"contents "+c(s.file,n):c(s.text??"",n)),i=l.length>1?`(String.concat "" [
`+l.map(s=>"    "+s).join(`;
`)+" ])":l.map(s=>"("+s+")").join("");return`open Lwt.Infix

`+(o?M:"")+"let headers = Cohttp.Header.of_list ["+e.headers.map(([s,g])=>`
  (`+c(s,n)+", "+c(g,n)+");").join("")+` ]
`+(i&&"let body = Cohttp_lwt.Body.of_string "+i+`
`)+`let call () =
  Cohttp_lwt_unix.Client.call ~headers `+(i&&"~body ~chunked:false ")+r+" (Uri.of_string "+c(t.url,n)+`) >>= fun (response, answer) ->
  Cohttp_lwt.Body.to_string answer >|= fun text ->
  Printf.printf "%d %s\\n" (Cohttp.Code.code_of_status (Cohttp.Response.status response)) text

let () = Lwt_main.run (call ())
`},M=`let contents name =
  let file = open_in_bin name in
  let text = really_input_string file (in_channel_length file) in
  close_in file;
  text

`,h={cohttp:K};function d(t,n){if(t.includes(`
`)&&!t.includes("\r")){let r="#".repeat(Math.max(1,...(t.match(/"#*/g)??[]).map(o=>o.length)));return"r"+r+'"'+t+'"'+r}let e=r=>"\\u{"+r.toString(16)+"}";return'"'+n.escape(t,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},e)+'"'}function $(t,n){let e=t.file?"Part::file("+d(t.file,n)+")?":"Part::text("+d(t.text,n)+")";return"        .part("+d(t.name,n)+", "+e+(t.type&&".mime_str("+d(t.type,n)+")?")+`)
`}var B=(t,n)=>{let e=t.body?.parts,r=n.known(t.method)?"Method::"+t.method:'Method::from_bytes(b"'+t.method+'")?',o=n.headers(t).map(([i,s])=>"        .header("+d(i,n)+", "+d(s,n)+`)
`).join(""),l=e?`        .multipart(form)
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
`+e.map(i=>$(i,n)).join("").replace(/\n$/,`;
`):"")+`    let response = Client::new()
        .request(`+r+", "+d(t.url,n)+`)
`+o+l+`        .send()?;
    println!("{} {}", response.status(), response.text()?);
    Ok(())
}
`},y={reqwest:B};var F={dart:u,julia:f,ocaml:h,rust:y};return P(H);})();
(globalThis.trefoilFiles??={})["assets/client-systems"]=exported})();
