function p(t,n){if(/^.*\S.*\n/.test(t)&&!/'''|'$|\r/.test(t))return"r'''"+t+"'''";let r=e=>"\\u{"+e.toString(16)+"}";return"'"+n.escape(t,{"\\":"\\\\","'":"\\'",$:"\\$","\n":"\\n","	":"\\t","\r":"\\r"},r)+"'"}function g(t,n){let r=t.type&&`,
      contentType: MediaType.parse(`+p(t.type,n)+")",e=p(t.name,n)+", "+p(t.file||t.text,n);return"  request.files.add("+(t.file?"await http.MultipartFile.fromPath(":"http.MultipartFile.fromString(")+e+r+`));
`}var b=(t,n)=>{let r=n.headers(t).map(([i,o])=>"    "+p(i,n)+": "+p(o,n)+`,
`).join(""),e=t.body?.parts,s=t.body?.file?`import 'dart:io';
`:"",l=t.body&&!e?"  request.bodyBytes = "+(t.body.file?"await File("+p(t.body.file,n)+").readAsBytes()":"utf8.encode("+p(t.body.text,n)+")")+`;
`:"";return(l&&!s?`import 'dart:convert';
`:"")+s+`import 'package:http/http.dart' as http;
`+(e?.some(i=>i.type)?`import 'package:http_parser/http_parser.dart';
`:"")+`
void main() async {
  final request = http.`+(e?"MultipartRequest":"Request")+"("+p(t.method,n)+", Uri.parse("+p(t.url,n)+`));
`+(r&&`  request.headers.addAll({
`+r+`  });
`)+l+(e?.map(i=>g(i,n)).join("")??"")+`
  final response = await http.Response.fromStream(await request.send());
  print('\${response.statusCode} \${response.body}');
}
`},m={http:b};function a(t,n){let r=e=>"\\u"+e.toString(16).padStart(4,"0");return'"'+n.escape(t,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":`
`,"	":"\\t","\r":"\\r"},r)+'"'}function C(t,n){let r=t.type&&", "+a(t.type,n),e=t.file?"HTTP.Multipart("+a(t.file,n)+", open("+a(t.file,n)+")"+r+")":r?"HTTP.Multipart(nothing, IOBuffer("+a(t.text,n)+")"+r+")":a(t.text,n);return"    "+a(t.name,n)+" => "+e+`,
`}var _=(t,n)=>{let r=n.headers(t).map(([s,l])=>"    "+a(s,n)+" => "+a(l,n)+`,
`).join(""),e=t.body?.parts?`HTTP.Form([
`+t.body.parts.map(s=>C(s,n)).join("")+"])":t.body?t.body.file?"read("+a(t.body.file,n)+")":a(t.body.text,n):"";return`using HTTP

headers = Pair{String,String}[`+(r&&`
`+r)+`]
`+(e&&"body = "+e+`
`)+"response = HTTP.request("+a(t.method,n)+", "+a(t.url,n)+", headers"+(e&&", body")+`)
println(response.status, " ", String(response.body))
`},u={http:_};function c(t,n){if(t.includes(`
`)&&!t.includes("\r")){let e=t.includes("|}")?n.fresh("text",t).replace(/\d/g,s=>"abcdefghij".charAt(Number(s))):"";return"{"+e+"|"+t+"|"+e+"}"}let r=e=>e>255?String.fromCharCode(e):"\\"+String(e).padStart(3,"0");return'"'+n.escape(t,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},r)+'"'}var q=(t,n)=>{let r=n.flat(t),e=n.known(t.method)||t.method==="TRACE"?"`"+t.method:"(`Other "+c(t.method,n)+")",s=r.body.some(o=>o.file),l=r.body.map(o=>o.file?"contents "+c(o.file,n):c(o.text??"",n)),i=l.length>1?`(String.concat "" [
`+l.map(o=>"    "+o).join(`;
`)+" ])":l.map(o=>"("+o+")").join("");return`open Lwt.Infix

`+(s?w:"")+"let headers = Cohttp.Header.of_list ["+r.headers.map(([o,y])=>`
  (`+c(o,n)+", "+c(y,n)+");").join("")+` ]
`+(i&&"let body = Cohttp_lwt.Body.of_string "+i+`
`)+`let call () =
  Cohttp_lwt_unix.Client.call ~headers `+(i&&"~body ~chunked:false ")+e+" (Uri.of_string "+c(t.url,n)+`) >>= fun (response, answer) ->
  Cohttp_lwt.Body.to_string answer >|= fun text ->
  Printf.printf "%d %s\\n" (Cohttp.Code.code_of_status (Cohttp.Response.status response)) text

let () = Lwt_main.run (call ())
`},w=`let contents name =
  let file = open_in_bin name in
  let text = really_input_string file (in_channel_length file) in
  close_in file;
  text

`,f={cohttp:q};function d(t,n){if(t.includes(`
`)&&!t.includes("\r")){let e="#".repeat(Math.max(1,...(t.match(/"#*/g)??[]).map(s=>s.length)));return"r"+e+'"'+t+'"'+e}let r=e=>"\\u{"+e.toString(16)+"}";return'"'+n.escape(t,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},r)+'"'}function P(t,n){let r=t.file?"Part::file("+d(t.file,n)+")?":"Part::text("+d(t.text,n)+")";return"        .part("+d(t.name,n)+", "+r+(t.type&&".mime_str("+d(t.type,n)+")?")+`)
`}var S=(t,n)=>{let r=t.body?.parts,e=n.known(t.method)?"Method::"+t.method:'Method::from_bytes(b"'+t.method+'")?',s=n.headers(t).map(([i,o])=>"        .header("+d(i,n)+", "+d(o,n)+`)
`).join(""),l=r?`        .multipart(form)
`:t.body?"        .body("+(t.body.file?"std::fs::read("+d(t.body.file,n)+")?":d(t.body.text,n))+`)
`:"";return"use reqwest::"+(r?`{
    blocking::{
        multipart::{Form, Part},
        Client,
    },
    Method,
};`:"{blocking::Client, Method};")+`

fn main() -> Result<(), Box<dyn std::error::Error>> {
`+(r?`    let form = Form::new()
`+r.map(i=>P(i,n)).join("").replace(/\n$/,`;
`):"")+`    let response = Client::new()
        .request(`+e+", "+d(t.url,n)+`)
`+s+l+`        .send()?;
    println!("{} {}", response.status(), response.text()?);
    Ok(())
}
`},h={reqwest:S};var H={dart:m,julia:u,ocaml:f,rust:h};export{H as languages};
