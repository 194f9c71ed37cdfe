(()=>{
"use strict";var exported=(()=>{var y=Object.defineProperty;var S=Object.getOwnPropertyDescriptor;var j=Object.getOwnPropertyNames;var H=Object.prototype.hasOwnProperty;var U=(e,n)=>{for(var t in n)y(e,t,{get:n[t],enumerable:!0})},E=(e,n,t,s)=>{if(n&&typeof n=="object"||typeof n=="function")for(let o of j(n))!H.call(e,o)&&o!==t&&y(e,o,{get:()=>n[o],enumerable:!(s=S(n,o))||s.enumerable});return e};var L=e=>E(y({},"__esModule",{value:!0}),e);var ee={};U(ee,{languages:()=>k});var a=(e,n)=>e.includes("\r")?'"'+n.escape(e,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":"\\n"},t=>"\\u{"+t.toString(16)+"}")+'"':"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",h=(e,n,t)=>`[
`+e.map(([s,o])=>n+"    "+a(s,t)+" => "+a(o,t)+`,
`).join("")+n+"]",d=(e,n)=>n.flat(e).body.map(t=>t.file?"file_get_contents("+a(t.file,n)+")":a(t.text??"",n)).join(`
    . `),B=(e,n)=>{let t=n.flat(e),s=d(e,n),o=t.headers.map(([r,l])=>"        "+a(l?r+": "+l:r+";",n)+`,
`).join("");return`<?php

$curl = curl_init();
curl_setopt_array($curl, [
    CURLOPT_URL => `+a(e.url,n)+`,
    CURLOPT_CUSTOMREQUEST => `+a(e.method,n)+`,
`+(e.method==="HEAD"?`    CURLOPT_NOBODY => true,
`:"")+`    CURLOPT_RETURNTRANSFER => true,
`+(o&&`    CURLOPT_HTTPHEADER => [
`+o+`    ],
`)+(s&&"    CURLOPT_POSTFIELDS => "+s+`,
`)+`]);

$response = curl_exec($curl);
if ($response === false) {
    throw new Exception(curl_error($curl));
}
echo $response;
`},O=(e,n)=>`        [
            'name' => `+a(e.name,n)+`,
            'contents' => `+(e.file?"fopen("+a(e.file,n)+", 'r')":a(e.text,n))+`,
`+(e.file&&"            'filename' => "+a(e.file,n)+`,
`)+(e.type&&"            'headers' => ['Content-Type' => "+a(e.type,n)+`],
`)+`        ],
`,A=(e,n)=>{let t=n.headers(e),s=e.body?.parts?`    'multipart' => [
`+e.body.parts.map(o=>O(o,n)).join("")+`    ],
`:d(e,n)&&"    'body' => "+d(e,n)+`,
`;return`<?php

require 'vendor/autoload.php';

$client = new GuzzleHttp\\Client();
$response = $client->request(`+a(e.method,n)+", "+a(e.url,n)+`, [
`+(t.length>0?"    'headers' => "+h(t,"    ",n)+`,
`:"")+s+`]);

echo $response->getStatusCode(), ' ', $response->getBody();
`},z=(e,n)=>{let t=e.headers.find(([r])=>r==="Content-Type"),s=n.headers(e).filter(r=>r!==t||!e.body),o=e.body?.parts?e.body.parts.map(r=>v(r,n)).join(""):e.body?`
    ->withBody(`+d(e,n)+", "+a(t?.[1]??"application/octet-stream",n)+")":"";return`<?php

use Illuminate\\Support\\Facades\\Http;

$response = Http::withHeaders(`+(s.length>0?h(s,"",n):"[]")+")"+o+`
    ->send(`+a(e.method,n)+", "+a(e.url,n)+`);

echo $response->status(), ' ', $response->body();
`},v=(e,n)=>`
    ->attach(`+a(e.name,n)+", "+(e.file?"fopen("+a(e.file,n)+", 'r'), "+a(e.file,n):a(e.text,n)+", null")+(e.type&&", ['Content-Type' => "+a(e.type,n)+"]")+")",D=(e,n)=>{let t=n.flat(e),s=d(e,n),o=n.known(e.method)||e.method==="TRACE"?"HTTP_METH_"+e.method:"HttpRequest::methodRegister("+a(e.method,n)+")";return`<?php

$request = new HttpRequest(`+a(e.url,n)+", "+o+`);
`+(t.headers.length>0?"$request->setHeaders("+h(t.headers,"",n)+`);
`:"")+(s&&"$request->"+(e.method==="PUT"?"setPutData":"setBody")+"("+s+`);
`)+`
$response = $request->send();
echo $response->getResponseCode(), ' ', $response->getBody();
`},F=(e,n)=>{let t=n.flat(e),s=d(e,n);return`<?php

$client = new http\\Client();
`+(s&&`$body = new http\\Message\\Body();
$body->append(`+s+`);
`)+"$request = new http\\Client\\Request("+a(e.method,n)+", "+a(e.url,n)+", "+(t.headers.length>0?h(t.headers,"",n):"[]")+(s&&", $body")+`);
$client->enqueue($request)->send();

$response = $client->getResponse();
echo $response->getResponseCode(), ' ', $response->getBody();
`},C={curl:B,guzzle:A,laravel:z,http1:D,http2:F};function p(e,n){let t={"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r"},s=r=>r>255?"\\u"+r.toString(16):"\\x"+r.toString(16).padStart(2,"0");return e.includes(`
`)?'"""'+n.escape(e,{"\\":"\\\\","	":"	","\n":`
`,"\r":"\\r"},s).replaceAll('"""','\\"\\"\\"').replace(/"$/,'\\"')+'"""':'"'+n.escape(e,t,s)+'"'}function m(e,n){return`{
`+e.map(([t,s])=>"    "+p(t,n)+": "+p(s,n)+`,
`).join("")+"}"}var f=(e,n)=>"open("+p(e,n)+', "rb")';function b(e,n){return n.flat(e).body.map(t=>t.file?f(t.file,n)+".read()":p(t.text??"",n)+".encode()").join(" + ")}var N=(e,n)=>{let t=n.flat(e),{secure:s,host:o,target:r}=n.place(e.url),l=b(e,n);return`import http.client

`+(l&&"body = "+l+`
`)+"headers = "+(t.headers.length>0?m(t.headers,n):"{}")+`

connection = http.client.`+(s?"HTTPSConnection":"HTTPConnection")+"("+p(o,n)+`)
connection.request(`+p(e.method,n)+", "+p(r,n)+(l&&", body=body")+`, headers=headers)
response = connection.getresponse()
print(response.status, response.read().decode())
`};function I(e,n){let t=e.type&&", "+p(e.type,n),s=e.file?p(e.file,n)+", "+f(e.file,n):"None, "+p(e.text,n)+(t?"":".encode()");return"    ("+p(e.name,n)+", ("+s+t+`)),
`}function g(e,n,t){let s=n.headers(e),o=s.length>0?"headers = "+m(s,n)+`
`:"",r=s.length>0?", headers=headers":"";return e.body?.parts?(o+=`files = [
`+e.body.parts.map(l=>I(l,n)).join("")+`]
`,r+=", files=files"):e.body&&(o+="body = "+b(e,n)+`
`,r+=", "+t+"=body"),{setup:o&&o+`
`,arguments:"("+p(e.method,n)+", "+p(e.url,n)+r+")"}}var M=(e,n)=>{let t=g(e,n,"data");return`import requests

`+t.setup+"response = requests.request"+t.arguments+`
print(response.status_code, response.text)
`},G=(e,n)=>{let t=g(e,n,"content");return`import httpx

`+t.setup+"response = httpx.request"+t.arguments+`
print(response.status_code, response.text)
`},Q=(e,n)=>{let t=g(e,n,"content");return`import asyncio

import httpx

`+t.setup+`
async def main():
    async with httpx.AsyncClient() as client:
        response = await client.request`+t.arguments+`
        print(response.status_code, response.text)


asyncio.run(main())
`};function V(e,n){let t=e.type&&", content_type="+p(e.type,n),s=e.file?f(e.file,n)+", filename="+p(e.file,n):p(e.text,n);return"body.add_field("+p(e.name,n)+", "+s+t+`)
`}var Y=(e,n)=>{let t=n.headers(e),o=(e.body?.parts&&`body = aiohttp.FormData(quote_fields=False)
`+e.body.parts.map(r=>V(r,n)).join(""))??(e.body?"body = "+b(e,n)+`
`:"");return`import asyncio

import aiohttp
from yarl import URL

url = URL(`+p(e.url,n)+`, encoded=True)
`+(t.length>0?"headers = "+m(t,n)+`
`:"")+o+`

async def main():
    async with aiohttp.ClientSession() as session:
        async with session.request(`+p(e.method,n)+", url"+(t.length>0?", headers=headers":"")+(o&&", data=body")+`) as response:
            print(response.status, await response.text())


asyncio.run(main())
`},_={requests:M,python3:N,httpx_sync:G,httpx_async:Q,aiohttp:Y};function c(e,n){let t=s=>"\\u"+s.toString(16).padStart(4,"0");return"'"+n.escape(e,{"\\":"\\\\","'":"\\'","\n":`
`,"	":"\\t","\r":"\\r"},t)+"'"}var q=(e,n)=>"`"+n.escape(e,{"\\":"\\\\","`":"\\`"})+"`",R=(e,n)=>e.body?.file?"readBin("+c(e.body.file,n)+", 'raw', file.size("+c(e.body.file,n)+"))":"charToRaw(enc2utf8("+c(e.body?.text??"",n)+"))";function $(e,n){let t=e.type&&", "+c(e.type,n),s=e.file?"curl::form_file("+c(e.file,n)+t+")":e.type?"curl::form_data("+c(e.text,n)+t+")":c(e.text,n);return"  "+q(e.name,n)+" = "+s}var J=(e,n)=>{let t=n.headers(e).map(([r,l])=>"  "+q(r,n)+" = "+c(l,n)).join(`,
`),s=e.body?.parts,o=s?`list(
`+s.map(r=>$(r,n)).join(`,
`)+`
)`:e.body?R(e,n):"";return`library(httr)

`+(o&&"body <- "+o+`
`)+"response <- VERB("+c(e.method,n)+", "+c(e.url,n)+(t&&`, add_headers(
`+t+`
)`)+(o&&", body = body"+(s?", encode = 'multipart'":""))+`)
cat(status_code(response), content(response, 'text'))
`},W=(e,n)=>`c(
`+n.flat(e).body.map(t=>"    "+(t.file?"readBin("+c(t.file,n)+", 'raw', file.size("+c(t.file,n)+"))":"charToRaw(enc2utf8("+c(t.text??"",n)+"))")).join(`,
`)+`
  )`,X=(e,n)=>{let t=e.body?.parts,s=!!t&&new Set(t.map(i=>i.name)).size===t.length,o=s?n.headers(e):n.flat(e).headers,r=o.find(([i])=>i==="Content-Type"),l=o.filter(i=>i!==r||!e.body).map(([i,K])=>"    "+q(i,n)+" = "+c(K,n)).join(`,
`),w=t?W(e,n):R(e,n),x=s?` |>
  req_body_multipart(
`+t.map(i=>"  "+$(i,n)).join(`,
`)+`
  )`:e.body?` |>
  req_body_raw(`+w+", type = "+c(r?.[1]??"application/octet-stream",n)+")":"";return`library(httr2)

response <- request(`+c(e.url,n)+")"+(l&&` |>
  req_headers(
`+l+`
  )`)+x+` |>
  req_method(`+c(e.method,n)+`) |>
  req_perform()
cat(resp_status(response), resp_body_string(response))
`},T={httr2:X,httr:J};var u=(e,n)=>/\r|\0/.test(e)?'"'+n.escape(e,{"\\":"\\\\",'"':'\\"',"#":"\\#","\n":"\\n"},t=>"\\u{"+t.toString(16)+"}")+'"':"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",Z=(e,n)=>{let t=n.flat(e),s=t.body.map(r=>r.file?"File.binread("+u(r.file,n)+")":u(r.text??"",n)+(t.body.length>1?".b":"")).join(` +
  `),o=n.known(e.method)?"::"+e.method.charAt(0)+e.method.slice(1).toLowerCase()+".new(uri)":"GenericRequest.new("+u(e.method,n)+", "+(s!=="")+", true, uri)";return`require "net/http"

uri = URI(`+u(e.url,n)+`)
request = Net::HTTP`+o+`
`+t.headers.map(([r,l])=>"request["+u(r,n)+"] = "+u(l,n)+`
`).join("")+(s&&"request.body = "+s+`
`)+`
response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https") do |http|
  http.request(request)
end
puts response.code, response.body
`},P={native:Z};var k={php:C,python:_,r:T,ruby:P};return L(ee);})();
(globalThis.trefoilFiles??={})["assets/client-script"]=exported})();
