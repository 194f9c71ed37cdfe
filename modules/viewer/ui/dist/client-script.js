var a=(e,n)=>e.includes("\r")?'"'+n.escape(e,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":"\\n"},t=>"\\u{"+t.toString(16)+"}")+'"':"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",h=(e,n,t)=>`[
`+e.map(([s,r])=>n+"    "+a(s,t)+" => "+a(r,t)+`,
`).join("")+n+"]",d=(e,n)=>n.flat(e).body.map(t=>t.file?"file_get_contents("+a(t.file,n)+")":a(t.text??"",n)).join(`
    . `),K=(e,n)=>{let t=n.flat(e),s=d(e,n),r=t.headers.map(([o,l])=>"        "+a(l?o+": "+l:o+";",n)+`,
`).join("");return`<?php

$curl = curl_init();
curl_setopt_array($curl, [
    CURLOPT_URL => `+a(e.url,n)+`,
    CURLOPT_CUSTOMREQUEST => `+a(e.method,n)+`,
`+(e.method==="HEAD"?`    CURLOPT_NOBODY => true,
`:"")+`    CURLOPT_RETURNTRANSFER => true,
`+(r&&`    CURLOPT_HTTPHEADER => [
`+r+`    ],
`)+(s&&"    CURLOPT_POSTFIELDS => "+s+`,
`)+`]);

$response = curl_exec($curl);
if ($response === false) {
    throw new Exception(curl_error($curl));
}
echo $response;
`},S=(e,n)=>`        [
            'name' => `+a(e.name,n)+`,
            'contents' => `+(e.file?"fopen("+a(e.file,n)+", 'r')":a(e.text,n))+`,
`+(e.file&&"            'filename' => "+a(e.file,n)+`,
`)+(e.type&&"            'headers' => ['Content-Type' => "+a(e.type,n)+`],
`)+`        ],
`,j=(e,n)=>{let t=n.headers(e),s=e.body?.parts?`    'multipart' => [
`+e.body.parts.map(r=>S(r,n)).join("")+`    ],
`:d(e,n)&&"    'body' => "+d(e,n)+`,
`;return`<?php

require 'vendor/autoload.php';

$client = new GuzzleHttp\\Client();
$response = $client->request(`+a(e.method,n)+", "+a(e.url,n)+`, [
`+(t.length>0?"    'headers' => "+h(t,"    ",n)+`,
`:"")+s+`]);

echo $response->getStatusCode(), ' ', $response->getBody();
`},H=(e,n)=>{let t=e.headers.find(([o])=>o==="Content-Type"),s=n.headers(e).filter(o=>o!==t||!e.body),r=e.body?.parts?e.body.parts.map(o=>U(o,n)).join(""):e.body?`
    ->withBody(`+d(e,n)+", "+a(t?.[1]??"application/octet-stream",n)+")":"";return`<?php

use Illuminate\\Support\\Facades\\Http;

$response = Http::withHeaders(`+(s.length>0?h(s,"",n):"[]")+")"+r+`
    ->send(`+a(e.method,n)+", "+a(e.url,n)+`);

echo $response->status(), ' ', $response->body();
`},U=(e,n)=>`
    ->attach(`+a(e.name,n)+", "+(e.file?"fopen("+a(e.file,n)+", 'r'), "+a(e.file,n):a(e.text,n)+", null")+(e.type&&", ['Content-Type' => "+a(e.type,n)+"]")+")",E=(e,n)=>{let t=n.flat(e),s=d(e,n),r=n.known(e.method)||e.method==="TRACE"?"HTTP_METH_"+e.method:"HttpRequest::methodRegister("+a(e.method,n)+")";return`<?php

$request = new HttpRequest(`+a(e.url,n)+", "+r+`);
`+(t.headers.length>0?"$request->setHeaders("+h(t.headers,"",n)+`);
`:"")+(s&&"$request->"+(e.method==="PUT"?"setPutData":"setBody")+"("+s+`);
`)+`
$response = $request->send();
echo $response->getResponseCode(), ' ', $response->getBody();
`},L=(e,n)=>{let t=n.flat(e),s=d(e,n);return`<?php

$client = new http\\Client();
`+(s&&`$body = new http\\Message\\Body();
$body->append(`+s+`);
`)+"$request = new http\\Client\\Request("+a(e.method,n)+", "+a(e.url,n)+", "+(t.headers.length>0?h(t.headers,"",n):"[]")+(s&&", $body")+`);
$client->enqueue($request)->send();

$response = $client->getResponse();
echo $response->getResponseCode(), ' ', $response->getBody();
`},q={curl:K,guzzle:j,laravel:H,http1:E,http2:L};function p(e,n){let t={"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r"},s=o=>o>255?"\\u"+o.toString(16):"\\x"+o.toString(16).padStart(2,"0");return e.includes(`
`)?'"""'+n.escape(e,{"\\":"\\\\","	":"	","\n":`
`,"\r":"\\r"},s).replaceAll('"""','\\"\\"\\"').replace(/"$/,'\\"')+'"""':'"'+n.escape(e,t,s)+'"'}function y(e,n){return`{
`+e.map(([t,s])=>"    "+p(t,n)+": "+p(s,n)+`,
`).join("")+"}"}var m=(e,n)=>"open("+p(e,n)+', "rb")';function f(e,n){return n.flat(e).body.map(t=>t.file?m(t.file,n)+".read()":p(t.text??"",n)+".encode()").join(" + ")}var B=(e,n)=>{let t=n.flat(e),{secure:s,host:r,target:o}=n.place(e.url),l=f(e,n);return`import http.client

`+(l&&"body = "+l+`
`)+"headers = "+(t.headers.length>0?y(t.headers,n):"{}")+`

connection = http.client.`+(s?"HTTPSConnection":"HTTPConnection")+"("+p(r,n)+`)
connection.request(`+p(e.method,n)+", "+p(o,n)+(l&&", body=body")+`, headers=headers)
response = connection.getresponse()
print(response.status, response.read().decode())
`};function O(e,n){let t=e.type&&", "+p(e.type,n),s=e.file?p(e.file,n)+", "+m(e.file,n):"None, "+p(e.text,n)+(t?"":".encode()");return"    ("+p(e.name,n)+", ("+s+t+`)),
`}function b(e,n,t){let s=n.headers(e),r=s.length>0?"headers = "+y(s,n)+`
`:"",o=s.length>0?", headers=headers":"";return e.body?.parts?(r+=`files = [
`+e.body.parts.map(l=>O(l,n)).join("")+`]
`,o+=", files=files"):e.body&&(r+="body = "+f(e,n)+`
`,o+=", "+t+"=body"),{setup:r&&r+`
`,arguments:"("+p(e.method,n)+", "+p(e.url,n)+o+")"}}var A=(e,n)=>{let t=b(e,n,"data");return`import requests

`+t.setup+"response = requests.request"+t.arguments+`
print(response.status_code, response.text)
`},z=(e,n)=>{let t=b(e,n,"content");return`import httpx

`+t.setup+"response = httpx.request"+t.arguments+`
print(response.status_code, response.text)
`},v=(e,n)=>{let t=b(e,n,"content");return`import asyncio

import httpx

`+t.setup+`
async def main():
    async with httpx.AsyncClient() as client:
        response = await client.request`+t.arguments+`
        print(response.status_code, response.text)


asyncio.run(main())
`};function D(e,n){let t=e.type&&", content_type="+p(e.type,n),s=e.file?m(e.file,n)+", filename="+p(e.file,n):p(e.text,n);return"body.add_field("+p(e.name,n)+", "+s+t+`)
`}var F=(e,n)=>{let t=n.headers(e),r=(e.body?.parts&&`body = aiohttp.FormData(quote_fields=False)
`+e.body.parts.map(o=>D(o,n)).join(""))??(e.body?"body = "+f(e,n)+`
`:"");return`import asyncio

import aiohttp
from yarl import URL

url = URL(`+p(e.url,n)+`, encoded=True)
`+(t.length>0?"headers = "+y(t,n)+`
`:"")+r+`

async def main():
    async with aiohttp.ClientSession() as session:
        async with session.request(`+p(e.method,n)+", url"+(t.length>0?", headers=headers":"")+(r&&", data=body")+`) as response:
            print(response.status, await response.text())


asyncio.run(main())
`},C={requests:A,python3:B,httpx_sync:z,httpx_async:v,aiohttp:F};function c(e,n){let t=s=>"\\u"+s.toString(16).padStart(4,"0");return"'"+n.escape(e,{"\\":"\\\\","'":"\\'","\n":`
`,"	":"\\t","\r":"\\r"},t)+"'"}var g=(e,n)=>"`"+n.escape(e,{"\\":"\\\\","`":"\\`"})+"`",_=(e,n)=>e.body?.file?"readBin("+c(e.body.file,n)+", 'raw', file.size("+c(e.body.file,n)+"))":"charToRaw(enc2utf8("+c(e.body?.text??"",n)+"))";function R(e,n){let t=e.type&&", "+c(e.type,n),s=e.file?"curl::form_file("+c(e.file,n)+t+")":e.type?"curl::form_data("+c(e.text,n)+t+")":c(e.text,n);return"  "+g(e.name,n)+" = "+s}var N=(e,n)=>{let t=n.headers(e).map(([o,l])=>"  "+g(o,n)+" = "+c(l,n)).join(`,
`),s=e.body?.parts,r=s?`list(
`+s.map(o=>R(o,n)).join(`,
`)+`
)`:e.body?_(e,n):"";return`library(httr)

`+(r&&"body <- "+r+`
`)+"response <- VERB("+c(e.method,n)+", "+c(e.url,n)+(t&&`, add_headers(
`+t+`
)`)+(r&&", body = body"+(s?", encode = 'multipart'":""))+`)
cat(status_code(response), content(response, 'text'))
`},I=(e,n)=>`c(
`+n.flat(e).body.map(t=>"    "+(t.file?"readBin("+c(t.file,n)+", 'raw', file.size("+c(t.file,n)+"))":"charToRaw(enc2utf8("+c(t.text??"",n)+"))")).join(`,
`)+`
  )`,M=(e,n)=>{let t=e.body?.parts,s=!!t&&new Set(t.map(i=>i.name)).size===t.length,r=s?n.headers(e):n.flat(e).headers,o=r.find(([i])=>i==="Content-Type"),l=r.filter(i=>i!==o||!e.body).map(([i,x])=>"    "+g(i,n)+" = "+c(x,n)).join(`,
`),P=t?I(e,n):_(e,n),w=s?` |>
  req_body_multipart(
`+t.map(i=>"  "+R(i,n)).join(`,
`)+`
  )`:e.body?` |>
  req_body_raw(`+P+", type = "+c(o?.[1]??"application/octet-stream",n)+")":"";return`library(httr2)

response <- request(`+c(e.url,n)+")"+(l&&` |>
  req_headers(
`+l+`
  )`)+w+` |>
  req_method(`+c(e.method,n)+`) |>
  req_perform()
cat(resp_status(response), resp_body_string(response))
`},$={httr2:M,httr:N};var u=(e,n)=>/\r|\0/.test(e)?'"'+n.escape(e,{"\\":"\\\\",'"':'\\"',"#":"\\#","\n":"\\n"},t=>"\\u{"+t.toString(16)+"}")+'"':"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",G=(e,n)=>{let t=n.flat(e),s=t.body.map(o=>o.file?"File.binread("+u(o.file,n)+")":u(o.text??"",n)+(t.body.length>1?".b":"")).join(` +
  `),r=n.known(e.method)?"::"+e.method.charAt(0)+e.method.slice(1).toLowerCase()+".new(uri)":"GenericRequest.new("+u(e.method,n)+", "+(s!=="")+", true, uri)";return`require "net/http"

uri = URI(`+u(e.url,n)+`)
request = Net::HTTP`+r+`
`+t.headers.map(([o,l])=>"request["+u(o,n)+"] = "+u(l,n)+`
`).join("")+(s&&"request.body = "+s+`
`)+`
response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https") do |http|
  http.request(request)
end
puts response.code, response.body
`},T={native:G};var ee={php:q,python:C,r:$,ruby:T};export{ee as languages};
