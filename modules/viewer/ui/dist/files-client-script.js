(()=>{
"use strict";var exported=(()=>{var w=Object.defineProperty;var D=Object.getOwnPropertyDescriptor;var F=Object.getOwnPropertyNames;var N=Object.prototype.hasOwnProperty;var B=(e,n)=>{for(var t in n)w(e,t,{get:n[t],enumerable:!0})},v=(e,n,t,s)=>{if(n&&typeof n=="object"||typeof n=="function")for(let o of F(n))!N.call(e,o)&&o!==t&&w(e,o,{get:()=>n[o],enumerable:!(s=D(n,o))||s.enumerable});return e};var I=e=>v(w({},"__esModule",{value:!0}),e);var ue={};B(ue,{languages:()=>ce});function m({body:e,headers:n},t,s){let o=e?.text??"";if(!n.some(([c,p])=>c==="Content-Type"&&p==="application/json"))return"";let r=o.match(/"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+|[{}[\],:]/g)??[],a=0,u=c=>{let p=r[a++]??"",y=p==="{";if(!y&&p!=="[")return p.startsWith('"')?t.quote(L(p)):t.words[p]??M(p);let[h="",_=""]=y?t.object:"[]",R=[],K=new Set;for(;r[a]!==(y?"}":"]");){let f=y?L(r[a++]??""):"";if(y&&(K.has(f)||t.unfit?.test(f)))throw new Error("an object cannot have this name");K.add(f),a+=y?1:0,R.push((y?t.quote(f)+t.pair:"")+u(c+t.indent)),a+=r[a]===","?1:0}return a++,R.length>0?h+`
`+R.map(f=>c+t.indent+f+`,
`).join("")+c+_:y?t.empty:h+_};try{return JSON.parse(o),u(s)}catch{return""}}function g(e){return new Set(e.map(([n])=>n)).size===e.length}function L(e){let n=JSON.parse(e);return encodeURIComponent(n),n}function M(e){if(!/^(0|-?[1-9]\d{0,17})$/.test(e)&&!(/^-?\d+\.\d+$/.test(e)&&String(Number(e))===e))throw new Error("this number would be rounded");return e}var i=(e,n)=>e.includes("\r")?'"'+n.escape(e,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":"\\n"},t=>"\\u{"+t.toString(16)+"}")+'"':"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",q=(e,n,t)=>`[
`+e.map(([s,o])=>n+"    "+i(s,t)+" => "+i(o,t)+`,
`).join("")+n+"]";function O(e,n,t){let s=t.form(e);return s&&g(s)?q(s,n,t):""}function S(e,n,t){return m(e,{words:{true:"true",false:"false",null:"null"},pair:" => ",object:"[]",empty:"new stdClass()",indent:"    ",quote:o=>i(o,t),unfit:/^-?\d+$/},n)}function b(e,n,t=""){let s=O(e,t,n),o=n.flat(e).body.map(a=>a.file?"file_get_contents("+i(a.file,n)+")":i(a.text??"",n)),r=S(e,t,n);return s?"http_build_query("+s+")":r?"json_encode("+r+")":o.join(`
    . `)}var W=(e,n)=>{let t=n.flat(e),s=b(e,n,"    "),o=n.basic(e),a=t.headers.filter(([u])=>!o||u!=="Authorization").map(([u,c])=>"        "+i(c?u+": "+c:u+";",n)+`,
`).join("");return`<?php

$curl = curl_init();
curl_setopt_array($curl, [
    CURLOPT_URL => `+i(e.url,n)+`,
    CURLOPT_CUSTOMREQUEST => `+i(e.method,n)+`,
`+(e.method==="HEAD"?`    CURLOPT_NOBODY => true,
`:"")+`    CURLOPT_RETURNTRANSFER => true,
`+(o?"    CURLOPT_USERPWD => "+i(o.join(":"),n)+`,
`:"")+(a&&`    CURLOPT_HTTPHEADER => [
`+a+`    ],
`)+(s&&"    CURLOPT_POSTFIELDS => "+s+`,
`)+`]);

$response = curl_exec($curl);
if ($response === false) {
    throw new Exception(curl_error($curl));
}
echo $response;
`},G=(e,n)=>`        [
            'name' => `+i(e.name,n)+`,
            'contents' => `+(e.file?"fopen("+i(e.file,n)+", 'r')":i(e.text,n))+`,
`+(e.file&&"            'filename' => "+i(e.file,n)+`,
`)+(e.type&&"            'headers' => ['Content-Type' => "+i(e.type,n)+`],
`)+`        ],
`,J=(e,n)=>{let t=n.basic(e),s=O(e,"    ",n),o=S(e,"    ",n),r=n.headers(e).filter(([u])=>!(t&&u==="Authorization")&&!((s||o)&&u==="Content-Type")),a=e.body?.parts?`    'multipart' => [
`+e.body.parts.map(u=>G(u,n)).join("")+`    ],
`:s?"    'form_params' => "+s+`,
`:o?"    'json' => "+o+`,
`:b(e,n)&&"    'body' => "+b(e,n)+`,
`;return`<?php

require 'vendor/autoload.php';

$client = new GuzzleHttp\\Client();
$response = $client->request(`+i(e.method,n)+", "+i(e.url,n)+`, [
`+(t?"    'auth' => ["+i(t[0],n)+", "+i(t[1],n)+`],
`:"")+(r.length>0?"    'headers' => "+q(r,"    ",n)+`,
`:"")+a+`]);

echo $response->getStatusCode(), ' ', $response->getBody();
`},Q=(e,n)=>{let t=e.headers.find(([r])=>r==="Content-Type"),s=n.headers(e).filter(r=>r!==t||!e.body),o=e.body?.parts?e.body.parts.map(r=>Y(r,n)).join(""):e.body?`
    ->withBody(`+b(e,n)+", "+i(t?.[1]??"application/octet-stream",n)+")":"";return`<?php

use Illuminate\\Support\\Facades\\Http;

$response = Http::withHeaders(`+(s.length>0?q(s,"",n):"[]")+")"+o+`
    ->send(`+i(e.method,n)+", "+i(e.url,n)+`);

echo $response->status(), ' ', $response->body();
`},Y=(e,n)=>`
    ->attach(`+i(e.name,n)+", "+(e.file?"fopen("+i(e.file,n)+", 'r'), "+i(e.file,n):i(e.text,n)+", null")+(e.type&&", ['Content-Type' => "+i(e.type,n)+"]")+")",V=(e,n)=>{let t=n.flat(e),s=b(e,n),o=n.known(e.method)||e.method==="TRACE"?"HTTP_METH_"+e.method:"HttpRequest::methodRegister("+i(e.method,n)+")";return`<?php

$request = new HttpRequest(`+i(e.url,n)+", "+o+`);
`+(t.headers.length>0?"$request->setHeaders("+q(t.headers,"",n)+`);
`:"")+(s&&"$request->"+(e.method==="PUT"?"setPutData":"setBody")+"("+s+`);
`)+`
$response = $request->send();
echo $response->getResponseCode(), ' ', $response->getBody();
`},X=(e,n)=>{let t=n.flat(e),s=b(e,n);return`<?php

$client = new http\\Client();
`+(s&&`$body = new http\\Message\\Body();
$body->append(`+s+`);
`)+"$request = new http\\Client\\Request("+i(e.method,n)+", "+i(e.url,n)+", "+(t.headers.length>0?q(t.headers,"",n):"[]")+(s&&", $body")+`);
$client->enqueue($request)->send();

$response = $client->getResponse();
echo $response->getResponseCode(), ' ', $response->getBody();
`},A={curl:W,guzzle:J,laravel:Q,http1:V,http2:X};function C({basic:e,headers:n}){return e!==null&&n.some(([t,s])=>t==="Authorization"&&s.startsWith("Digest "))}var P=e=>e>255?"\\u"+e.toString(16):"\\x"+e.toString(16).padStart(2,"0");function l(e,n){let t={"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r"};return e.includes(`
`)?'"""'+n.escape(e,{"\\":"\\\\","	":"	","\n":`
`,"\r":"\\r"},P).replaceAll('"""','\\"\\"\\"').replace(/"$/,'\\"')+'"""':'"'+n.escape(e,t,P)+'"'}function $(e,n){return`{
`+e.map(([t,s])=>"    "+l(t,n)+": "+l(s,n)+`,
`).join("")+"}"}var j=(e,n)=>"open("+l(e,n)+', "rb")';function x(e,n){return n.flat(e).body.map(t=>t.file?j(t.file,n)+".read()":l(t.text??"",n)+".encode()").join(" + ")}var Z=(e,n)=>{let t=n.flat(e),{secure:s,host:o,target:r}=n.place(e.url),a=x(e,n);return`import http.client

`+(a&&"body = "+a+`
`)+"headers = "+(t.headers.length>0?$(t.headers,n):"{}")+`

connection = http.client.`+(s?"HTTPSConnection":"HTTPConnection")+"("+l(o,n)+`)
connection.request(`+l(e.method,n)+", "+l(r,n)+(a&&", body=body")+`, headers=headers)
response = connection.getresponse()
print(response.status, response.read().decode())
`};function U(e,n){let t=e.type&&", "+l(e.type,n),s=e.file?l(e.file,n)+", "+j(e.file,n):"None, "+l(e.text,n)+(t?"":".encode()");return"    ("+l(e.name,n)+", ("+s+t+`)),
`}function E(e,n){let t=n.headers(e),s=t.length>0?"headers = "+$(t,n)+`
`:"",o=t.length>0?", headers=headers":"";return e.body?.parts?(s+=`files = [
`+e.body.parts.map(r=>U(r,n)).join("")+`]
`,o+=", files=files"):e.body&&(s+="body = "+x(e,n)+`
`,o+=", content=body"),{setup:s&&s+`
`,arguments:"("+l(e.method,n)+", "+l(e.url,n)+o+")"}}var k=(e,n)=>{let[t="",s=""]=e.url.split(/\?(.*)/s),o=n.pairs(s),r=ee(e,n),a=C(e)?e.basic:n.basic(e),u=n.headers(e).filter(([h])=>!(a&&h==="Authorization")&&!(r.typed&&h==="Content-Type")),c=[...n.known(e.method)?[]:[l(e.method,n)],l(o?t:e.url,n),...o?["params="+T(o,n)]:[],...u.length>0?["headers="+T(u,n)]:[],...a?["auth="+(C(e)?"requests.auth.HTTPDigestAuth(":"(")+a.map(h=>l(h,n)).join(", ")+")"]:[],...r.text?[r.text]:[]],p=c.join(", "),y=c.length<3&&p.length<80&&!p.includes(`
`)?p:`
    `+c.join(`,
    `)+`,
`;return`import requests

response = requests.`+(n.known(e.method)?e.method.toLowerCase():"request")+"("+y+`)
print(response.status_code, response.text)
`};function ee(e,n){if(!e.body)return{text:"",typed:!1};if(e.body.parts)return{text:`files=[
`+e.body.parts.map(r=>"    "+U(r,n)).join("")+"    ]",typed:!1};let t=m(e,ne(n),"    "),s=n.form(e);return{text:t?"json="+t:"data="+(s?T(s,n):x(e,n)),typed:t!==""||s!==null}}function T(e,n){let t=g(e),s=e.map(([u,c])=>t?l(u,n)+": "+l(c,n):"("+l(u,n)+", "+l(c,n)+")"),[o,r]=t?"{}":"[]",a=o+s.join(", ")+r;return a.length<64?a:o+`
`+s.map(u=>"        "+u+`,
`).join("")+"    "+r}var ne=e=>({words:{true:"True",false:"False",null:"None"},pair:": ",object:"{}",empty:"{}",indent:"    ",quote:n=>'"'+e.escape(n,{"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r","\n":"\\n"},P)+'"'}),te=(e,n)=>{let t=E(e,n);return`import httpx

`+t.setup+"response = httpx.request"+t.arguments+`
print(response.status_code, response.text)
`},se=(e,n)=>{let t=E(e,n);return`import asyncio

import httpx

`+t.setup+`
async def main():
    async with httpx.AsyncClient() as client:
        response = await client.request`+t.arguments+`
        print(response.status_code, response.text)


asyncio.run(main())
`};function oe(e,n){let t=e.type&&", content_type="+l(e.type,n),s=e.file?j(e.file,n)+", filename="+l(e.file,n):l(e.text,n);return"body.add_field("+l(e.name,n)+", "+s+t+`)
`}var re=(e,n)=>{let t=n.headers(e),o=(e.body?.parts&&`body = aiohttp.FormData(quote_fields=False)
`+e.body.parts.map(r=>oe(r,n)).join(""))??(e.body?"body = "+x(e,n)+`
`:"");return`import asyncio

import aiohttp
from yarl import URL

url = URL(`+l(e.url,n)+`, encoded=True)
`+(t.length>0?"headers = "+$(t,n)+`
`:"")+o+`

async def main():
    async with aiohttp.ClientSession() as session:
        async with session.request(`+l(e.method,n)+", url"+(t.length>0?", headers=headers":"")+(o&&", data=body")+`) as response:
            print(response.status, await response.text())


asyncio.run(main())
`},H={requests:k,python3:Z,httpx_sync:te,httpx_async:se,aiohttp:re};var d=(e,n)=>/\r|\0/.test(e)?'"'+n.escape(e,{"\\":"\\\\",'"':'\\"',"#":"\\#","\n":"\\n"},t=>"\\u{"+t.toString(16)+"}")+'"':"'"+n.escape(e,{"\\":"\\\\","'":"\\'"})+"'",ae=e=>({words:{true:"true",false:"false",null:"nil"},pair:" => ",object:"{}",empty:"{}",indent:"  ",quote:n=>d(n,e)});function ie(e,n){let t=g(e),s=e.map(([o,r])=>"  "+(t?d(o,n)+" => "+d(r,n):"["+d(o,n)+", "+d(r,n)+"]")+`,
`).join("");return t?`
`+s:`[
`+s+"]"}var le=(e,n)=>{let t=n.flat(e),s=n.form(e),o=n.basic(e),r=m(e,ae(n),""),a=r?r+".to_json":t.body.map(c=>c.file?"File.binread("+d(c.file,n)+")":d(c.text??"",n)+(t.body.length>1?".b":"")).join(` +
  `),u=n.known(e.method)?"::"+e.method.charAt(0)+e.method.slice(1).toLowerCase()+".new(uri)":"GenericRequest.new("+d(e.method,n)+", "+(a!=="")+", true, uri)";return(r&&`require "json"
`)+`require "net/http"

uri = URI(`+d(e.url,n)+`)
request = Net::HTTP`+u+`
`+t.headers.filter(([c])=>!(o&&c==="Authorization")&&!(s&&c==="Content-Type")).map(([c,p])=>"request["+d(c,n)+"] = "+d(p,n)+`
`).join("")+(o?"request.basic_auth "+d(o[0],n)+", "+d(o[1],n)+`
`:"")+(s?"request.set_form_data("+ie(s,n)+`)
`:a&&"request.body = "+a+`
`)+`
response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https") do |http|
  http.request(request)
end
puts response.code, response.body
`},z={native:le};var ce={php:A,python:H,ruby:z};return I(ue);})();
(globalThis.trefoilFiles??={})["assets/client-script"]=exported})();
