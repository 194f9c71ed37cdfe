function m({body:e,headers:n},t,s){let o=e?.text??"";if(!n.some(([c,u])=>c==="Content-Type"&&u==="application/json"))return"";let r=o.match(/"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+|[{}[\],:]/g)??[],a=0,d=c=>{let u=r[a++]??"",y=u==="{";if(!y&&u!=="[")return u.startsWith('"')?t.quote(K(u)):t.words[u]??F(u);let[q="",T=""]=y?t.object:"[]",w=[],_=new Set;for(;r[a]!==(y?"}":"]");){let h=y?K(r[a++]??""):"";if(y&&(_.has(h)||t.unfit?.test(h)))throw new Error("an object cannot have this name");_.add(h),a+=y?1:0,w.push((y?t.quote(h)+t.pair:"")+d(c+t.indent)),a+=r[a]===","?1:0}return a++,w.length>0?q+`
`+w.map(h=>c+t.indent+h+`,
`).join("")+c+T:y?t.empty:q+T};try{return JSON.parse(o),d(s)}catch{return""}}function f(e){return new Set(e.map(([n])=>n)).size===e.length}function K(e){let n=JSON.parse(e);return encodeURIComponent(n),n}function F(e){if(!/^(0|-?[1-9]\d{0,17})$/.test(e)&&!(/^-?\d+\.\d+$/.test(e)&&String(Number(e))===e))throw new Error("this number would be rounded");return e}var i=(e,n)=>e.includes("\r")?n.quote(e,{$:"\\$"},"\\u{"):"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",b=(e,n,t)=>`[
`+e.map(([s,o])=>n+"    "+i(s,t)+" => "+i(o,t)+`,
`).join("")+n+"]";function L(e,n,t){let s=t.form(e);return s&&f(s)?b(s,n,t):""}function O(e,n,t){return m(e,{words:{true:"true",false:"false",null:"null"},pair:" => ",object:"[]",empty:"new stdClass()",indent:"    ",quote:o=>i(o,t),unfit:/^-?\d+$/},n)}function g(e,n,t=""){let s=L(e,t,n),o=n.flat(e).body.map(a=>a.file?"file_get_contents("+i(a.file,n)+")":i(a.text??"",n)),r=O(e,t,n);return s?"http_build_query("+s+")":r?"json_encode("+r+")":o.join(`
    . `)}var B=(e,n)=>{let t=n.flat(e),s=g(e,n,"    "),o=n.basic(e),r=n.rest(t.headers,o,!1).map(([a,d])=>"        "+i(d?a+": "+d:a+";",n)+`,
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
`};function S(e,n,t,s){let o=[...e.type?[["Content-Type",e.type]]:[],...e.headers??[]];return o.length>0?t+o.map(r=>r.map(a=>i(a,n)).join(" => ")).join(", ")+s:""}var v=(e,n)=>`        [
            'name' => `+i(e.name,n)+`,
            'contents' => `+(e.file?"fopen("+i(e.file,n)+", 'r')":i(e.text,n))+`,
`+(e.file&&"            'filename' => "+i(e.file,n)+`,
`)+S(e,n,"            'headers' => [",`],
`)+`        ],
`,z=(e,n)=>{let t=n.basic(e),s=L(e,"    ",n),o=O(e,"    ",n),r=n.rest(n.headers(e),t,s||o),a=e.body?.parts?`    'multipart' => [
`+e.body.parts.map(d=>v(d,n)).join("")+`    ],
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
`},I=(e,n)=>{let t=n.type(e.headers),s=n.headers(e).filter(r=>r!==t||!e.body),o=e.body?.parts?e.body.parts.map(r=>M(r,n)).join(""):e.body?`
    ->withBody(`+g(e,n)+", "+i(t?.[1]??"application/octet-stream",n)+")":"";return`<?php

use Illuminate\\Support\\Facades\\Http;

$response = Http::withHeaders(`+(s.length>0?b(s,"",n):"[]")+")"+o+`
    ->send(`+i(e.method,n)+", "+i(e.url,n)+`);

echo $response->status(), ' ', $response->body();
`},M=(e,n)=>`
    ->attach(`+i(e.name,n)+", "+(e.file?"fopen("+i(e.file,n)+", 'r'), "+i(e.file,n):i(e.text,n)+", null")+S(e,n,", [","]")+")",W=(e,n)=>{let t=n.flat(e),s=g(e,n),o=n.known(e.method)||e.method==="TRACE"?"HTTP_METH_"+e.method:"HttpRequest::methodRegister("+i(e.method,n)+")";return`<?php

$request = new HttpRequest(`+i(e.url,n)+", "+o+`);
`+(t.headers.length>0?"$request->setHeaders("+b(t.headers,"",n)+`);
`:"")+(s&&"$request->"+(e.method==="PUT"?"setPutData":"setBody")+"("+s+`);
`)+`
$response = $request->send();
echo $response->getResponseCode(), ' ', $response->getBody();
`},G=(e,n)=>{let t=n.flat(e),s=g(e,n);return`<?php

$client = new http\\Client();
`+(s&&`$body = new http\\Message\\Body();
$body->append(`+s+`);
`)+"$request = new http\\Client\\Request("+i(e.method,n)+", "+i(e.url,n)+", "+(t.headers.length>0?b(t.headers,"",n):"[]")+(s&&", $body")+`);
$client->enqueue($request)->send();

$response = $client->getResponse();
echo $response->getResponseCode(), ' ', $response->getBody();
`},U={curl:B,guzzle:z,laravel:I,http1:W,http2:G};function C({basic:e,headers:n}){return e!==null&&n.some(([t,s])=>t==="Authorization"&&s.startsWith("Digest "))}var P=e=>e>255?"\\u"+e.toString(16):"\\x"+e.toString(16).padStart(2,"0");function l(e,n){return e.includes(`
`)?'"""'+n.escape(e,{"\\":"\\\\","	":"	","\n":`
`,"\r":"\\r"},P).replaceAll('"""','\\"\\"\\"').replace(/"$/,'\\"')+'"""':n.quote(e,{},P)}var E=(e,n)=>n.wide(e,l(e,n),".encode()");function j(e,n,t=E){return`{
`+e.map(([s,o])=>"    "+l(s,n)+": "+t(o,n)+`,
`).join("")+"}"}var $=(e,n)=>"open("+l(e,n)+', "rb")';function R(e,n){return n.flat(e).body.map(t=>t.file?$(t.file,n)+".read()":l(t.text??"",n)+".encode()").join(" + ")}var J=(e,n)=>{let t=n.flat(e),{secure:s,host:o,target:r}=n.place(e.url),a=R(e,n);return`import http.client

`+(a&&"body = "+a+`
`)+"headers = "+(t.headers.length>0?j(t.headers,n):"{}")+`

connection = http.client.`+(s?"HTTPSConnection":"HTTPConnection")+"("+l(o,n)+`)
connection.request(`+l(e.method,n)+", "+l(r,n)+(a&&", body=body")+`, headers=headers)
response = connection.getresponse()
print(response.status, response.read().decode())
`};function H(e,n){let t=e.headers?", "+(e.type?l(e.type,n):"None")+", "+x(e.headers,n):e.type&&", "+l(e.type,n),s=e.file?l(e.file,n)+", "+$(e.file,n):"None, "+l(e.text,n)+(t?"":".encode()");return"    ("+l(e.name,n)+", ("+s+t+`)),
`}function A(e,n){let t=n.headers(e),s=t.length>0?"headers = "+j(t,n)+`
`:"",o=t.length>0?", headers=headers":"";return e.body?.parts?(s+=`files = [
`+e.body.parts.map(r=>H(r,n)).join("")+`]
`,o+=", files=files"):e.body&&(s+="body = "+R(e,n)+`
`,o+=", content=body"),{setup:s&&s+`
`,arguments:"("+l(e.method,n)+", "+l(e.url,n)+o+")"}}var Q=(e,n)=>{let[t="",s=""]=e.url.split(/\?(.*)/s),o=n.pairs(s),r=Y(e,n),a=C(e)?e.basic:n.basic(e),d=n.rest(n.headers(e),a,r.typed),c=[...n.known(e.method)?[]:[l(e.method,n)],l(o?t:e.url,n),...o?["params="+x(o,n)]:[],...d.length>0?["headers="+x(d,n,E)]:[],...a?["auth="+(C(e)?"requests.auth.HTTPDigestAuth(":"(")+a.map(q=>l(q,n)).join(", ")+")"]:[],...r.text?[r.text]:[]],u=c.join(", "),y=c.length<3&&u.length<80&&!u.includes(`
`)?u:`
    `+c.join(`,
    `)+`,
`;return`import requests

response = requests.`+(n.known(e.method)?e.method.toLowerCase():"request")+"("+y+`)
print(response.status_code, response.text)
`};function Y(e,n){if(!e.body)return{text:"",typed:!1};if(e.body.parts)return{text:`files=[
`+e.body.parts.map(r=>"    "+H(r,n)).join("")+"    ]",typed:!1};let t=m(e,V(n),"    "),s=n.form(e);return{text:t?"json="+t:"data="+(s?x(s,n):R(e,n)),typed:t!==""||s!==null}}function x(e,n,t=l){let s=f(e),o=e.map(([c,u])=>s?l(c,n)+": "+t(u,n):"("+l(c,n)+", "+t(u,n)+")"),[r,a]=s?"{}":"[]",d=r+o.join(", ")+a;return d.length<64?d:r+`
`+o.map(c=>"        "+c+`,
`).join("")+"    "+a}var V=e=>({words:{true:"True",false:"False",null:"None"},pair:": ",object:"{}",empty:"{}",indent:"    ",quote:n=>e.quote(n,{},P)}),X=(e,n)=>{let t=A(e,n);return`import httpx

`+t.setup+"response = httpx.request"+t.arguments+`
print(response.status_code, response.text)
`},Z=(e,n)=>{let t=A(e,n);return`import asyncio

import httpx

`+t.setup+`
async def main():
    async with httpx.AsyncClient() as client:
        response = await client.request`+t.arguments+`
        print(response.status_code, response.text)


asyncio.run(main())
`};function k(e,n){let t=e.type&&", content_type="+l(e.type,n),s=e.file?$(e.file,n)+", filename="+l(e.file,n):l(e.text,n);return"body.add_field("+l(e.name,n)+", "+s+t+`)
`}var ee=(e,n)=>{let t=n.headed(e),{headers:s}=t?n.flat(e):{headers:n.headers(e)},r=!t&&e.body?.parts&&`body = aiohttp.FormData(quote_fields=False)
`+e.body.parts.map(a=>k(a,n)).join("")||(e.body?"body = "+R(e,n)+`
`:"");return`import asyncio

import aiohttp
from yarl import URL

url = URL(`+l(e.url,n)+`, encoded=True)
`+(s.length>0?"headers = "+j(s,n,l)+`
`:"")+r+`

async def main():
    async with aiohttp.ClientSession() as session:
        async with session.request(`+l(e.method,n)+", url"+(s.length>0?", headers=headers":"")+(r&&", data=body")+`) as response:
            print(response.status, await response.text())


asyncio.run(main())
`},N={requests:Q,python3:J,httpx_sync:X,httpx_async:Z,aiohttp:ee};var p=(e,n)=>/\r|\0/.test(e)?n.quote(e,{"#":"\\#"},"\\u{"):"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",ne=e=>({words:{true:"true",false:"false",null:"nil"},pair:" => ",object:"{}",empty:"{}",indent:"  ",quote:n=>p(n,e)});function te(e,n){let t=f(e),s=e.map(([o,r])=>"  "+(t?p(o,n)+" => "+p(r,n):"["+p(o,n)+", "+p(r,n)+"]")+`,
`).join("");return t?`
`+s:`[
`+s+"]"}var se=(e,n)=>{let t=n.flat(e),s=n.form(e),o=n.basic(e),r=m(e,ne(n),""),a=r?r+".to_json":t.body.map(c=>c.file?"File.binread("+p(c.file,n)+")":p(c.text??"",n)+(t.body.length>1?".b":"")).join(` +
  `),d=n.known(e.method)?"::"+e.method.charAt(0)+e.method.slice(1).toLowerCase()+".new(uri)":"GenericRequest.new("+p(e.method,n)+", "+(a!=="")+", true, uri)";return(r&&`require "json"
`)+`require "net/http"

uri = URI(`+p(e.url,n)+`)
request = Net::HTTP`+d+`
`+n.rest(t.headers,o,s).map(([c,u])=>"request["+p(c,n)+"] = "+p(u,n)+`
`).join("")+(o?"request.basic_auth "+p(o[0],n)+", "+p(o[1],n)+`
`:"")+(s?"request.set_form_data("+te(s,n)+`)
`:a&&"request.body = "+a+`
`)+`
response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https") do |http|
  http.request(request)
end
puts response.code, response.body
`},D={native:se};var fe={php:U,python:N,ruby:D};export{fe as languages};
