function s(e,t){return e.includes(`
`)&&!e.includes("\r")?'@"'+e.replaceAll('"','""')+'"':t.quote(e)}var A=(e,t)=>{let n=t.type(e.headers),o=t.basic(e),a=t.rest(t.headers(e),o,!0);return`using System;
`+(t.form(e)?`using System.Collections.Generic;
`:"")+`using System.IO;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Threading.Tasks;

class Program
{
    static async Task Main()
    {
        using var client = new HttpClient(`+(e.cookies.length>0?"new HttpClientHandler { UseCookies = false }":"")+`);
        using var request = new HttpRequestMessage(new HttpMethod(`+s(e.method,t)+"), "+s(e.url,t)+`);
`+a.map(([i,r])=>"        request.Headers.TryAddWithoutValidation("+s(i,t)+", "+s(r,t)+`);
`).join("")+(o?'        request.Headers.Authorization = new AuthenticationHeaderValue("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes('+s(o.join(":"),t)+`)));
`:"")+b(e,n?.[1]??"",t)+`
        using var response = await client.SendAsync(request);
        Console.WriteLine((int)response.StatusCode);
        Console.WriteLine(await response.Content.ReadAsStringAsync());
    }
}
`};function b(e,t,n){if(!e.body)return"";if(e.body.parts)return`
        var form = new MultipartFormDataContent();
`+e.body.parts.map((a,i)=>w(a,"part"+(i+1),n)).join("")+`        request.Content = form;
`;let o=n.form(e);return o?`        request.Content = new FormUrlEncodedContent(new[]
        {
`+o.map(([i,r])=>"            new KeyValuePair<string, string>("+s(i,n)+", "+s(r,n)+`),
`).join("")+`        });
`:"        request.Content = "+p(e.body.text,e.body.file,n)+`;
`+m("request.Content",t,n)}var p=(e,t,n)=>"new ByteArrayContent("+(t?"File.ReadAllBytes("+s(t,n)+")":"Encoding.UTF8.GetBytes("+s(e,n)+")")+")",m=(e,t,n)=>t&&"        "+e+".Headers.ContentType = MediaTypeHeaderValue.Parse("+s(t,n)+`);
`;function w(e,t,n){return"        var "+t+" = "+p(e.text,e.file,n)+`;
`+m(t,e.type,n)+(e.headers??[]).map(([o,a])=>"        "+t+".Headers.TryAddWithoutValidation("+s(o,n)+", "+s(a,n)+`);
`).join("")+"        form.Add("+t+", "+s(e.name,n)+(e.file&&", "+s(e.file,n))+`);
`}var H=/^(POST|PUT|PATCH)$/,S=(e,t)=>{let n=t.type(e.headers),o=H.test(e.method)?t.form(e):null,a=t.basic(e),i=t.rest(t.headers(e),a,e.body),r=t.known(e.method)?"Method."+e.method.charAt(0)+e.method.slice(1).toLowerCase():"(Method)Enum.Parse(typeof(Method), "+s(e.method,t)+", true)",c=e.body?.parts?e.body.parts.map(d=>T(d,t)).join(""):o?o.map(([d,y])=>"request.AddParameter("+s(d,t)+", "+s(y,t)+`);
`).join(""):e.body?R(e,n?.[1]??"",t):"";return`using System;
using System.IO;
using System.Text;
using RestSharp;
`+(a?`using RestSharp.Authenticators;
`:"")+`
var client = new RestClient(`+(a?"new RestClientOptions("+s(e.url,t)+`)
{
    Authenticator = new HttpBasicAuthenticator(`+s(a[0],t)+", "+s(a[1],t)+`),
}`:s(e.url,t))+`);
var request = new RestRequest("", `+r+`);
`+i.map(([d,y])=>"request.AddHeader("+s(d,t)+", "+s(y,t)+`);
`).join("")+c+`
var response = await client.ExecuteAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(response.Content);
`};function R(e,t,n){let o=e.body?.file??"";return'request.AddParameter(new BodyParameter("", '+(o?"File.ReadAllBytes("+s(o,n)+")":"Encoding.UTF8.GetBytes("+s(e.body?.text??"",n)+")")+", "+s(t||"application/octet-stream",n)+`, DataFormat.Binary));
`}function T(e,t){let n=e.type&&", "+s(e.type,t);if(e.file)return"request.AddFile("+s(e.name,t)+", "+s(e.file,t)+n+`);
`;let o=s(e.name,t)+", "+s(e.text,t);return`request.AlwaysMultipartFormData = true;
`+(n?"request.AddParameter(new BodyParameter("+o+n+`));
`:"request.AddParameter(new GetOrPostParameter("+o+`));
`)}var g={httpclient:A,restsharp:S};function l(e,t){return e.includes(`
`)&&!/"""|"$|\r/.test(e)?'"""'+e+'"""':t.quote(e)}var h=(e,t,n)=>t?"File.ReadAllBytes("+l(t,n)+")":"Encoding.UTF8.GetBytes("+l(e,n)+")",P=(e,t)=>{let n=t.flat(e),o=t.type(n.headers),a=n.body.map(r=>h(r.text??"",r.file??"",t)).map(r=>"let body = "+r),i=n.body.length>1?[`let body = Array.concat [
`+n.body.map(r=>"    "+h(r.text??"",r.file??"",t)+`
`).join("")+"]"]:a;return`open System
open System.IO
open System.Net.Http
open System.Net.Http.Headers
open System.Text

let client = new HttpClient(new HttpClientHandler(UseCookies = false))
let request = new HttpRequestMessage(HttpMethod(`+l(e.method,t)+"), "+l(e.url,t)+`)
`+n.headers.filter(r=>r!==o).map(([r,c])=>"request.Headers.TryAddWithoutValidation("+l(r,t)+", "+l(c,t)+`) |> ignore
`).join("")+i.map(r=>r+`
request.Content <- new ByteArrayContent(body)
`).join("")+(o&&n.body.length>0?"request.Content.Headers.ContentType <- MediaTypeHeaderValue.Parse("+l(o[1],t)+`)
`:"")+`
let response = client.SendAsync(request).Result
printfn "%d %s" (int response.StatusCode) (response.Content.ReadAsStringAsync().Result)
`},f={httpclient:P};var u=e=>"'"+e.replace(/['\u2018-\u201b]/g,"$&$&")+"'",B=(e,t)=>t?"[IO.File]::ReadAllBytes((Resolve-Path -LiteralPath "+u(t)+"))":"[Text.Encoding]::UTF8.GetBytes("+u(e)+")";function C(e,t,n){let o=n.flat(t),a=n.type(o.headers),i=o.headers.filter(d=>d!==a||o.body.length===0),r=o.body.map(d=>B(d.text??"",d.file??"")).join(` +
  `),c=n.known(t.method)||t.method==="TRACE"?"    Method = ":"    CustomMethod = ";return(r&&"[byte[]] $body = "+r+`
`)+`$arguments = @{
    Uri = `+u(t.url)+`
`+c+u(t.method)+`
`+(i.length>0?`    Headers = @{
`+i.map(([d,y])=>"        "+u(d)+" = "+u(y)+`
`).join("")+`    }
`:"")+(r&&a?"    ContentType = "+u(a[1])+`
`:"")+(r&&`    Body = $body
`)+`}
`+e+`
`}var q={restmethod:(e,t)=>C("Invoke-RestMethod @arguments",e,t),webrequest:(e,t)=>C(`$response = Invoke-WebRequest @arguments
$response.StatusCode
$response.Content`,e,t)};var U={csharp:g,fsharp:f,powershell:q};export{U as languages};
