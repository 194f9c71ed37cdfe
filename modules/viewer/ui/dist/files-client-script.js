(()=>{
"use strict";var exported=(()=>{var x=Object.defineProperty;var L=Object.getOwnPropertyDescriptor;var B=Object.getOwnPropertyNames;var D=Object.prototype.hasOwnProperty;var F=(e,n)=>{for(var t in n)x(e,t,{get:n[t],enumerable:!0})},N=(e,n,t,s)=>{if(n&&typeof n=="object"||typeof n=="function")for(let o of B(n))!D.call(e,o)&&o!==t&&x(e,o,{get:()=>n[o],enumerable:!(s=L(n,o))||s.enumerable});return e};var v=e=>N(x({},"__esModule",{value:!0}),e);var pe={};F(pe,{languages:()=>le});var l=(e,n)=>e.includes("\r")?'"'+n.escape(e,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":"\\n"},t=>"\\u{"+t.toString(16)+"}")+'"':"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",b=(e,n,t)=>`[
`+e.map(([s,o])=>n+"    "+l(s,t)+" => "+l(o,t)+`,
`).join("")+n+"]";function j(e,n,t){let s=t.form(e);return s&&new Set(s.map(([o])=>o)).size===s.length?b(s,n,t):""}function m(e,n,t=""){let s=j(e,t,n),o=n.flat(e).body.map(r=>r.file?"file_get_contents("+l(r.file,n)+")":l(r.text??"",n));return s?"http_build_query("+s+")":o.join(`
    . `)}var I=(e,n)=>{let t=n.flat(e),s=m(e,n,"    "),o=n.basic(e),a=t.headers.filter(([c])=>!o||c!=="Authorization").map(([c,i])=>"        "+l(i?c+": "+i:c+";",n)+`,
`).join("");return`<?php

$curl = curl_init();
curl_setopt_array($curl, [
    CURLOPT_URL => `+l(e.url,n)+`,
    CURLOPT_CUSTOMREQUEST => `+l(e.method,n)+`,
`+(e.method==="HEAD"?`    CURLOPT_NOBODY => true,
`:"")+`    CURLOPT_RETURNTRANSFER => true,
`+(o?"    CURLOPT_USERPWD => "+l(o.join(":"),n)+`,
`:"")+(a&&`    CURLOPT_HTTPHEADER => [
`+a+`    ],
`)+(s&&"    CURLOPT_POSTFIELDS => "+s+`,
`)+`]);

$response = curl_exec($curl);
if ($response === false) {
    throw new Exception(curl_error($curl));
}
echo $response;
`},M=(e,n)=>`        [
            'name' => `+l(e.name,n)+`,
            'contents' => `+(e.file?"fopen("+l(e.file,n)+", 'r')":l(e.text,n))+`,
`+(e.file&&"            'filename' => "+l(e.file,n)+`,
`)+(e.type&&"            'headers' => ['Content-Type' => "+l(e.type,n)+`],
`)+`        ],
`,W=(e,n)=>{let t=n.basic(e),s=j(e,"    ",n),o=n.headers(e).filter(([a])=>!(t&&a==="Authorization")&&!(s&&a==="Content-Type")),r=e.body?.parts?`    'multipart' => [
`+e.body.parts.map(a=>M(a,n)).join("")+`    ],
`:s?"    'form_params' => "+s+`,
`:m(e,n)&&"    'body' => "+m(e,n)+`,
`;return`<?php

require 'vendor/autoload.php';

$client = new GuzzleHttp\\Client();
$response = $client->request(`+l(e.method,n)+", "+l(e.url,n)+`, [
`+(t?"    'auth' => ["+l(t[0],n)+", "+l(t[1],n)+`],
`:"")+(o.length>0?"    'headers' => "+b(o,"    ",n)+`,
`:"")+r+`]);

echo $response->getStatusCode(), ' ', $response->getBody();
`},G=(e,n)=>{let t=e.headers.find(([r])=>r==="Content-Type"),s=n.headers(e).filter(r=>r!==t||!e.body),o=e.body?.parts?e.body.parts.map(r=>J(r,n)).join(""):e.body?`
    ->withBody(`+m(e,n)+", "+l(t?.[1]??"application/octet-stream",n)+")":"";return`<?php

use Illuminate\\Support\\Facades\\Http;

$response = Http::withHeaders(`+(s.length>0?b(s,"",n):"[]")+")"+o+`
    ->send(`+l(e.method,n)+", "+l(e.url,n)+`);

echo $response->status(), ' ', $response->body();
`},J=(e,n)=>`
    ->attach(`+l(e.name,n)+", "+(e.file?"fopen("+l(e.file,n)+", 'r'), "+l(e.file,n):l(e.text,n)+", null")+(e.type&&", ['Content-Type' => "+l(e.type,n)+"]")+")",Q=(e,n)=>{let t=n.flat(e),s=m(e,n),o=n.known(e.method)||e.method==="TRACE"?"HTTP_METH_"+e.method:"HttpRequest::methodRegister("+l(e.method,n)+")";return`<?php

$request = new HttpRequest(`+l(e.url,n)+", "+o+`);
`+(t.headers.length>0?"$request->setHeaders("+b(t.headers,"",n)+`);
`:"")+(s&&"$request->"+(e.method==="PUT"?"setPutData":"setBody")+"("+s+`);
`)+`
$response = $request->send();
echo $response->getResponseCode(), ' ', $response->getBody();
`},V=(e,n)=>{let t=n.flat(e),s=m(e,n);return`<?php

$client = new http\\Client();
`+(s&&`$body = new http\\Message\\Body();
$body->append(`+s+`);
`)+"$request = new http\\Client\\Request("+l(e.method,n)+", "+l(e.url,n)+", "+(t.headers.length>0?b(t.headers,"",n):"[]")+(s&&", $body")+`);
$client->enqueue($request)->send();

$response = $client->getResponse();
echo $response->getResponseCode(), ' ', $response->getBody();
`},K={curl:I,guzzle:W,laravel:G,http1:Q,http2:V};function C({basic:e,headers:n}){return e!==null&&n.some(([t,s])=>t==="Authorization"&&s.startsWith("Digest "))}var w=e=>e>255?"\\u"+e.toString(16):"\\x"+e.toString(16).padStart(2,"0");function p(e,n){let t={"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r"};return e.includes(`
`)?'"""'+n.escape(e,{"\\":"\\\\","	":"	","\n":`
`,"\r":"\\r"},w).replaceAll('"""','\\"\\"\\"').replace(/"$/,'\\"')+'"""':'"'+n.escape(e,t,w)+'"'}function _(e,n){return`{
`+e.map(([t,s])=>"    "+p(t,n)+": "+p(s,n)+`,
`).join("")+"}"}var P=(e,n)=>"open("+p(e,n)+', "rb")';function q(e,n){return n.flat(e).body.map(t=>t.file?P(t.file,n)+".read()":p(t.text??"",n)+".encode()").join(" + ")}var Y=(e,n)=>{let t=n.flat(e),{secure:s,host:o,target:r}=n.place(e.url),a=q(e,n);return`import http.client

`+(a&&"body = "+a+`
`)+"headers = "+(t.headers.length>0?_(t.headers,n):"{}")+`

connection = http.client.`+(s?"HTTPSConnection":"HTTPConnection")+"("+p(o,n)+`)
connection.request(`+p(e.method,n)+", "+p(r,n)+(a&&", body=body")+`, headers=headers)
response = connection.getresponse()
print(response.status, response.read().decode())
`};function S(e,n){let t=e.type&&", "+p(e.type,n),s=e.file?p(e.file,n)+", "+P(e.file,n):"None, "+p(e.text,n)+(t?"":".encode()");return"    ("+p(e.name,n)+", ("+s+t+`)),
`}function O(e,n){let t=n.headers(e),s=t.length>0?"headers = "+_(t,n)+`
`:"",o=t.length>0?", headers=headers":"";return e.body?.parts?(s+=`files = [
`+e.body.parts.map(r=>S(r,n)).join("")+`]
`,o+=", files=files"):e.body&&(s+="body = "+q(e,n)+`
`,o+=", content=body"),{setup:s&&s+`
`,arguments:"("+p(e.method,n)+", "+p(e.url,n)+o+")"}}var X=(e,n)=>{let[t="",s=""]=e.url.split(/\?(.*)/s),o=n.pairs(s),r=Z(e,n),a=C(e)?e.basic:n.basic(e),c=n.headers(e).filter(([h])=>!(a&&h==="Authorization")&&!(r.typed&&h==="Content-Type")),i=[...n.known(e.method)?[]:[p(e.method,n)],p(o?t:e.url,n),...o?["params="+R(o,n)]:[],...c.length>0?["headers="+R(c,n)]:[],...a?["auth="+(C(e)?"requests.auth.HTTPDigestAuth(":"(")+a.map(h=>p(h,n)).join(", ")+")"]:[],...r.text?[r.text]:[]],u=i.join(", "),f=i.length<3&&u.length<80&&!u.includes(`
`)?u:`
    `+i.join(`,
    `)+`,
`;return`import requests

response = requests.`+(n.known(e.method)?e.method.toLowerCase():"request")+"("+f+`)
print(response.status_code, response.text)
`};function Z(e,n){if(!e.body)return{text:"",typed:!1};if(e.body.parts)return{text:`files=[
`+e.body.parts.map(a=>"    "+S(a,n)).join("")+"    ]",typed:!1};let s=e.headers.find(([a])=>a==="Content-Type")?.[1]==="application/json"&&!e.body.file?k(e.body.text,n):"",o=n.form(e);return{text:s?"json="+s:"data="+(o?R(o,n):q(e,n)),typed:s!==""||o!==null}}function R(e,n){let t=new Set(e.map(([c])=>c)).size===e.length,s=e.map(([c,i])=>t?p(c,n)+": "+p(i,n):"("+p(c,n)+", "+p(i,n)+")"),[o,r]=t?["{","}"]:["[","]"],a=o+s.join(", ")+r;return a.length<64?a:o+`
`+s.map(c=>"        "+c+`,
`).join("")+"    "+r}function k(e,n){let t=e.match(/"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+|[{}[\],:]/g)??[],s=0,o={true:"True",false:"False",null:"None"},r=c=>{let i=t[s++]??"";if(i==="{"||i==="["){let f=i==="{"?"}":"]",h=[],$=new Set;for(;t[s]!==f;){let g="";i==="{"&&(g=a(t[s++]??"")+": ",s++,$.add(g)),h.push(g+r(c+"    ")),t[s]===","&&s++}if(s++,i==="{"&&$.size<h.length)throw new Error("a name occurs twice");return h.length===0?i+f:i+`
`+h.map(g=>c+"    "+g+`,
`).join("")+c+f}if(i.startsWith('"'))return a(i);let u=o[i]??(/^(0|-?[1-9]\d*)$/.test(i)||/^-?\d+\.\d+$/.test(i)&&String(Number(i))===i?i:"");if(u==="")throw new Error("no number of Python");return u},a=c=>{let i=JSON.parse(c);return encodeURIComponent(i),'"'+n.escape(i,{"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r","\n":"\\n"},w)+'"'};try{return JSON.parse(e),r("    ")}catch{return""}}var ee=(e,n)=>{let t=O(e,n);return`import httpx

`+t.setup+"response = httpx.request"+t.arguments+`
print(response.status_code, response.text)
`},ne=(e,n)=>{let t=O(e,n);return`import asyncio

import httpx

`+t.setup+`
async def main():
    async with httpx.AsyncClient() as client:
        response = await client.request`+t.arguments+`
        print(response.status_code, response.text)


asyncio.run(main())
`};function te(e,n){let t=e.type&&", content_type="+p(e.type,n),s=e.file?P(e.file,n)+", filename="+p(e.file,n):p(e.text,n);return"body.add_field("+p(e.name,n)+", "+s+t+`)
`}var se=(e,n)=>{let t=n.headers(e),o=(e.body?.parts&&`body = aiohttp.FormData(quote_fields=False)
`+e.body.parts.map(r=>te(r,n)).join(""))??(e.body?"body = "+q(e,n)+`
`:"");return`import asyncio

import aiohttp
from yarl import URL

url = URL(`+p(e.url,n)+`, encoded=True)
`+(t.length>0?"headers = "+_(t,n)+`
`:"")+o+`

async def main():
    async with aiohttp.ClientSession() as session:
        async with session.request(`+p(e.method,n)+", url"+(t.length>0?", headers=headers":"")+(o&&", data=body")+`) as response:
            print(response.status, await response.text())


asyncio.run(main())
`},A={requests:X,python3:Y,httpx_sync:ee,httpx_async:ne,aiohttp:se};function d(e,n){let t=s=>"\\u"+s.toString(16).padStart(4,"0");return"'"+n.escape(e,{"\\":"\\\\","'":"\\'","\n":`
`,"	":"\\t","\r":"\\r"},t)+"'"}var T=(e,n)=>"`"+n.escape(e,{"\\":"\\\\","`":"\\`"})+"`",U=(e,n)=>e.body?.file?"readBin("+d(e.body.file,n)+", 'raw', file.size("+d(e.body.file,n)+"))":"charToRaw(enc2utf8("+d(e.body?.text??"",n)+"))";function E(e,n){let t=e.type&&", "+d(e.type,n),s=e.file?"curl::form_file("+d(e.file,n)+t+")":e.type?"curl::form_data("+d(e.text,n)+t+")":d(e.text,n);return"  "+T(e.name,n)+" = "+s}var oe=(e,n)=>{let t=n.headers(e).map(([r,a])=>"  "+T(r,n)+" = "+d(a,n)).join(`,
`),s=e.body?.parts,o=s?`list(
`+s.map(r=>E(r,n)).join(`,
`)+`
)`:e.body?U(e,n):"";return`library(httr)

`+(o&&"body <- "+o+`
`)+"response <- VERB("+d(e.method,n)+", "+d(e.url,n)+(t&&`, add_headers(
`+t+`
)`)+(o&&", body = body"+(s?", encode = 'multipart'":""))+`)
cat(status_code(response), content(response, 'text'))
`},re=(e,n)=>`c(
`+n.flat(e).body.map(t=>"    "+(t.file?"readBin("+d(t.file,n)+", 'raw', file.size("+d(t.file,n)+"))":"charToRaw(enc2utf8("+d(t.text??"",n)+"))")).join(`,
`)+`
  )`,ae=(e,n)=>{let t=e.body?.parts,s=!!t&&new Set(t.map(u=>u.name)).size===t.length,o=s?n.headers(e):n.flat(e).headers,r=o.find(([u])=>u==="Content-Type"),a=o.filter(u=>u!==r||!e.body).map(([u,f])=>"    "+T(u,n)+" = "+d(f,n)).join(`,
`),c=t?re(e,n):U(e,n),i=s?` |>
  req_body_multipart(
`+t.map(u=>"  "+E(u,n)).join(`,
`)+`
  )`:e.body?` |>
  req_body_raw(`+c+", type = "+d(r?.[1]??"application/octet-stream",n)+")":"";return`library(httr2)

response <- request(`+d(e.url,n)+")"+(a&&` |>
  req_headers(
`+a+`
  )`)+i+` |>
  req_method(`+d(e.method,n)+`) |>
  req_perform()
cat(resp_status(response), resp_body_string(response))
`},H={httr2:ae,httr:oe};var y=(e,n)=>/\r|\0/.test(e)?'"'+n.escape(e,{"\\":"\\\\",'"':'\\"',"#":"\\#","\n":"\\n"},t=>"\\u{"+t.toString(16)+"}")+'"':"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'";function ie(e,n){let t=new Set(e.map(([o])=>o)).size===e.length,s=e.map(([o,r])=>"  "+(t?y(o,n)+" => "+y(r,n):"["+y(o,n)+", "+y(r,n)+"]")+`,
`).join("");return t?`
`+s:`[
`+s+"]"}var ce=(e,n)=>{let t=n.flat(e),s=n.form(e),o=n.basic(e),r=t.body.map(c=>c.file?"File.binread("+y(c.file,n)+")":y(c.text??"",n)+(t.body.length>1?".b":"")).join(` +
  `),a=n.known(e.method)?"::"+e.method.charAt(0)+e.method.slice(1).toLowerCase()+".new(uri)":"GenericRequest.new("+y(e.method,n)+", "+(r!=="")+", true, uri)";return`require "net/http"

uri = URI(`+y(e.url,n)+`)
request = Net::HTTP`+a+`
`+t.headers.filter(([c])=>!(o&&c==="Authorization")&&!(s&&c==="Content-Type")).map(([c,i])=>"request["+y(c,n)+"] = "+y(i,n)+`
`).join("")+(o?"request.basic_auth "+y(o[0],n)+", "+y(o[1],n)+`
`:"")+(s?"request.set_form_data("+ie(s,n)+`)
`:r&&"request.body = "+r+`
`)+`
response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https") do |http|
  http.request(request)
end
puts response.code, response.body
`},z={native:ce};var le={php:K,python:A,r:H,ruby:z};return v(pe);})();
(globalThis.trefoilFiles??={})["assets/client-script"]=exported})();
