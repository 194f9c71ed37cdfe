(()=>{
"use strict";var exported=(()=>{var p=Object.defineProperty;var b=Object.getOwnPropertyDescriptor;var w=Object.getOwnPropertyNames;var H=Object.prototype.hasOwnProperty;var S=(t,e)=>{for(var n in e)p(t,n,{get:e[n],enumerable:!0})},R=(t,e,n,o)=>{if(e&&typeof e=="object"||typeof e=="function")for(let r of w(e))!H.call(t,r)&&r!==n&&p(t,r,{get:()=>e[r],enumerable:!(o=b(e,r))||o.enumerable});return t};var T=t=>R(p({},"__esModule",{value:!0}),t);var E={};S(E,{languages:()=>$});function s(t,e){return t.includes(`
`)&&!t.includes("\r")?'@"'+t.replaceAll('"','""')+'"':e.quote(t)}var P=(t,e)=>{let n=e.type(t.headers),o=e.basic(t),r=e.rest(e.headers(t),o,!0);return`using System;
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
        using var request = new HttpRequestMessage(new HttpMethod(`+s(t.method,e)+"), "+s(t.url,e)+`);
`+r.map(([i,a])=>"        request.Headers.TryAddWithoutValidation("+s(i,e)+", "+s(a,e)+`);
`).join("")+(o?'        request.Headers.Authorization = new AuthenticationHeaderValue("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes('+s(o.join(":"),e)+`)));
`:"")+B(t,n?.[1]??"",e)+`
        using var response = await client.SendAsync(request);
        Console.WriteLine((int)response.StatusCode);
        Console.WriteLine(await response.Content.ReadAsStringAsync());
    }
}
`};function B(t,e,n){if(!t.body)return"";if(t.body.parts)return`
        var form = new MultipartFormDataContent();
`+t.body.parts.map((r,i)=>M(r,"part"+(i+1),n)).join("")+`        request.Content = form;
`;let o=n.form(t);return o?`        request.Content = new FormUrlEncodedContent(new[]
        {
`+o.map(([i,a])=>"            new KeyValuePair<string, string>("+s(i,n)+", "+s(a,n)+`),
`).join("")+`        });
`:"        request.Content = "+m(t.body.text,t.body.file,n)+`;
`+g("request.Content",e,n)}var m=(t,e,n)=>"new ByteArrayContent("+(e?"File.ReadAllBytes("+s(e,n)+")":"Encoding.UTF8.GetBytes("+s(t,n)+")")+")",g=(t,e,n)=>e&&"        "+t+".Headers.ContentType = MediaTypeHeaderValue.Parse("+s(e,n)+`);
`;function M(t,e,n){return"        var "+e+" = "+m(t.text,t.file,n)+`;
`+g(e,t.type,n)+(t.headers??[]).map(([o,r])=>"        "+e+".Headers.TryAddWithoutValidation("+s(o,n)+", "+s(r,n)+`);
`).join("")+"        form.Add("+e+", "+s(t.name,n)+(t.file&&", "+s(t.file,n))+`);
`}var F=/^(POST|PUT|PATCH)$/,K=(t,e)=>{let n=e.type(t.headers),o=F.test(t.method)?e.form(t):null,r=e.basic(t),i=e.rest(e.headers(t),r,t.body),a=e.known(t.method)?"Method."+t.method.charAt(0)+t.method.slice(1).toLowerCase():"(Method)Enum.Parse(typeof(Method), "+s(t.method,e)+", true)",c=t.body?.parts?t.body.parts.map(d=>v(d,e)).join(""):o?o.map(([d,y])=>"request.AddParameter("+s(d,e)+", "+s(y,e)+`);
`).join(""):t.body?j(t,n?.[1]??"",e):"";return`using System;
using System.IO;
using System.Text;
using RestSharp;
`+(r?`using RestSharp.Authenticators;
`:"")+`
var client = new RestClient(`+(r?"new RestClientOptions("+s(t.url,e)+`)
{
    Authenticator = new HttpBasicAuthenticator(`+s(r[0],e)+", "+s(r[1],e)+`),
}`:s(t.url,e))+`);
var request = new RestRequest("", `+a+`);
`+i.map(([d,y])=>"request.AddHeader("+s(d,e)+", "+s(y,e)+`);
`).join("")+c+`
var response = await client.ExecuteAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(response.Content);
`};function j(t,e,n){let o=t.body?.file??"";return'request.AddParameter(new BodyParameter("", '+(o?"File.ReadAllBytes("+s(o,n)+")":"Encoding.UTF8.GetBytes("+s(t.body?.text??"",n)+")")+", "+s(e||"application/octet-stream",n)+`, DataFormat.Binary));
`}function v(t,e){let n=t.type&&", "+s(t.type,e);if(t.file)return"request.AddFile("+s(t.name,e)+", "+s(t.file,e)+n+`);
`;let o=s(t.name,e)+", "+s(t.text,e);return`request.AlwaysMultipartFormData = true;
`+(n?"request.AddParameter(new BodyParameter("+o+n+`));
`:"request.AddParameter(new GetOrPostParameter("+o+`));
`)}var h={httpclient:P,restsharp:K};function l(t,e){return t.includes(`
`)&&!/"""|"$|\r/.test(t)?'"""'+t+'"""':e.quote(t)}var f=(t,e,n)=>e?"File.ReadAllBytes("+l(e,n)+")":"Encoding.UTF8.GetBytes("+l(t,n)+")",x=(t,e)=>{let n=e.flat(t),o=e.type(n.headers),r=n.body.map(a=>f(a.text??"",a.file??"",e)).map(a=>"let body = "+a),i=n.body.length>1?[`let body = Array.concat [
`+n.body.map(a=>"    "+f(a.text??"",a.file??"",e)+`
`).join("")+"]"]:r;return`open System
open System.IO
open System.Net.Http
open System.Net.Http.Headers
open System.Text

let client = new HttpClient(new HttpClientHandler(UseCookies = false))
let request = new HttpRequestMessage(HttpMethod(`+l(t.method,e)+"), "+l(t.url,e)+`)
`+n.headers.filter(a=>a!==o).map(([a,c])=>"request.Headers.TryAddWithoutValidation("+l(a,e)+", "+l(c,e)+`) |> ignore
`).join("")+i.map(a=>a+`
request.Content <- new ByteArrayContent(body)
`).join("")+(o&&n.body.length>0?"request.Content.Headers.ContentType <- MediaTypeHeaderValue.Parse("+l(o[1],e)+`)
`:"")+`
let response = client.SendAsync(request).Result
printfn "%d %s" (int response.StatusCode) (response.Content.ReadAsStringAsync().Result)
`},C={httpclient:x};var u=t=>"'"+t.replace(/['\u2018-\u201b]/g,"$&$&")+"'",U=(t,e)=>e?"[IO.File]::ReadAllBytes((Resolve-Path -LiteralPath "+u(e)+"))":"[Text.Encoding]::UTF8.GetBytes("+u(t)+")";function q(t,e,n){let o=n.flat(e),r=n.type(o.headers),i=o.headers.filter(d=>d!==r||o.body.length===0),a=o.body.map(d=>U(d.text??"",d.file??"")).join(` +
  `),c=n.known(e.method)||e.method==="TRACE"?"    Method = ":"    CustomMethod = ";return(a&&"[byte[]] $body = "+a+`
`)+`$arguments = @{
    Uri = `+u(e.url)+`
`+c+u(e.method)+`
`+(i.length>0?`    Headers = @{
`+i.map(([d,y])=>"        "+u(d)+" = "+u(y)+`
`).join("")+`    }
`:"")+(a&&r?"    ContentType = "+u(r[1])+`
`:"")+(a&&`    Body = $body
`)+`}
`+t+`
`}var A={restmethod:(t,e)=>q("Invoke-RestMethod @arguments",t,e),webrequest:(t,e)=>q(`$response = Invoke-WebRequest @arguments
$response.StatusCode
$response.Content`,t,e)};var $={csharp:h,fsharp:C,powershell:A};return T(E);})();
(globalThis.trefoilFiles??={})["assets/client-dotnet"]=exported})();
