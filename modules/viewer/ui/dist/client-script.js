var l=(e,n)=>e.includes("\r")?'"'+n.escape(e,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":"\\n"},t=>"\\u{"+t.toString(16)+"}")+'"':"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",b=(e,n,t)=>`[
`+e.map(([s,o])=>n+"    "+l(s,t)+" => "+l(o,t)+`,
`).join("")+n+"]",m=(e,n)=>n.flat(e).body.map(t=>t.file?"file_get_contents("+l(t.file,n)+")":l(t.text??"",n)).join(`
    . `),B=(e,n)=>{let t=n.flat(e),s=m(e,n),o=t.headers.map(([r,a])=>"        "+l(a?r+": "+a:r+";",n)+`,
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
`},F=(e,n)=>{let t=e.headers.find(([r])=>r==="Content-Type"),s=n.headers(e).filter(r=>r!==t||!e.body),o=e.body?.parts?e.body.parts.map(r=>N(r,n)).join(""):e.body?`
    ->withBody(`+m(e,n)+", "+l(t?.[1]??"application/octet-stream",n)+")":"";return`<?php

use Illuminate\\Support\\Facades\\Http;

$response = Http::withHeaders(`+(s.length>0?b(s,"",n):"[]")+")"+o+`
    ->send(`+l(e.method,n)+", "+l(e.url,n)+`);

echo $response->status(), ' ', $response->body();
`},N=(e,n)=>`
    ->attach(`+l(e.name,n)+", "+(e.file?"fopen("+l(e.file,n)+", 'r'), "+l(e.file,n):l(e.text,n)+", null")+(e.type&&", ['Content-Type' => "+l(e.type,n)+"]")+")",D=(e,n)=>{let t=n.flat(e),s=m(e,n),o=n.known(e.method)||e.method==="TRACE"?"HTTP_METH_"+e.method:"HttpRequest::methodRegister("+l(e.method,n)+")";return`<?php

$request = new HttpRequest(`+l(e.url,n)+", "+o+`);
`+(t.headers.length>0?"$request->setHeaders("+b(t.headers,"",n)+`);
`:"")+(s&&"$request->"+(e.method==="PUT"?"setPutData":"setBody")+"("+s+`);
`)+`
$response = $request->send();
echo $response->getResponseCode(), ' ', $response->getBody();
`},v=(e,n)=>{let t=n.flat(e),s=m(e,n);return`<?php

$client = new http\\Client();
`+(s&&`$body = new http\\Message\\Body();
$body->append(`+s+`);
`)+"$request = new http\\Client\\Request("+l(e.method,n)+", "+l(e.url,n)+", "+(t.headers.length>0?b(t.headers,"",n):"[]")+(s&&", $body")+`);
$client->enqueue($request)->send();

$response = $client->getResponse();
echo $response->getResponseCode(), ' ', $response->getBody();
`},$={curl:B,guzzle:z,laravel:F,http1:D,http2:v};function _({basic:e,headers:n}){return e!==null&&n.some(([t,s])=>t==="Authorization"&&s.startsWith("Digest "))}var x=e=>e>255?"\\u"+e.toString(16):"\\x"+e.toString(16).padStart(2,"0");function c(e,n){let t={"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r"};return e.includes(`
`)?'"""'+n.escape(e,{"\\":"\\\\","	":"	","\n":`
`,"\r":"\\r"},x).replaceAll('"""','\\"\\"\\"').replace(/"$/,'\\"')+'"""':'"'+n.escape(e,t,x)+'"'}function w(e,n){return`{
`+e.map(([t,s])=>"    "+c(t,n)+": "+c(s,n)+`,
`).join("")+"}"}var R=(e,n)=>"open("+c(e,n)+', "rb")';function q(e,n){return n.flat(e).body.map(t=>t.file?R(t.file,n)+".read()":c(t.text??"",n)+".encode()").join(" + ")}var I=(e,n)=>{let t=n.flat(e),{secure:s,host:o,target:r}=n.place(e.url),a=q(e,n);return`import http.client

`+(a&&"body = "+a+`
`)+"headers = "+(t.headers.length>0?w(t.headers,n):"{}")+`

connection = http.client.`+(s?"HTTPSConnection":"HTTPConnection")+"("+c(o,n)+`)
connection.request(`+c(e.method,n)+", "+c(r,n)+(a&&", body=body")+`, headers=headers)
response = connection.getresponse()
print(response.status, response.read().decode())
`};function j(e,n){let t=e.type&&", "+c(e.type,n),s=e.file?c(e.file,n)+", "+R(e.file,n):"None, "+c(e.text,n)+(t?"":".encode()");return"    ("+c(e.name,n)+", ("+s+t+`)),
`}function K(e,n){let t=n.headers(e),s=t.length>0?"headers = "+w(t,n)+`
`:"",o=t.length>0?", headers=headers":"";return e.body?.parts?(s+=`files = [
`+e.body.parts.map(r=>j(r,n)).join("")+`]
`,o+=", files=files"):e.body&&(s+="body = "+q(e,n)+`
`,o+=", content=body"),{setup:s&&s+`
`,arguments:"("+c(e.method,n)+", "+c(e.url,n)+o+")"}}var M=(e,n)=>{let[t="",s=""]=e.url.split(/\?(.*)/s),o=S(s),r=G(e,n),a=e.basic?.every(y=>/^[\x20-\x7e]+$/.test(y))&&!e.basic[0].includes(":")?e.basic:null,d=n.headers(e).filter(([y])=>!(a&&y==="Authorization")&&!(r.typed&&y==="Content-Type")),i=[...n.known(e.method)?[]:[c(e.method,n)],c(o?t:e.url,n),...o?["params="+C(o,n)]:[],...d.length>0?["headers="+C(d,n)]:[],...a?["auth="+(_(e)?"requests.auth.HTTPDigestAuth(":"(")+a.map(y=>c(y,n)).join(", ")+")"]:[],...r.text?[r.text]:[]],u=i.join(", "),h=i.length<3&&u.length<80&&!u.includes(`
`)?u:`
    `+i.join(`,
    `)+`,
`;return`import requests

response = requests.`+(n.known(e.method)?e.method.toLowerCase():"request")+"("+h+`)
print(response.status_code, response.text)
`};function G(e,n){if(!e.body)return{text:"",typed:!1};if(e.body.parts)return{text:`files=[
`+e.body.parts.map(a=>"    "+j(a,n)).join("")+"    ]",typed:!1};let t=e.headers.find(([a])=>a==="Content-Type")?.[1],s=t==="application/json"&&!e.body.file?W(e.body.text,n):"",o=t==="application/x-www-form-urlencoded"&&!e.body.file?S(e.body.text):null;return{text:s?"json="+s:"data="+(o?C(o,n):q(e,n)),typed:s!==""||o!==null}}function S(e){if(e==="")return null;try{let n=e.split("&").map(t=>{let[s="",o=""]=t.split(/=(.*)/s).map(r=>decodeURIComponent(r.replaceAll("+"," ")));return[s,o]});return n.map(t=>t.map(J).join("=")).join("&")===e?n:null}catch{return null}}function J(e){return encodeURIComponent(e).replace(/[!'()*]/g,n=>"%"+n.charCodeAt(0).toString(16).toUpperCase()).replaceAll("%20","+")}function C(e,n){let t=new Set(e.map(([d])=>d)).size===e.length,s=e.map(([d,i])=>t?c(d,n)+": "+c(i,n):"("+c(d,n)+", "+c(i,n)+")"),[o,r]=t?["{","}"]:["[","]"],a=o+s.join(", ")+r;return a.length<64?a:o+`
`+s.map(d=>"        "+d+`,
`).join("")+"    "+r}function W(e,n){let t=e.match(/"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+|[{}[\],:]/g)??[],s=0,o={true:"True",false:"False",null:"None"},r=d=>{let i=t[s++]??"";if(i==="{"||i==="["){let h=i==="{"?"}":"]",y=[],T=new Set;for(;t[s]!==h;){let g="";i==="{"&&(g=a(t[s++]??"")+": ",s++,T.add(g)),y.push(g+r(d+"    ")),t[s]===","&&s++}if(s++,i==="{"&&T.size<y.length)throw new Error("a name occurs twice");return y.length===0?i+h:i+`
`+y.map(g=>d+"    "+g+`,
`).join("")+d+h}if(i.startsWith('"'))return a(i);let u=o[i]??(/^(0|-?[1-9]\d*)$/.test(i)||/^-?\d+\.\d+$/.test(i)&&String(Number(i))===i?i:"");if(u==="")throw new Error("no number of Python");return u},a=d=>{let i=JSON.parse(d);return encodeURIComponent(i),'"'+n.escape(i,{"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r","\n":"\\n"},x)+'"'};try{return JSON.parse(e),r("    ")}catch{return""}}var Q=(e,n)=>{let t=K(e,n);return`import httpx

`+t.setup+"response = httpx.request"+t.arguments+`
print(response.status_code, response.text)
`},V=(e,n)=>{let t=K(e,n);return`import asyncio

import httpx

`+t.setup+`
async def main():
    async with httpx.AsyncClient() as client:
        response = await client.request`+t.arguments+`
        print(response.status_code, response.text)


asyncio.run(main())
`};function Y(e,n){let t=e.type&&", content_type="+c(e.type,n),s=e.file?R(e.file,n)+", filename="+c(e.file,n):c(e.text,n);return"body.add_field("+c(e.name,n)+", "+s+t+`)
`}var X=(e,n)=>{let t=n.headers(e),o=(e.body?.parts&&`body = aiohttp.FormData(quote_fields=False)
`+e.body.parts.map(r=>Y(r,n)).join(""))??(e.body?"body = "+q(e,n)+`
`:"");return`import asyncio

import aiohttp
from yarl import URL

url = URL(`+c(e.url,n)+`, encoded=True)
`+(t.length>0?"headers = "+w(t,n)+`
`:"")+o+`

async def main():
    async with aiohttp.ClientSession() as session:
        async with session.request(`+c(e.method,n)+", url"+(t.length>0?", headers=headers":"")+(o&&", data=body")+`) as response:
            print(response.status, await response.text())


asyncio.run(main())
`},U={requests:M,python3:I,httpx_sync:Q,httpx_async:V,aiohttp:X};function p(e,n){let t=s=>"\\u"+s.toString(16).padStart(4,"0");return"'"+n.escape(e,{"\\":"\\\\","'":"\\'","\n":`
`,"	":"\\t","\r":"\\r"},t)+"'"}var P=(e,n)=>"`"+n.escape(e,{"\\":"\\\\","`":"\\`"})+"`",A=(e,n)=>e.body?.file?"readBin("+p(e.body.file,n)+", 'raw', file.size("+p(e.body.file,n)+"))":"charToRaw(enc2utf8("+p(e.body?.text??"",n)+"))";function H(e,n){let t=e.type&&", "+p(e.type,n),s=e.file?"curl::form_file("+p(e.file,n)+t+")":e.type?"curl::form_data("+p(e.text,n)+t+")":p(e.text,n);return"  "+P(e.name,n)+" = "+s}var Z=(e,n)=>{let t=n.headers(e).map(([r,a])=>"  "+P(r,n)+" = "+p(a,n)).join(`,
`),s=e.body?.parts,o=s?`list(
`+s.map(r=>H(r,n)).join(`,
`)+`
)`:e.body?A(e,n):"";return`library(httr)

`+(o&&"body <- "+o+`
`)+"response <- VERB("+p(e.method,n)+", "+p(e.url,n)+(t&&`, add_headers(
`+t+`
)`)+(o&&", body = body"+(s?", encode = 'multipart'":""))+`)
cat(status_code(response), content(response, 'text'))
`},k=(e,n)=>`c(
`+n.flat(e).body.map(t=>"    "+(t.file?"readBin("+p(t.file,n)+", 'raw', file.size("+p(t.file,n)+"))":"charToRaw(enc2utf8("+p(t.text??"",n)+"))")).join(`,
`)+`
  )`,ee=(e,n)=>{let t=e.body?.parts,s=!!t&&new Set(t.map(u=>u.name)).size===t.length,o=s?n.headers(e):n.flat(e).headers,r=o.find(([u])=>u==="Content-Type"),a=o.filter(u=>u!==r||!e.body).map(([u,h])=>"    "+P(u,n)+" = "+p(h,n)).join(`,
`),d=t?k(e,n):A(e,n),i=s?` |>
  req_body_multipart(
`+t.map(u=>"  "+H(u,n)).join(`,
`)+`
  )`:e.body?` |>
  req_body_raw(`+d+", type = "+p(r?.[1]??"application/octet-stream",n)+")":"";return`library(httr2)

response <- request(`+p(e.url,n)+")"+(a&&` |>
  req_headers(
`+a+`
  )`)+i+` |>
  req_method(`+p(e.method,n)+`) |>
  req_perform()
cat(resp_status(response), resp_body_string(response))
`},O={httr2:ee,httr:Z};var f=(e,n)=>/\r|\0/.test(e)?'"'+n.escape(e,{"\\":"\\\\",'"':'\\"',"#":"\\#","\n":"\\n"},t=>"\\u{"+t.toString(16)+"}")+'"':"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",ne=(e,n)=>{let t=n.flat(e),s=t.body.map(r=>r.file?"File.binread("+f(r.file,n)+")":f(r.text??"",n)+(t.body.length>1?".b":"")).join(` +
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
`},E={native:ne};var ue={php:$,python:U,r:O,ruby:E};export{ue as languages};
