function d(t,n){if(/^.*\S.*\n/.test(t)&&!/'''|'$|\r/.test(t))return"r'''"+t+"'''";let e=r=>"\\u{"+r.toString(16)+"}";return"'"+n.escape(t,{"\\":"\\\\","'":"\\'",$:"\\$","\n":"\\n","	":"\\t","\r":"\\r"},e)+"'"}function P(t,n){let e=t.type&&`,
      contentType: MediaType.parse(`+d(t.type,n)+")",r=d(t.name,n)+", "+d(t.file||t.text,n);return"  request.files.add("+(t.file?"await http.MultipartFile.fromPath(":"http.MultipartFile.fromString(")+r+e+`));
`}var S=(t,n)=>{let e=n.headers(t).map(([a,o])=>"    "+d(a,n)+": "+d(o,n)+`,
`).join(""),r=t.body?.parts,s=t.body?.file?`import 'dart:io';
`:"",l=t.body&&!r?"  request.bodyBytes = "+(t.body.file?"await File("+d(t.body.file,n)+").readAsBytes()":"utf8.encode("+d(t.body.text,n)+")")+`;
`:"";return(l&&!s?`import 'dart:convert';
`:"")+s+`import 'package:http/http.dart' as http;
`+(r?.some(a=>a.type)?`import 'package:http_parser/http_parser.dart';
`:"")+`
void main() async {
  final request = http.`+(r?"MultipartRequest":"Request")+"("+d(t.method,n)+", Uri.parse("+d(t.url,n)+`));
`+(e&&`  request.headers.addAll({
`+e+`  });
`)+l+(r?.map(a=>P(a,n)).join("")??"")+`
  final response = await http.Response.fromStream(await request.send());
  print('\${response.statusCode} \${response.body}');
}
`},b={http:S};function f(t,n){if(t.includes(`
`)&&!/[`\r\0\ufeff]/.test(t))return"`"+t+"`";let e=r=>"\\u"+r.toString(16).padStart(4,"0");return'"'+n.escape(t,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r","\uFEFF":"\\ufeff"},e)+'"'}var j=(t,n)=>{let e=n.flat(t),r=e.body.filter(i=>i.file),s=e.body.some(i=>i.text!==void 0),l=["fmt","io","log","net/http",r.length>0?"os":"",s?"strings":""].filter(i=>i!==""),a=r.map((i,h)=>"	file"+(h+1)+", err := os.Open("+f(i.file??"",n)+`)
`+y+"	defer file"+(h+1)+`.Close()
`).join(""),o=0,u=e.body.map(i=>i.file?"file"+ ++o:"strings.NewReader("+f(i.text??"",n)+")"),g=u.length>1?`io.MultiReader(
`+u.map(i=>"		"+i+`,
`).join("")+"	)":u.join("");return`package main

import (
`+l.map(i=>'	"'+i+`"
`).join("")+`)

func main() {
`+a+(g&&"	body := "+g+`
`)+"	request, err := http.NewRequest("+f(t.method,n)+", "+f(t.url,n)+", "+(g?"body":"nil")+`)
`+y+e.headers.map(([i,h])=>"	request.Header.Set("+f(i,n)+", "+f(h,n)+`)
`).join("")+`	response, err := http.DefaultClient.Do(request)
`+y+`	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
`+y+`	fmt.Println(response.Status, string(text))
}
`},y=`	if err != nil {
		log.Fatal(err)
	}
`,C={native:j};function p(t,n){let e=r=>"\\u"+r.toString(16).padStart(4,"0");return'"'+n.escape(t,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":`
`,"	":"\\t","\r":"\\r"},e)+'"'}function x(t,n){let e=t.type&&", "+p(t.type,n),r=t.file?"HTTP.Multipart("+p(t.file,n)+", open("+p(t.file,n)+")"+e+")":e?"HTTP.Multipart(nothing, IOBuffer("+p(t.text,n)+")"+e+")":p(t.text,n);return"    "+p(t.name,n)+" => "+r+`,
`}var K=(t,n)=>{let e=n.headers(t).map(([s,l])=>"    "+p(s,n)+" => "+p(l,n)+`,
`).join(""),r=t.body?.parts?`HTTP.Form([
`+t.body.parts.map(s=>x(s,n)).join("")+"])":t.body?t.body.file?"read("+p(t.body.file,n)+")":p(t.body.text,n):"";return`using HTTP

headers = Pair{String,String}[`+(e&&`
`+e)+`]
`+(r&&"body = "+r+`
`)+"response = HTTP.request("+p(t.method,n)+", "+p(t.url,n)+", headers"+(r&&", body")+`)
println(response.status, " ", String(response.body))
`},q={http:K};function m(t,n){if(t.includes(`
`)&&!t.includes("\r")){let r=t.includes("|}")?n.fresh("text",t).replace(/\d/g,s=>"abcdefghij".charAt(Number(s))):"";return"{"+r+"|"+t+"|"+r+"}"}let e=r=>r>255?String.fromCharCode(r):"\\"+String(r).padStart(3,"0");return'"'+n.escape(t,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},e)+'"'}var T=(t,n)=>{let e=n.flat(t),r=n.known(t.method)||t.method==="TRACE"?"`"+t.method:"(`Other "+m(t.method,n)+")",s=e.body.some(o=>o.file),l=e.body.map(o=>o.file?"contents "+m(o.file,n):m(o.text??"",n)),a=l.length>1?`(String.concat "" [
`+l.map(o=>"    "+o).join(`;
`)+" ])":l.map(o=>"("+o+")").join("");return`open Lwt.Infix

`+(s?M:"")+"let headers = Cohttp.Header.of_list ["+e.headers.map(([o,u])=>`
  (`+m(o,n)+", "+m(u,n)+");").join("")+` ]
`+(a&&"let body = Cohttp_lwt.Body.of_string "+a+`
`)+`let call () =
  Cohttp_lwt_unix.Client.call ~headers `+(a&&"~body ~chunked:false ")+r+" (Uri.of_string "+m(t.url,n)+`) >>= fun (response, answer) ->
  Cohttp_lwt.Body.to_string answer >|= fun text ->
  Printf.printf "%d %s\\n" (Cohttp.Code.code_of_status (Cohttp.Response.status response)) text

let () = Lwt_main.run (call ())
`},M=`let contents name =
  let file = open_in_bin name in
  let text = really_input_string file (in_channel_length file) in
  close_in file;
  text

`,_={cohttp:T};function c(t,n){if(t.includes(`
`)&&!t.includes("\r")){let r="#".repeat(Math.max(1,...(t.match(/"#*/g)??[]).map(s=>s.length)));return"r"+r+'"'+t+'"'+r}let e=r=>"\\u{"+r.toString(16)+"}";return'"'+n.escape(t,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},e)+'"'}function R(t,n){let e=t.file?"Part::file("+c(t.file,n)+")?":"Part::text("+c(t.text,n)+")";return"        .part("+c(t.name,n)+", "+e+(t.type&&".mime_str("+c(t.type,n)+")?")+`)
`}var B=(t,n)=>{let e=t.body?.parts,r=n.known(t.method)?"Method::"+t.method:'Method::from_bytes(b"'+t.method+'")?',s=n.headers(t).map(([a,o])=>"        .header("+c(a,n)+", "+c(o,n)+`)
`).join(""),l=e?`        .multipart(form)
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
`+e.map(a=>R(a,n)).join("").replace(/\n$/,`;
`):"")+`    let response = Client::new()
        .request(`+r+", "+c(t.url,n)+`)
`+s+l+`        .send()?;
    println!("{} {}", response.status(), response.text()?);
    Ok(())
}
`},w={reqwest:B};var L={dart:b,go:C,julia:q,ocaml:_,rust:w};export{L as languages};
