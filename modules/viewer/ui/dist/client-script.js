var a=(e,n)=>e.includes("\r")?'"'+n.escape(e,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":"\\n"},t=>"\\u{"+t.toString(16)+"}")+'"':"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",u=(e,n,t)=>`[
`+e.map(([s,r])=>n+"    "+a(s,t)+" => "+a(r,t)+`,
`).join("")+n+"]",d=(e,n)=>n.flat(e).body.map(t=>t.file?"file_get_contents("+a(t.file,n)+")":a(t.text??"",n)).join(`
    . `),T=(e,n)=>{let t=n.flat(e),s=d(e,n),r=t.headers.map(([o,c])=>"        "+a(c?o+": "+c:o+";",n)+`,
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
`},P=(e,n)=>`        [
            'name' => `+a(e.name,n)+`,
            'contents' => `+(e.file?"fopen("+a(e.file,n)+", 'r')":a(e.text,n))+`,
`+(e.file&&"            'filename' => "+a(e.file,n)+`,
`)+(e.type&&"            'headers' => ['Content-Type' => "+a(e.type,n)+`],
`)+`        ],
`,x=(e,n)=>{let t=n.headers(e),s=e.body?.parts?`    'multipart' => [
`+e.body.parts.map(r=>P(r,n)).join("")+`    ],
`:d(e,n)&&"    'body' => "+d(e,n)+`,
`;return`<?php

require 'vendor/autoload.php';

$client = new GuzzleHttp\\Client();
$response = $client->request(`+a(e.method,n)+", "+a(e.url,n)+`, [
`+(t.length>0?"    'headers' => "+u(t,"    ",n)+`,
`:"")+s+`]);

echo $response->getStatusCode(), ' ', $response->getBody();
`},w=(e,n)=>{let t=e.headers.find(([o])=>o==="Content-Type"),s=n.headers(e).filter(o=>o!==t||!e.body),r=e.body?.parts?e.body.parts.map(o=>K(o,n)).join(""):e.body?`
    ->withBody(`+d(e,n)+", "+a(t?.[1]??"application/octet-stream",n)+")":"";return`<?php

use Illuminate\\Support\\Facades\\Http;

$response = Http::withHeaders(`+(s.length>0?u(s,"",n):"[]")+")"+r+`
    ->send(`+a(e.method,n)+", "+a(e.url,n)+`);

echo $response->status(), ' ', $response->body();
`},K=(e,n)=>`
    ->attach(`+a(e.name,n)+", "+(e.file?"fopen("+a(e.file,n)+", 'r'), "+a(e.file,n):a(e.text,n)+", null")+(e.type&&", ['Content-Type' => "+a(e.type,n)+"]")+")",S=(e,n)=>{let t=n.flat(e),s=d(e,n),r=n.known(e.method)||e.method==="TRACE"?"HTTP_METH_"+e.method:"HttpRequest::methodRegister("+a(e.method,n)+")";return`<?php

$request = new HttpRequest(`+a(e.url,n)+", "+r+`);
`+(t.headers.length>0?"$request->setHeaders("+u(t.headers,"",n)+`);
`:"")+(s&&"$request->"+(e.method==="PUT"?"setPutData":"setBody")+"("+s+`);
`)+`
$response = $request->send();
echo $response->getResponseCode(), ' ', $response->getBody();
`},H=(e,n)=>{let t=n.flat(e),s=d(e,n);return`<?php

$client = new http\\Client();
`+(s&&`$body = new http\\Message\\Body();
$body->append(`+s+`);
`)+"$request = new http\\Client\\Request("+a(e.method,n)+", "+a(e.url,n)+", "+(t.headers.length>0?u(t.headers,"",n):"[]")+(s&&", $body")+`);
$client->enqueue($request)->send();

$response = $client->getResponse();
echo $response->getResponseCode(), ' ', $response->getBody();
`},g={curl:T,guzzle:x,laravel:w,http1:S,http2:H};function p(e,n){let t={"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r"},s=o=>o>255?"\\u"+o.toString(16):"\\x"+o.toString(16).padStart(2,"0");return e.includes(`
`)?'"""'+n.escape(e,{"\\":"\\\\","	":"	","\n":`
`,"\r":"\\r"},s).replaceAll('"""','\\"\\"\\"').replace(/"$/,'\\"')+'"""':'"'+n.escape(e,t,s)+'"'}function h(e,n){return`{
`+e.map(([t,s])=>"    "+p(t,n)+": "+p(s,n)+`,
`).join("")+"}"}var y=(e,n)=>"open("+p(e,n)+', "rb")';function m(e,n){return n.flat(e).body.map(t=>t.file?y(t.file,n)+".read()":p(t.text??"",n)+".encode()").join(" + ")}var j=(e,n)=>{let t=n.flat(e),{secure:s,host:r,target:o}=n.place(e.url),c=m(e,n);return`import http.client

`+(c&&"body = "+c+`
`)+"headers = "+(t.headers.length>0?h(t.headers,n):"{}")+`

connection = http.client.`+(s?"HTTPSConnection":"HTTPConnection")+"("+p(r,n)+`)
connection.request(`+p(e.method,n)+", "+p(o,n)+(c&&", body=body")+`, headers=headers)
response = connection.getresponse()
print(response.status, response.read().decode())
`};function U(e,n){let t=e.type&&", "+p(e.type,n),s=e.file?p(e.file,n)+", "+y(e.file,n):"None, "+p(e.text,n)+(t?"":".encode()");return"    ("+p(e.name,n)+", ("+s+t+`)),
`}function f(e,n,t){let s=n.headers(e),r=s.length>0?"headers = "+h(s,n)+`
`:"",o=s.length>0?", headers=headers":"";return e.body?.parts?(r+=`files = [
`+e.body.parts.map(c=>U(c,n)).join("")+`]
`,o+=", files=files"):e.body&&(r+="body = "+m(e,n)+`
`,o+=", "+t+"=body"),{setup:r&&r+`
`,arguments:"("+p(e.method,n)+", "+p(e.url,n)+o+")"}}var E=(e,n)=>{let t=f(e,n,"data");return`import requests

`+t.setup+"response = requests.request"+t.arguments+`
print(response.status_code, response.text)
`},L=(e,n)=>{let t=f(e,n,"content");return`import httpx

`+t.setup+"response = httpx.request"+t.arguments+`
print(response.status_code, response.text)
`},O=(e,n)=>{let t=f(e,n,"content");return`import asyncio

import httpx

`+t.setup+`
async def main():
    async with httpx.AsyncClient() as client:
        response = await client.request`+t.arguments+`
        print(response.status_code, response.text)


asyncio.run(main())
`};function B(e,n){let t=e.type&&", content_type="+p(e.type,n),s=e.file?y(e.file,n)+", filename="+p(e.file,n):p(e.text,n);return"body.add_field("+p(e.name,n)+", "+s+t+`)
`}var A=(e,n)=>{let t=n.headers(e),r=(e.body?.parts&&`body = aiohttp.FormData(quote_fields=False)
`+e.body.parts.map(o=>B(o,n)).join(""))??(e.body?"body = "+m(e,n)+`
`:"");return`import asyncio

import aiohttp
from yarl import URL

url = URL(`+p(e.url,n)+`, encoded=True)
`+(t.length>0?"headers = "+h(t,n)+`
`:"")+r+`

async def main():
    async with aiohttp.ClientSession() as session:
        async with session.request(`+p(e.method,n)+", url"+(t.length>0?", headers=headers":"")+(r&&", data=body")+`) as response:
            print(response.status, await response.text())


asyncio.run(main())
`},q={requests:E,python3:j,httpx_sync:L,httpx_async:O,aiohttp:A};function l(e,n){let t=s=>"\\u"+s.toString(16).padStart(4,"0");return"'"+n.escape(e,{"\\":"\\\\","'":"\\'","\n":`
`,"	":"\\t","\r":"\\r"},t)+"'"}var b=(e,n)=>"`"+n.escape(e,{"\\":"\\\\","`":"\\`"})+"`",C=(e,n)=>e.body?.file?"readBin("+l(e.body.file,n)+", 'raw', file.size("+l(e.body.file,n)+"))":"charToRaw(enc2utf8("+l(e.body?.text??"",n)+"))";function _(e,n){let t=e.type&&", "+l(e.type,n),s=e.file?"curl::form_file("+l(e.file,n)+t+")":e.type?"curl::form_data("+l(e.text,n)+t+")":l(e.text,n);return"  "+b(e.name,n)+" = "+s}var D=(e,n)=>{let t=n.headers(e).map(([o,c])=>"  "+b(o,n)+" = "+l(c,n)).join(`,
`),s=e.body?.parts,r=s?`list(
`+s.map(o=>_(o,n)).join(`,
`)+`
)`:e.body?C(e,n):"";return`library(httr)

`+(r&&"body <- "+r+`
`)+"response <- VERB("+l(e.method,n)+", "+l(e.url,n)+(t&&`, add_headers(
`+t+`
)`)+(r&&", body = body"+(s?", encode = 'multipart'":""))+`)
cat(status_code(response), content(response, 'text'))
`},F=(e,n)=>{let t=e.headers.find(([o])=>o==="Content-Type"),s=n.headers(e).filter(o=>o!==t||!e.body).map(([o,c])=>"    "+b(o,n)+" = "+l(c,n)).join(`,
`),r=e.body?.parts?` |>
  req_body_multipart(
`+e.body.parts.map(o=>"  "+_(o,n)).join(`,
`)+`
  )`:e.body?` |>
  req_body_raw(`+C(e,n)+", type = "+l(t?.[1]??"application/octet-stream",n)+")":"";return`library(httr2)

response <- request(`+l(e.url,n)+")"+(s&&` |>
  req_headers(
`+s+`
  )`)+r+` |>
  req_method(`+l(e.method,n)+`) |>
  req_perform()
cat(resp_status(response), resp_body_string(response))
`},$={httr2:F,httr:D};var i=(e,n)=>/\r|\0/.test(e)?'"'+n.escape(e,{"\\":"\\\\",'"':'\\"',"#":"\\#","\n":"\\n"},t=>"\\u{"+t.toString(16)+"}")+'"':"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",N=(e,n)=>{let t=n.flat(e),s=t.body.map(o=>o.file?"File.binread("+i(o.file,n)+")":i(o.text??"",n)+(t.body.length>1?".b":"")).join(` +
  `),r=n.known(e.method)?"::"+e.method.charAt(0)+e.method.slice(1).toLowerCase()+".new(uri)":"GenericRequest.new("+i(e.method,n)+", "+(s!=="")+", true, uri)";return`require "net/http"

uri = URI(`+i(e.url,n)+`)
request = Net::HTTP`+r+`
`+t.headers.map(([o,c])=>"request["+i(o,n)+"] = "+i(c,n)+`
`).join("")+(s&&"request.body = "+s+`
`)+`
response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https") do |http|
  http.request(request)
end
puts response.code, response.body
`},R={native:N};var J={php:g,python:q,r:$,ruby:R};export{J as languages};
