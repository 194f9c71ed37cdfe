var l=(e,n)=>e.includes("\r")?'"'+n.escape(e,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":"\\n"},t=>"\\u{"+t.toString(16)+"}")+'"':"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",b=(e,n,t)=>`[
`+e.map(([s,o])=>n+"    "+l(s,t)+" => "+l(o,t)+`,
`).join("")+n+"]",m=(e,n)=>n.flat(e).body.map(t=>t.file?"file_get_contents("+l(t.file,n)+")":l(t.text??"",n)).join(`
    . `),A=(e,n)=>{let t=n.flat(e),s=m(e,n),o=t.headers.map(([r,a])=>"        "+l(a?r+": "+a:r+";",n)+`,
`).join("");return`<?php

$curl = curl_init();
curl_setopt_array($curl, [
    CURLOPT_URL => `+l(e.url,n)+`,
    CURLOPT_CUSTOMREQUEST => `+l(e.method,n)+`,
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
`},L=(e,n)=>`        [
            'name' => `+l(e.name,n)+`,
            'contents' => `+(e.file?"fopen("+l(e.file,n)+", 'r')":l(e.text,n))+`,
`+(e.file&&"            'filename' => "+l(e.file,n)+`,
`)+(e.type&&"            'headers' => ['Content-Type' => "+l(e.type,n)+`],
`)+`        ],
`,z=(e,n)=>{let t=n.headers(e),s=e.body?.parts?`    'multipart' => [
`+e.body.parts.map(o=>L(o,n)).join("")+`    ],
`:m(e,n)&&"    'body' => "+m(e,n)+`,
`;return`<?php

require 'vendor/autoload.php';

$client = new GuzzleHttp\\Client();
$response = $client->request(`+l(e.method,n)+", "+l(e.url,n)+`, [
`+(t.length>0?"    'headers' => "+b(t,"    ",n)+`,
`:"")+s+`]);

echo $response->getStatusCode(), ' ', $response->getBody();
`},B=(e,n)=>{let t=e.headers.find(([r])=>r==="Content-Type"),s=n.headers(e).filter(r=>r!==t||!e.body),o=e.body?.parts?e.body.parts.map(r=>N(r,n)).join(""):e.body?`
    ->withBody(`+m(e,n)+", "+l(t?.[1]??"application/octet-stream",n)+")":"";return`<?php

use Illuminate\\Support\\Facades\\Http;

$response = Http::withHeaders(`+(s.length>0?b(s,"",n):"[]")+")"+o+`
    ->send(`+l(e.method,n)+", "+l(e.url,n)+`);

echo $response->status(), ' ', $response->body();
`},N=(e,n)=>`
    ->attach(`+l(e.name,n)+", "+(e.file?"fopen("+l(e.file,n)+", 'r'), "+l(e.file,n):l(e.text,n)+", null")+(e.type&&", ['Content-Type' => "+l(e.type,n)+"]")+")",v=(e,n)=>{let t=n.flat(e),s=m(e,n),o=n.known(e.method)||e.method==="TRACE"?"HTTP_METH_"+e.method:"HttpRequest::methodRegister("+l(e.method,n)+")";return`<?php

$request = new HttpRequest(`+l(e.url,n)+", "+o+`);
`+(t.headers.length>0?"$request->setHeaders("+b(t.headers,"",n)+`);
`:"")+(s&&"$request->"+(e.method==="PUT"?"setPutData":"setBody")+"("+s+`);
`)+`
$response = $request->send();
echo $response->getResponseCode(), ' ', $response->getBody();
`},F=(e,n)=>{let t=n.flat(e),s=m(e,n);return`<?php

$client = new http\\Client();
`+(s&&`$body = new http\\Message\\Body();
$body->append(`+s+`);
`)+"$request = new http\\Client\\Request("+l(e.method,n)+", "+l(e.url,n)+", "+(t.headers.length>0?b(t.headers,"",n):"[]")+(s&&", $body")+`);
$client->enqueue($request)->send();

$response = $client->getResponse();
echo $response->getResponseCode(), ' ', $response->getBody();
`},x={curl:A,guzzle:z,laravel:B,http1:v,http2:F};var q=e=>e>255?"\\u"+e.toString(16):"\\x"+e.toString(16).padStart(2,"0");function i(e,n){let t={"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r"};return e.includes(`
`)?'"""'+n.escape(e,{"\\":"\\\\","	":"	","\n":`
`,"\r":"\\r"},q).replaceAll('"""','\\"\\"\\"').replace(/"$/,'\\"')+'"""':'"'+n.escape(e,t,q)+'"'}function R(e,n){return`{
`+e.map(([t,s])=>"    "+i(t,n)+": "+i(s,n)+`,
`).join("")+"}"}var $=(e,n)=>"open("+i(e,n)+', "rb")';function C(e,n){return n.flat(e).body.map(t=>t.file?$(t.file,n)+".read()":i(t.text??"",n)+".encode()").join(" + ")}var D=(e,n)=>{let t=n.flat(e),{secure:s,host:o,target:r}=n.place(e.url),a=C(e,n);return`import http.client

`+(a&&"body = "+a+`
`)+"headers = "+(t.headers.length>0?R(t.headers,n):"{}")+`

connection = http.client.`+(s?"HTTPSConnection":"HTTPConnection")+"("+i(o,n)+`)
connection.request(`+i(e.method,n)+", "+i(r,n)+(a&&", body=body")+`, headers=headers)
response = connection.getresponse()
print(response.status, response.read().decode())
`};function P(e,n){let t=e.type&&", "+i(e.type,n),s=e.file?i(e.file,n)+", "+$(e.file,n):"None, "+i(e.text,n)+(t?"":".encode()");return"    ("+i(e.name,n)+", ("+s+t+`)),
`}function j(e,n){let t=n.headers(e),s=t.length>0?"headers = "+R(t,n)+`
`:"",o=t.length>0?", headers=headers":"";return e.body?.parts?(s+=`files = [
`+e.body.parts.map(r=>P(r,n)).join("")+`]
`,o+=", files=files"):e.body&&(s+="body = "+C(e,n)+`
`,o+=", content=body"),{setup:s&&s+`
`,arguments:"("+i(e.method,n)+", "+i(e.url,n)+o+")"}}var I=(e,n)=>{let[t="",s=""]=e.url.split(/\?(.*)/s),o=K(s),r=M(e,n),a=e.basic?.every(h=>/^[\x20-\x7e]+$/.test(h))&&!e.basic[0].includes(":")?e.basic:null,p=n.headers(e).filter(([h])=>!(a&&h==="Authorization")&&!(r.typed&&h==="Content-Type")),c=[...n.known(e.method)?[]:[i(e.method,n)],i(o?t:e.url,n),...o?["params="+w(o,n)]:[],...p.length>0?["headers="+w(p,n)]:[],...a?["auth=("+a.map(h=>i(h,n)).join(", ")+")"]:[],...r.text?[r.text]:[]],u=c.join(", "),y=c.length<3&&u.length<80&&!u.includes(`
`)?u:`
    `+c.join(`,
    `)+`,
`;return`import requests

response = requests.`+(n.known(e.method)?e.method.toLowerCase():"request")+"("+y+`)
print(response.status_code, response.text)
`};function M(e,n){if(!e.body)return{text:"",typed:!1};if(e.body.parts)return{text:`files=[
`+e.body.parts.map(a=>"    "+P(a,n)).join("")+"    ]",typed:!1};let t=e.headers.find(([a])=>a==="Content-Type")?.[1],s=t==="application/json"&&!e.body.file?J(e.body.text,n):"",o=t==="application/x-www-form-urlencoded"&&!e.body.file?K(e.body.text):null;return{text:s?"json="+s:"data="+(o?w(o,n):C(e,n)),typed:s!==""||o!==null}}function K(e){if(e==="")return null;try{let n=e.split("&").map(t=>{let[s="",o=""]=t.split(/=(.*)/s).map(r=>decodeURIComponent(r.replaceAll("+"," ")));return[s,o]});return n.map(t=>t.map(G).join("=")).join("&")===e?n:null}catch{return null}}function G(e){return encodeURIComponent(e).replace(/[!'()*]/g,n=>"%"+n.charCodeAt(0).toString(16).toUpperCase()).replaceAll("%20","+")}function w(e,n){let t=new Set(e.map(([p])=>p)).size===e.length,s=e.map(([p,c])=>t?i(p,n)+": "+i(c,n):"("+i(p,n)+", "+i(c,n)+")"),[o,r]=t?["{","}"]:["[","]"],a=o+s.join(", ")+r;return a.length<64?a:o+`
`+s.map(p=>"        "+p+`,
`).join("")+"    "+r}function J(e,n){let t=e.match(/"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+|[{}[\],:]/g)??[],s=0,o={true:"True",false:"False",null:"None"},r=p=>{let c=t[s++]??"";if(c==="{"||c==="["){let y=c==="{"?"}":"]",h=[],T=new Set;for(;t[s]!==y;){let g="";c==="{"&&(g=a(t[s++]??"")+": ",s++,T.add(g)),h.push(g+r(p+"    ")),t[s]===","&&s++}if(s++,c==="{"&&T.size<h.length)throw new Error("a name occurs twice");return h.length===0?c+y:c+`
`+h.map(g=>p+"    "+g+`,
`).join("")+p+y}if(c.startsWith('"'))return a(c);let u=o[c]??(/^(0|-?[1-9]\d*)$/.test(c)||/^-?\d+\.\d+$/.test(c)&&String(Number(c))===c?c:"");if(u==="")throw new Error("no number of Python");return u},a=p=>{let c=JSON.parse(p);return encodeURIComponent(c),'"'+n.escape(c,{"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r","\n":"\\n"},q)+'"'};try{return JSON.parse(e),r("    ")}catch{return""}}var Q=(e,n)=>{let t=j(e,n);return`import httpx

`+t.setup+"response = httpx.request"+t.arguments+`
print(response.status_code, response.text)
`},V=(e,n)=>{let t=j(e,n);return`import asyncio

import httpx

`+t.setup+`
async def main():
    async with httpx.AsyncClient() as client:
        response = await client.request`+t.arguments+`
        print(response.status_code, response.text)


asyncio.run(main())
`};function W(e,n){let t=e.type&&", content_type="+i(e.type,n),s=e.file?$(e.file,n)+", filename="+i(e.file,n):i(e.text,n);return"body.add_field("+i(e.name,n)+", "+s+t+`)
`}var Y=(e,n)=>{let t=n.headers(e),o=(e.body?.parts&&`body = aiohttp.FormData(quote_fields=False)
`+e.body.parts.map(r=>W(r,n)).join(""))??(e.body?"body = "+C(e,n)+`
`:"");return`import asyncio

import aiohttp
from yarl import URL

url = URL(`+i(e.url,n)+`, encoded=True)
`+(t.length>0?"headers = "+R(t,n)+`
`:"")+o+`

async def main():
    async with aiohttp.ClientSession() as session:
        async with session.request(`+i(e.method,n)+", url"+(t.length>0?", headers=headers":"")+(o&&", data=body")+`) as response:
            print(response.status, await response.text())


asyncio.run(main())
`},S={requests:I,python3:D,httpx_sync:Q,httpx_async:V,aiohttp:Y};function d(e,n){let t=s=>"\\u"+s.toString(16).padStart(4,"0");return"'"+n.escape(e,{"\\":"\\\\","'":"\\'","\n":`
`,"	":"\\t","\r":"\\r"},t)+"'"}var _=(e,n)=>"`"+n.escape(e,{"\\":"\\\\","`":"\\`"})+"`",U=(e,n)=>e.body?.file?"readBin("+d(e.body.file,n)+", 'raw', file.size("+d(e.body.file,n)+"))":"charToRaw(enc2utf8("+d(e.body?.text??"",n)+"))";function H(e,n){let t=e.type&&", "+d(e.type,n),s=e.file?"curl::form_file("+d(e.file,n)+t+")":e.type?"curl::form_data("+d(e.text,n)+t+")":d(e.text,n);return"  "+_(e.name,n)+" = "+s}var X=(e,n)=>{let t=n.headers(e).map(([r,a])=>"  "+_(r,n)+" = "+d(a,n)).join(`,
`),s=e.body?.parts,o=s?`list(
`+s.map(r=>H(r,n)).join(`,
`)+`
)`:e.body?U(e,n):"";return`library(httr)

`+(o&&"body <- "+o+`
`)+"response <- VERB("+d(e.method,n)+", "+d(e.url,n)+(t&&`, add_headers(
`+t+`
)`)+(o&&", body = body"+(s?", encode = 'multipart'":""))+`)
cat(status_code(response), content(response, 'text'))
`},Z=(e,n)=>`c(
`+n.flat(e).body.map(t=>"    "+(t.file?"readBin("+d(t.file,n)+", 'raw', file.size("+d(t.file,n)+"))":"charToRaw(enc2utf8("+d(t.text??"",n)+"))")).join(`,
`)+`
  )`,k=(e,n)=>{let t=e.body?.parts,s=!!t&&new Set(t.map(u=>u.name)).size===t.length,o=s?n.headers(e):n.flat(e).headers,r=o.find(([u])=>u==="Content-Type"),a=o.filter(u=>u!==r||!e.body).map(([u,y])=>"    "+_(u,n)+" = "+d(y,n)).join(`,
`),p=t?Z(e,n):U(e,n),c=s?` |>
  req_body_multipart(
`+t.map(u=>"  "+H(u,n)).join(`,
`)+`
  )`:e.body?` |>
  req_body_raw(`+p+", type = "+d(r?.[1]??"application/octet-stream",n)+")":"";return`library(httr2)

response <- request(`+d(e.url,n)+")"+(a&&` |>
  req_headers(
`+a+`
  )`)+c+` |>
  req_method(`+d(e.method,n)+`) |>
  req_perform()
cat(resp_status(response), resp_body_string(response))
`},E={httr2:k,httr:X};var f=(e,n)=>/\r|\0/.test(e)?'"'+n.escape(e,{"\\":"\\\\",'"':'\\"',"#":"\\#","\n":"\\n"},t=>"\\u{"+t.toString(16)+"}")+'"':"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",ee=(e,n)=>{let t=n.flat(e),s=t.body.map(r=>r.file?"File.binread("+f(r.file,n)+")":f(r.text??"",n)+(t.body.length>1?".b":"")).join(` +
  `),o=n.known(e.method)?"::"+e.method.charAt(0)+e.method.slice(1).toLowerCase()+".new(uri)":"GenericRequest.new("+f(e.method,n)+", "+(s!=="")+", true, uri)";return`require "net/http"

uri = URI(`+f(e.url,n)+`)
request = Net::HTTP`+o+`
`+t.headers.map(([r,a])=>"request["+f(r,n)+"] = "+f(a,n)+`
`).join("")+(s&&"request.body = "+s+`
`)+`
response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https") do |http|
  http.request(request)
end
puts response.code, response.body
`},O={native:ee};var ie={php:x,python:S,r:E,ruby:O};export{ie as languages};
