(()=>{
"use strict";var exported=(()=>{var C=Object.defineProperty;var B=Object.getOwnPropertyDescriptor;var v=Object.getOwnPropertyNames;var z=Object.prototype.hasOwnProperty;var I=(e,n)=>{for(var t in n)C(e,t,{get:n[t],enumerable:!0})},M=(e,n,t,s)=>{if(n&&typeof n=="object"||typeof n=="function")for(let o of v(n))!z.call(e,o)&&o!==t&&C(e,o,{get:()=>n[o],enumerable:!(s=B(n,o))||s.enumerable});return e};var W=e=>M(C({},"__esModule",{value:!0}),e);var pe={};I(pe,{languages:()=>de});function m({body:e,headers:n},t,s){let o=e?.text??"";if(!n.some(([c,u])=>c==="Content-Type"&&u==="application/json"))return"";let r=o.match(/"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+|[{}[\],:]/g)??[],a=0,d=c=>{let u=r[a++]??"",y=u==="{";if(!y&&u!=="[")return u.startsWith('"')?t.quote(L(u)):t.words[u]??G(u);let[q="",_=""]=y?t.object:"[]",w=[],K=new Set;for(;r[a]!==(y?"}":"]");){let h=y?L(r[a++]??""):"";if(y&&(K.has(h)||t.unfit?.test(h)))throw new Error("an object cannot have this name");K.add(h),a+=y?1:0,w.push((y?t.quote(h)+t.pair:"")+d(c+t.indent)),a+=r[a]===","?1:0}return a++,w.length>0?q+`
`+w.map(h=>c+t.indent+h+`,
`).join("")+c+_:y?t.empty:q+_};try{return JSON.parse(o),d(s)}catch{return""}}function f(e){return new Set(e.map(([n])=>n)).size===e.length}function L(e){let n=JSON.parse(e);return encodeURIComponent(n),n}function G(e){if(!/^(0|-?[1-9]\d{0,17})$/.test(e)&&!(/^-?\d+\.\d+$/.test(e)&&String(Number(e))===e))throw new Error("this number would be rounded");return e}var i=(e,n)=>e.includes("\r")?n.quote(e,{$:"\\$"},"\\u{"):"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",b=(e,n,t)=>`[
`+e.map(([s,o])=>n+"    "+i(s,t)+" => "+i(o,t)+`,
`).join("")+n+"]";function O(e,n,t){let s=t.form(e);return s&&f(s)?b(s,n,t):""}function S(e,n,t){return m(e,{words:{true:"true",false:"false",null:"null"},pair:" => ",object:"[]",empty:"new stdClass()",indent:"    ",quote:o=>i(o,t),unfit:/^-?\d+$/},n)}function g(e,n,t=""){let s=O(e,t,n),o=n.flat(e).body.map(a=>a.file?"file_get_contents("+i(a.file,n)+")":i(a.text??"",n)),r=S(e,t,n);return s?"http_build_query("+s+")":r?"json_encode("+r+")":o.join(`
    . `)}var J=(e,n)=>{let t=n.flat(e),s=g(e,n,"    "),o=n.basic(e),r=n.rest(t.headers,o,!1).map(([a,d])=>"        "+i(d?a+": "+d:a+";",n)+`,
`).join("");return`<?php

$curl = curl_init();
curl_setopt_array($curl, [
    CURLOPT_URL => `+i(e.url,n)+`,
    CURLOPT_CUSTOMREQUEST => `+i(e.method,n)+`,
`+(e.method==="HEAD"?`    CURLOPT_NOBODY => true,
`:"")+`    CURLOPT_RETURNTRANSFER => true,
`+(o?"    CURLOPT_USERPWD => "+i(o.join(":"),n)+`,
`:"")+(r&&`    CURLOPT_HTTPHEADER => [
`+r+`    ],
`)+(s&&"    CURLOPT_POSTFIELDS => "+s+`,
`)+`]);

$response = curl_exec($curl);
if ($response === false) {
    throw new Exception(curl_error($curl));
}
echo $response;
`};function U(e,n,t,s){let o=[...e.type?[["Content-Type",e.type]]:[],...e.headers??[]];return o.length>0?t+o.map(r=>r.map(a=>i(a,n)).join(" => ")).join(", ")+s:""}var Q=(e,n)=>`        [
            'name' => `+i(e.name,n)+`,
            'contents' => `+(e.file?"fopen("+i(e.file,n)+", 'r')":i(e.text,n))+`,
`+(e.file&&"            'filename' => "+i(e.file,n)+`,
`)+U(e,n,"            'headers' => [",`],
`)+`        ],
`,Y=(e,n)=>{let t=n.basic(e),s=O(e,"    ",n),o=S(e,"    ",n),r=n.rest(n.headers(e),t,s||o),a=e.body?.parts?`    'multipart' => [
`+e.body.parts.map(d=>Q(d,n)).join("")+`    ],
`:s?"    'form_params' => "+s+`,
`:o?"    'json' => "+o+`,
`:g(e,n)&&"    'body' => "+g(e,n)+`,
`;return`<?php

require 'vendor/autoload.php';

$client = new GuzzleHttp\\Client();
$response = $client->request(`+i(e.method,n)+", "+i(e.url,n)+`, [
`+(t?"    'auth' => ["+i(t[0],n)+", "+i(t[1],n)+`],
`:"")+(r.length>0?"    'headers' => "+b(r,"    ",n)+`,
`:"")+a+`]);

echo $response->getStatusCode(), ' ', $response->getBody();
`},V=(e,n)=>{let t=n.type(e.headers),s=n.headers(e).filter(r=>r!==t||!e.body),o=e.body?.parts?e.body.parts.map(r=>X(r,n)).join(""):e.body?`
    ->withBody(`+g(e,n)+", "+i(t?.[1]??"application/octet-stream",n)+")":"";return`<?php

use Illuminate\\Support\\Facades\\Http;

$response = Http::withHeaders(`+(s.length>0?b(s,"",n):"[]")+")"+o+`
    ->send(`+i(e.method,n)+", "+i(e.url,n)+`);

echo $response->status(), ' ', $response->body();
`},X=(e,n)=>`
    ->attach(`+i(e.name,n)+", "+(e.file?"fopen("+i(e.file,n)+", 'r'), "+i(e.file,n):i(e.text,n)+", null")+U(e,n,", [","]")+")",Z=(e,n)=>{let t=n.flat(e),s=g(e,n),o=n.known(e.method)||e.method==="TRACE"?"HTTP_METH_"+e.method:"HttpRequest::methodRegister("+i(e.method,n)+")";return`<?php

$request = new HttpRequest(`+i(e.url,n)+", "+o+`);
`+(t.headers.length>0?"$request->setHeaders("+b(t.headers,"",n)+`);
`:"")+(s&&"$request->"+(e.method==="PUT"?"setPutData":"setBody")+"("+s+`);
`)+`
$response = $request->send();
echo $response->getResponseCode(), ' ', $response->getBody();
`},k=(e,n)=>{let t=n.flat(e),s=g(e,n);return`<?php

$client = new http\\Client();
`+(s&&`$body = new http\\Message\\Body();
$body->append(`+s+`);
`)+"$request = new http\\Client\\Request("+i(e.method,n)+", "+i(e.url,n)+", "+(t.headers.length>0?b(t.headers,"",n):"[]")+(s&&", $body")+`);
$client->enqueue($request)->send();

$response = $client->getResponse();
echo $response->getResponseCode(), ' ', $response->getBody();
`},E={curl:J,guzzle:Y,laravel:V,http1:Z,http2:k};function P({basic:e,headers:n}){return e!==null&&n.some(([t,s])=>t==="Authorization"&&s.startsWith("Digest "))}var j=e=>e>255?"\\u"+e.toString(16):"\\x"+e.toString(16).padStart(2,"0");function l(e,n){return e.includes(`
`)?'"""'+n.escape(e,{"\\":"\\\\","	":"	","\n":`
`,"\r":"\\r"},j).replaceAll('"""','\\"\\"\\"').replace(/"$/,'\\"')+'"""':n.quote(e,{},j)}var H=(e,n)=>n.wide(e,l(e,n),".encode()");function $(e,n,t=H){return`{
`+e.map(([s,o])=>"    "+l(s,n)+": "+t(o,n)+`,
`).join("")+"}"}var T=(e,n)=>"open("+l(e,n)+', "rb")';function R(e,n){return n.flat(e).body.map(t=>t.file?T(t.file,n)+".read()":l(t.text??"",n)+".encode()").join(" + ")}var ee=(e,n)=>{let t=n.flat(e),{secure:s,host:o,target:r}=n.place(e.url),a=R(e,n);return`import http.client

`+(a&&"body = "+a+`
`)+"headers = "+(t.headers.length>0?$(t.headers,n):"{}")+`

connection = http.client.`+(s?"HTTPSConnection":"HTTPConnection")+"("+l(o,n)+`)
connection.request(`+l(e.method,n)+", "+l(r,n)+(a&&", body=body")+`, headers=headers)
response = connection.getresponse()
print(response.status, response.read().decode())
`};function A(e,n){let t=e.headers?", "+(e.type?l(e.type,n):"None")+", "+x(e.headers,n):e.type&&", "+l(e.type,n),s=e.file?l(e.file,n)+", "+T(e.file,n):"None, "+l(e.text,n)+(t?"":".encode()");return"    ("+l(e.name,n)+", ("+s+t+`)),
`}function N(e,n){let t=n.headers(e),s=t.length>0?"headers = "+$(t,n)+`
`:"",o=t.length>0?", headers=headers":"";return e.body?.parts?(s+=`files = [
`+e.body.parts.map(r=>A(r,n)).join("")+`]
`,o+=", files=files"):e.body&&(s+="body = "+R(e,n)+`
`,o+=", content=body"),{setup:s&&s+`
`,arguments:"("+l(e.method,n)+", "+l(e.url,n)+o+")"}}var ne=(e,n)=>{let[t="",s=""]=e.url.split(/\?(.*)/s),o=n.pairs(s),r=te(e,n),a=P(e)?e.basic:n.basic(e),d=n.rest(n.headers(e),a,r.typed),c=[...n.known(e.method)?[]:[l(e.method,n)],l(o?t:e.url,n),...o?["params="+x(o,n)]:[],...d.length>0?["headers="+x(d,n,H)]:[],...a?["auth="+(P(e)?"requests.auth.HTTPDigestAuth(":"(")+a.map(q=>l(q,n)).join(", ")+")"]:[],...r.text?[r.text]:[]],u=c.join(", "),y=c.length<3&&u.length<80&&!u.includes(`
`)?u:`
    `+c.join(`,
    `)+`,
`;return`import requests

response = requests.`+(n.known(e.method)?e.method.toLowerCase():"request")+"("+y+`)
print(response.status_code, response.text)
`};function te(e,n){if(!e.body)return{text:"",typed:!1};if(e.body.parts)return{text:`files=[
`+e.body.parts.map(r=>"    "+A(r,n)).join("")+"    ]",typed:!1};let t=m(e,se(n),"    "),s=n.form(e);return{text:t?"json="+t:"data="+(s?x(s,n):R(e,n)),typed:t!==""||s!==null}}function x(e,n,t=l){let s=f(e),o=e.map(([c,u])=>s?l(c,n)+": "+t(u,n):"("+l(c,n)+", "+t(u,n)+")"),[r,a]=s?"{}":"[]",d=r+o.join(", ")+a;return d.length<64?d:r+`
`+o.map(c=>"        "+c+`,
`).join("")+"    "+a}var se=e=>({words:{true:"True",false:"False",null:"None"},pair:": ",object:"{}",empty:"{}",indent:"    ",quote:n=>e.quote(n,{},j)}),oe=(e,n)=>{let t=N(e,n);return`import httpx

`+t.setup+"response = httpx.request"+t.arguments+`
print(response.status_code, response.text)
`},re=(e,n)=>{let t=N(e,n);return`import asyncio

import httpx

`+t.setup+`
async def main():
    async with httpx.AsyncClient() as client:
        response = await client.request`+t.arguments+`
        print(response.status_code, response.text)


asyncio.run(main())
`};function ae(e,n){let t=e.type&&", content_type="+l(e.type,n),s=e.file?T(e.file,n)+", filename="+l(e.file,n):l(e.text,n);return"body.add_field("+l(e.name,n)+", "+s+t+`)
`}var ie=(e,n)=>{let t=n.headed(e),{headers:s}=t?n.flat(e):{headers:n.headers(e)},r=!t&&e.body?.parts&&`body = aiohttp.FormData(quote_fields=False)
`+e.body.parts.map(a=>ae(a,n)).join("")||(e.body?"body = "+R(e,n)+`
`:"");return`import asyncio

import aiohttp
from yarl import URL

url = URL(`+l(e.url,n)+`, encoded=True)
`+(s.length>0?"headers = "+$(s,n,l)+`
`:"")+r+`

async def main():
    async with aiohttp.ClientSession() as session:
        async with session.request(`+l(e.method,n)+", url"+(s.length>0?", headers=headers":"")+(r&&", data=body")+`) as response:
            print(response.status, await response.text())


asyncio.run(main())
`},D={requests:ne,python3:ee,httpx_sync:oe,httpx_async:re,aiohttp:ie};var p=(e,n)=>/\r|\0/.test(e)?n.quote(e,{"#":"\\#"},"\\u{"):"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",le=e=>({words:{true:"true",false:"false",null:"nil"},pair:" => ",object:"{}",empty:"{}",indent:"  ",quote:n=>p(n,e)});function ce(e,n){let t=f(e),s=e.map(([o,r])=>"  "+(t?p(o,n)+" => "+p(r,n):"["+p(o,n)+", "+p(r,n)+"]")+`,
`).join("");return t?`
`+s:`[
`+s+"]"}var ue=(e,n)=>{let t=n.flat(e),s=n.form(e),o=n.basic(e),r=m(e,le(n),""),a=r?r+".to_json":t.body.map(c=>c.file?"File.binread("+p(c.file,n)+")":p(c.text??"",n)+(t.body.length>1?".b":"")).join(` +
  `),d=n.known(e.method)?"::"+e.method.charAt(0)+e.method.slice(1).toLowerCase()+".new(uri)":"GenericRequest.new("+p(e.method,n)+", "+(a!=="")+", true, uri)";return(r&&`require "json"
`)+`require "net/http"

uri = URI(`+p(e.url,n)+`)
request = Net::HTTP`+d+`
`+n.rest(t.headers,o,s).map(([c,u])=>"request["+p(c,n)+"] = "+p(u,n)+`
`).join("")+(o?"request.basic_auth "+p(o[0],n)+", "+p(o[1],n)+`
`:"")+(s?"request.set_form_data("+ce(s,n)+`)
`:a&&"request.body = "+a+`
`)+`
response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https") do |http|
  http.request(request)
end
puts response.code, response.body
`},F={native:ue};var de={php:E,python:D,ruby:F};return W(pe);})();
(globalThis.trefoilFiles??={})["assets/client-script"]=exported})();
