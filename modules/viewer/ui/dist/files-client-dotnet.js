(()=>{
"use strict";var exported=(()=>{var p=Object.defineProperty;var S=Object.getOwnPropertyDescriptor;var A=Object.getOwnPropertyNames;var w=Object.prototype.hasOwnProperty;var H=(e,t)=>{for(var n in t)p(e,n,{get:t[n],enumerable:!0})},R=(e,t,n,r)=>{if(t&&typeof t=="object"||typeof t=="function")for(let o of A(t))!w.call(e,o)&&o!==n&&p(e,o,{get:()=>t[o],enumerable:!(r=S(t,o))||r.enumerable});return e};var T=e=>R(p({},"__esModule",{value:!0}),e);var E={};H(E,{languages:()=>$});function i(e,t){if(e.includes(`
`)&&!e.includes("\r"))return'@"'+e.replaceAll('"','""')+'"';let n=r=>"\\u"+r.toString(16).padStart(4,"0");return'"'+t.escape(e,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},n)+'"'}var P=(e,t)=>{let n=e.headers.find(([o])=>o==="Content-Type"),r=t.headers(e).filter(o=>o!==n);return`using System;
using System.IO;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Threading.Tasks;

class Program
{
    static async Task Main()
    {
        using var client = new HttpClient(`+(e.cookies.length>0?"new HttpClientHandler { UseCookies = false }":"")+`);
        using var request = new HttpRequestMessage(new HttpMethod(`+i(e.method,t)+"), "+i(e.url,t)+`);
`+r.map(([o,a])=>"        request.Headers.TryAddWithoutValidation("+i(o,t)+", "+i(a,t)+`);
`).join("")+B(e,n?.[1]??"",t)+`
        using var response = await client.SendAsync(request);
        Console.WriteLine((int)response.StatusCode);
        Console.WriteLine(await response.Content.ReadAsStringAsync());
    }
}
`};function B(e,t,n){return e.body?e.body.parts?`
        var form = new MultipartFormDataContent();
`+e.body.parts.map((r,o)=>M(r,"part"+(o+1),n)).join("")+`        request.Content = form;
`:"        request.Content = "+c(e.body.text,e.body.file,n)+`;
`+m("request.Content",t,n):""}var c=(e,t,n)=>"new ByteArrayContent("+(t?"File.ReadAllBytes("+i(t,n)+")":"Encoding.UTF8.GetBytes("+i(e,n)+")")+")",m=(e,t,n)=>t&&"        "+e+".Headers.ContentType = MediaTypeHeaderValue.Parse("+i(t,n)+`);
`;function M(e,t,n){return"        var "+t+" = "+c(e.text,e.file,n)+`;
`+m(t,e.type,n)+"        form.Add("+t+", "+i(e.name,n)+(e.file&&", "+i(e.file,n))+`);
`}var K=(e,t)=>{let n=e.headers.find(([s])=>s==="Content-Type"),r=t.headers(e).filter(s=>s!==n||!e.body),o=t.known(e.method)?"Method."+e.method.charAt(0)+e.method.slice(1).toLowerCase():"(Method)Enum.Parse(typeof(Method), "+i(e.method,t)+", true)",a=e.body?.parts?e.body.parts.map(s=>F(s,t)).join(""):e.body?v(e,n?.[1]??"",t):"";return`using System;
using System.IO;
using System.Text;
using RestSharp;

var client = new RestClient(`+i(e.url,t)+`);
var request = new RestRequest("", `+o+`);
`+r.map(([s,y])=>"request.AddHeader("+i(s,t)+", "+i(y,t)+`);
`).join("")+a+`
var response = await client.ExecuteAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(response.Content);
`};function v(e,t,n){let r=e.body?.file??"";return'request.AddParameter(new BodyParameter("", '+(r?"File.ReadAllBytes("+i(r,n)+")":"Encoding.UTF8.GetBytes("+i(e.body?.text??"",n)+")")+", "+i(t||"application/octet-stream",n)+`, DataFormat.Binary));
`}function F(e,t){let n=e.type&&", "+i(e.type,t);if(e.file)return"request.AddFile("+i(e.name,t)+", "+i(e.file,t)+n+`);
`;let r=i(e.name,t)+", "+i(e.text,t);return`request.AlwaysMultipartFormData = true;
`+(n?"request.AddParameter(new BodyParameter("+r+n+`));
`:"request.AddParameter(new GetOrPostParameter("+r+`));
`)}var g={httpclient:P,restsharp:K};function l(e,t){if(e.includes(`
`)&&!/"""|"$|\r/.test(e))return'"""'+e+'"""';let n=r=>"\\u"+r.toString(16).padStart(4,"0");return'"'+t.escape(e,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},n)+'"'}var f=(e,t,n)=>t?"File.ReadAllBytes("+l(t,n)+")":"Encoding.UTF8.GetBytes("+l(e,n)+")",x=(e,t)=>{let n=t.flat(e),r=n.headers.find(([s])=>s==="Content-Type"),o=n.body.map(s=>f(s.text??"",s.file??"",t)).map(s=>"let body = "+s),a=n.body.length>1?[`let body = Array.concat [
`+n.body.map(s=>"    "+f(s.text??"",s.file??"",t)+`
`).join("")+"]"]:o;return`open System
open System.IO
open System.Net.Http
open System.Net.Http.Headers
open System.Text

let client = new HttpClient(new HttpClientHandler(UseCookies = false))
let request = new HttpRequestMessage(HttpMethod(`+l(e.method,t)+"), "+l(e.url,t)+`)
`+n.headers.filter(s=>s!==r).map(([s,y])=>"request.Headers.TryAddWithoutValidation("+l(s,t)+", "+l(y,t)+`) |> ignore
`).join("")+a.map(s=>s+`
request.Content <- new ByteArrayContent(body)
`).join("")+(r&&n.body.length>0?"request.Content.Headers.ContentType <- MediaTypeHeaderValue.Parse("+l(r[1],t)+`)
`:"")+`
let response = client.SendAsync(request).Result
printfn "%d %s" (int response.StatusCode) (response.Content.ReadAsStringAsync().Result)
`},h={httpclient:x};var u=e=>"'"+e.replace(/['\u2018-\u201b]/g,"$&$&")+"'",j=(e,t)=>t?"[IO.File]::ReadAllBytes((Resolve-Path -LiteralPath "+u(t)+"))":"[Text.Encoding]::UTF8.GetBytes("+u(e)+")";function C(e,t,n){let r=n.flat(t),o=r.headers.find(([d])=>d==="Content-Type"),a=r.headers.filter(d=>d!==o||r.body.length===0),s=r.body.map(d=>j(d.text??"",d.file??"")).join(` +
  `),y=n.known(t.method)||t.method==="TRACE"?"    Method = ":"    CustomMethod = ";return(s&&"[byte[]] $body = "+s+`
`)+`$arguments = @{
    Uri = `+u(t.url)+`
`+y+u(t.method)+`
`+(a.length>0?`    Headers = @{
`+a.map(([d,b])=>"        "+u(d)+" = "+u(b)+`
`).join("")+`    }
`:"")+(s&&o?"    ContentType = "+u(o[1])+`
`:"")+(s&&`    Body = $body
`)+`}
`+e+`
`}var q={restmethod:(e,t)=>C("Invoke-RestMethod @arguments",e,t),webrequest:(e,t)=>C(`$response = Invoke-WebRequest @arguments
$response.StatusCode
$response.Content`,e,t)};var $={csharp:g,fsharp:h,powershell:q};return T(E);})();
(globalThis.trefoilFiles??={})["assets/client-dotnet"]=exported})();
