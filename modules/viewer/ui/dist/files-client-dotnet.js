(()=>{
"use strict";var exported=(()=>{var p=Object.defineProperty;var A=Object.getOwnPropertyDescriptor;var w=Object.getOwnPropertyNames;var S=Object.prototype.hasOwnProperty;var H=(t,e)=>{for(var n in e)p(t,n,{get:e[n],enumerable:!0})},R=(t,e,n,s)=>{if(e&&typeof e=="object"||typeof e=="function")for(let a of w(e))!S.call(t,a)&&a!==n&&p(t,a,{get:()=>e[a],enumerable:!(s=A(e,a))||s.enumerable});return t};var T=t=>R(p({},"__esModule",{value:!0}),t);var E={};H(E,{languages:()=>$});function o(t,e){if(t.includes(`
`)&&!t.includes("\r"))return'@"'+t.replaceAll('"','""')+'"';let n=s=>"\\u"+s.toString(16).padStart(4,"0");return'"'+e.escape(t,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},n)+'"'}var P=(t,e)=>{let n=e.type(t.headers),s=e.basic(t),a=e.rest(e.headers(t),s,!0);return`using System;
`+(e.form(t)?`using System.Collections.Generic;
`:"")+`using System.IO;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Threading.Tasks;

class Program
{
    static async Task Main()
    {
        using var client = new HttpClient(`+(t.cookies.length>0?"new HttpClientHandler { UseCookies = false }":"")+`);
        using var request = new HttpRequestMessage(new HttpMethod(`+o(t.method,e)+"), "+o(t.url,e)+`);
`+a.map(([i,r])=>"        request.Headers.TryAddWithoutValidation("+o(i,e)+", "+o(r,e)+`);
`).join("")+(s?'        request.Headers.Authorization = new AuthenticationHeaderValue("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes('+o(s.join(":"),e)+`)));
`:"")+B(t,n?.[1]??"",e)+`
        using var response = await client.SendAsync(request);
        Console.WriteLine((int)response.StatusCode);
        Console.WriteLine(await response.Content.ReadAsStringAsync());
    }
}
`};function B(t,e,n){if(!t.body)return"";if(t.body.parts)return`
        var form = new MultipartFormDataContent();
`+t.body.parts.map((a,i)=>M(a,"part"+(i+1),n)).join("")+`        request.Content = form;
`;let s=n.form(t);return s?`        request.Content = new FormUrlEncodedContent(new[]
        {
`+s.map(([i,r])=>"            new KeyValuePair<string, string>("+o(i,n)+", "+o(r,n)+`),
`).join("")+`        });
`:"        request.Content = "+m(t.body.text,t.body.file,n)+`;
`+g("request.Content",e,n)}var m=(t,e,n)=>"new ByteArrayContent("+(e?"File.ReadAllBytes("+o(e,n)+")":"Encoding.UTF8.GetBytes("+o(t,n)+")")+")",g=(t,e,n)=>e&&"        "+t+".Headers.ContentType = MediaTypeHeaderValue.Parse("+o(e,n)+`);
`;function M(t,e,n){return"        var "+e+" = "+m(t.text,t.file,n)+`;
`+g(e,t.type,n)+"        form.Add("+e+", "+o(t.name,n)+(t.file&&", "+o(t.file,n))+`);
`}var F=/^(POST|PUT|PATCH)$/,K=(t,e)=>{let n=e.type(t.headers),s=F.test(t.method)?e.form(t):null,a=e.basic(t),i=e.rest(e.headers(t),a,t.body),r=e.known(t.method)?"Method."+t.method.charAt(0)+t.method.slice(1).toLowerCase():"(Method)Enum.Parse(typeof(Method), "+o(t.method,e)+", true)",c=t.body?.parts?t.body.parts.map(d=>j(d,e)).join(""):s?s.map(([d,y])=>"request.AddParameter("+o(d,e)+", "+o(y,e)+`);
`).join(""):t.body?v(t,n?.[1]??"",e):"";return`using System;
using System.IO;
using System.Text;
using RestSharp;
`+(a?`using RestSharp.Authenticators;
`:"")+`
var client = new RestClient(`+(a?"new RestClientOptions("+o(t.url,e)+`)
{
    Authenticator = new HttpBasicAuthenticator(`+o(a[0],e)+", "+o(a[1],e)+`),
}`:o(t.url,e))+`);
var request = new RestRequest("", `+r+`);
`+i.map(([d,y])=>"request.AddHeader("+o(d,e)+", "+o(y,e)+`);
`).join("")+c+`
var response = await client.ExecuteAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(response.Content);
`};function v(t,e,n){let s=t.body?.file??"";return'request.AddParameter(new BodyParameter("", '+(s?"File.ReadAllBytes("+o(s,n)+")":"Encoding.UTF8.GetBytes("+o(t.body?.text??"",n)+")")+", "+o(e||"application/octet-stream",n)+`, DataFormat.Binary));
`}function j(t,e){let n=t.type&&", "+o(t.type,e);if(t.file)return"request.AddFile("+o(t.name,e)+", "+o(t.file,e)+n+`);
`;let s=o(t.name,e)+", "+o(t.text,e);return`request.AlwaysMultipartFormData = true;
`+(n?"request.AddParameter(new BodyParameter("+s+n+`));
`:"request.AddParameter(new GetOrPostParameter("+s+`));
`)}var h={httpclient:P,restsharp:K};function l(t,e){if(t.includes(`
`)&&!/"""|"$|\r/.test(t))return'"""'+t+'"""';let n=s=>"\\u"+s.toString(16).padStart(4,"0");return'"'+e.escape(t,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},n)+'"'}var f=(t,e,n)=>e?"File.ReadAllBytes("+l(e,n)+")":"Encoding.UTF8.GetBytes("+l(t,n)+")",x=(t,e)=>{let n=e.flat(t),s=e.type(n.headers),a=n.body.map(r=>f(r.text??"",r.file??"",e)).map(r=>"let body = "+r),i=n.body.length>1?[`let body = Array.concat [
`+n.body.map(r=>"    "+f(r.text??"",r.file??"",e)+`
`).join("")+"]"]:a;return`open System
open System.IO
open System.Net.Http
open System.Net.Http.Headers
open System.Text

let client = new HttpClient(new HttpClientHandler(UseCookies = false))
let request = new HttpRequestMessage(HttpMethod(`+l(t.method,e)+"), "+l(t.url,e)+`)
`+n.headers.filter(r=>r!==s).map(([r,c])=>"request.Headers.TryAddWithoutValidation("+l(r,e)+", "+l(c,e)+`) |> ignore
`).join("")+i.map(r=>r+`
request.Content <- new ByteArrayContent(body)
`).join("")+(s&&n.body.length>0?"request.Content.Headers.ContentType <- MediaTypeHeaderValue.Parse("+l(s[1],e)+`)
`:"")+`
let response = client.SendAsync(request).Result
printfn "%d %s" (int response.StatusCode) (response.Content.ReadAsStringAsync().Result)
`},C={httpclient:x};var u=t=>"'"+t.replace(/['\u2018-\u201b]/g,"$&$&")+"'",U=(t,e)=>e?"[IO.File]::ReadAllBytes((Resolve-Path -LiteralPath "+u(e)+"))":"[Text.Encoding]::UTF8.GetBytes("+u(t)+")";function q(t,e,n){let s=n.flat(e),a=n.type(s.headers),i=s.headers.filter(d=>d!==a||s.body.length===0),r=s.body.map(d=>U(d.text??"",d.file??"")).join(` +
  `),c=n.known(e.method)||e.method==="TRACE"?"    Method = ":"    CustomMethod = ";return(r&&"[byte[]] $body = "+r+`
`)+`$arguments = @{
    Uri = `+u(e.url)+`
`+c+u(e.method)+`
`+(i.length>0?`    Headers = @{
`+i.map(([d,y])=>"        "+u(d)+" = "+u(y)+`
`).join("")+`    }
`:"")+(r&&a?"    ContentType = "+u(a[1])+`
`:"")+(r&&`    Body = $body
`)+`}
`+t+`
`}var b={restmethod:(t,e)=>q("Invoke-RestMethod @arguments",t,e),webrequest:(t,e)=>q(`$response = Invoke-WebRequest @arguments
$response.StatusCode
$response.Content`,t,e)};var $={csharp:h,fsharp:C,powershell:b};return T(E);})();
(globalThis.trefoilFiles??={})["assets/client-dotnet"]=exported})();
