(()=>{
"use strict";var exported=(()=>{var p=Object.defineProperty;var S=Object.getOwnPropertyDescriptor;var A=Object.getOwnPropertyNames;var w=Object.prototype.hasOwnProperty;var H=(e,t)=>{for(var n in t)p(e,n,{get:t[n],enumerable:!0})},R=(e,t,n,s)=>{if(t&&typeof t=="object"||typeof t=="function")for(let a of A(t))!w.call(e,a)&&a!==n&&p(e,a,{get:()=>t[a],enumerable:!(s=S(t,a))||s.enumerable});return e};var T=e=>R(p({},"__esModule",{value:!0}),e);var E={};H(E,{languages:()=>$});function o(e,t){if(e.includes(`
`)&&!e.includes("\r"))return'@"'+e.replaceAll('"','""')+'"';let n=s=>"\\u"+s.toString(16).padStart(4,"0");return'"'+t.escape(e,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},n)+'"'}var P=(e,t)=>{let n=t.type(e.headers),s=t.headers(e).filter(a=>a!==n);return`using System;
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
        using var request = new HttpRequestMessage(new HttpMethod(`+o(e.method,t)+"), "+o(e.url,t)+`);
`+s.map(([a,i])=>"        request.Headers.TryAddWithoutValidation("+o(a,t)+", "+o(i,t)+`);
`).join("")+B(e,n?.[1]??"",t)+`
        using var response = await client.SendAsync(request);
        Console.WriteLine((int)response.StatusCode);
        Console.WriteLine(await response.Content.ReadAsStringAsync());
    }
}
`};function B(e,t,n){return e.body?e.body.parts?`
        var form = new MultipartFormDataContent();
`+e.body.parts.map((s,a)=>M(s,"part"+(a+1),n)).join("")+`        request.Content = form;
`:"        request.Content = "+c(e.body.text,e.body.file,n)+`;
`+m("request.Content",t,n):""}var c=(e,t,n)=>"new ByteArrayContent("+(t?"File.ReadAllBytes("+o(t,n)+")":"Encoding.UTF8.GetBytes("+o(e,n)+")")+")",m=(e,t,n)=>t&&"        "+e+".Headers.ContentType = MediaTypeHeaderValue.Parse("+o(t,n)+`);
`;function M(e,t,n){return"        var "+t+" = "+c(e.text,e.file,n)+`;
`+m(t,e.type,n)+"        form.Add("+t+", "+o(e.name,n)+(e.file&&", "+o(e.file,n))+`);
`}var K=(e,t)=>{let n=t.type(e.headers),s=t.headers(e).filter(r=>r!==n||!e.body),a=t.known(e.method)?"Method."+e.method.charAt(0)+e.method.slice(1).toLowerCase():"(Method)Enum.Parse(typeof(Method), "+o(e.method,t)+", true)",i=e.body?.parts?e.body.parts.map(r=>F(r,t)).join(""):e.body?v(e,n?.[1]??"",t):"";return`using System;
using System.IO;
using System.Text;
using RestSharp;

var client = new RestClient(`+o(e.url,t)+`);
var request = new RestRequest("", `+a+`);
`+s.map(([r,y])=>"request.AddHeader("+o(r,t)+", "+o(y,t)+`);
`).join("")+i+`
var response = await client.ExecuteAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(response.Content);
`};function v(e,t,n){let s=e.body?.file??"";return'request.AddParameter(new BodyParameter("", '+(s?"File.ReadAllBytes("+o(s,n)+")":"Encoding.UTF8.GetBytes("+o(e.body?.text??"",n)+")")+", "+o(t||"application/octet-stream",n)+`, DataFormat.Binary));
`}function F(e,t){let n=e.type&&", "+o(e.type,t);if(e.file)return"request.AddFile("+o(e.name,t)+", "+o(e.file,t)+n+`);
`;let s=o(e.name,t)+", "+o(e.text,t);return`request.AlwaysMultipartFormData = true;
`+(n?"request.AddParameter(new BodyParameter("+s+n+`));
`:"request.AddParameter(new GetOrPostParameter("+s+`));
`)}var g={httpclient:P,restsharp:K};function d(e,t){if(e.includes(`
`)&&!/"""|"$|\r/.test(e))return'"""'+e+'"""';let n=s=>"\\u"+s.toString(16).padStart(4,"0");return'"'+t.escape(e,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},n)+'"'}var h=(e,t,n)=>t?"File.ReadAllBytes("+d(t,n)+")":"Encoding.UTF8.GetBytes("+d(e,n)+")",x=(e,t)=>{let n=t.flat(e),s=t.type(n.headers),a=n.body.map(r=>h(r.text??"",r.file??"",t)).map(r=>"let body = "+r),i=n.body.length>1?[`let body = Array.concat [
`+n.body.map(r=>"    "+h(r.text??"",r.file??"",t)+`
`).join("")+"]"]:a;return`open System
open System.IO
open System.Net.Http
open System.Net.Http.Headers
open System.Text

let client = new HttpClient(new HttpClientHandler(UseCookies = false))
let request = new HttpRequestMessage(HttpMethod(`+d(e.method,t)+"), "+d(e.url,t)+`)
`+n.headers.filter(r=>r!==s).map(([r,y])=>"request.Headers.TryAddWithoutValidation("+d(r,t)+", "+d(y,t)+`) |> ignore
`).join("")+i.map(r=>r+`
request.Content <- new ByteArrayContent(body)
`).join("")+(s&&n.body.length>0?"request.Content.Headers.ContentType <- MediaTypeHeaderValue.Parse("+d(s[1],t)+`)
`:"")+`
let response = client.SendAsync(request).Result
printfn "%d %s" (int response.StatusCode) (response.Content.ReadAsStringAsync().Result)
`},f={httpclient:x};var l=e=>"'"+e.replace(/['\u2018-\u201b]/g,"$&$&")+"'",j=(e,t)=>t?"[IO.File]::ReadAllBytes((Resolve-Path -LiteralPath "+l(t)+"))":"[Text.Encoding]::UTF8.GetBytes("+l(e)+")";function C(e,t,n){let s=n.flat(t),a=n.type(s.headers),i=s.headers.filter(u=>u!==a||s.body.length===0),r=s.body.map(u=>j(u.text??"",u.file??"")).join(` +
  `),y=n.known(t.method)||t.method==="TRACE"?"    Method = ":"    CustomMethod = ";return(r&&"[byte[]] $body = "+r+`
`)+`$arguments = @{
    Uri = `+l(t.url)+`
`+y+l(t.method)+`
`+(i.length>0?`    Headers = @{
`+i.map(([u,b])=>"        "+l(u)+" = "+l(b)+`
`).join("")+`    }
`:"")+(r&&a?"    ContentType = "+l(a[1])+`
`:"")+(r&&`    Body = $body
`)+`}
`+e+`
`}var q={restmethod:(e,t)=>C("Invoke-RestMethod @arguments",e,t),webrequest:(e,t)=>C(`$response = Invoke-WebRequest @arguments
$response.StatusCode
$response.Content`,e,t)};var $={csharp:g,fsharp:f,powershell:q};return T(E);})();
(globalThis.trefoilFiles??={})["assets/client-dotnet"]=exported})();
