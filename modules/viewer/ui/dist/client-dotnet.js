function o(e,t){if(e.includes(`
`)&&!e.includes("\r"))return'@"'+e.replaceAll('"','""')+'"';let n=r=>"\\u"+r.toString(16).padStart(4,"0");return'"'+t.escape(e,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},n)+'"'}var b=(e,t)=>{let n=e.headers.find(([i])=>i==="Content-Type"),r=t.headers(e).filter(i=>i!==n);return`using System;
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
`+r.map(([i,a])=>"        request.Headers.TryAddWithoutValidation("+o(i,t)+", "+o(a,t)+`);
`).join("")+S(e,n?.[1]??"",t)+`
        using var response = await client.SendAsync(request);
        Console.WriteLine((int)response.StatusCode);
        Console.WriteLine(await response.Content.ReadAsStringAsync());
    }
}
`};function S(e,t,n){return e.body?e.body.parts?`
        var form = new MultipartFormDataContent();
`+e.body.parts.map((r,i)=>A(r,"part"+(i+1),n)).join("")+`        request.Content = form;
`:"        request.Content = "+p(e.body.text,e.body.file,n)+`;
`+c("request.Content",t,n):""}var p=(e,t,n)=>"new ByteArrayContent("+(t?"File.ReadAllBytes("+o(t,n)+")":"Encoding.UTF8.GetBytes("+o(e,n)+")")+")",c=(e,t,n)=>t&&"        "+e+".Headers.ContentType = MediaTypeHeaderValue.Parse("+o(t,n)+`);
`;function A(e,t,n){return"        var "+t+" = "+p(e.text,e.file,n)+`;
`+c(t,e.type,n)+"        form.Add("+t+", "+o(e.name,n)+(e.file&&", "+o(e.file,n))+`);
`}var w=(e,t)=>{let n=e.headers.find(([s])=>s==="Content-Type"),r=t.headers(e).filter(s=>s!==n||!e.body),i=t.known(e.method)?"Method."+e.method.charAt(0)+e.method.slice(1).toLowerCase():"(Method)Enum.Parse(typeof(Method), "+o(e.method,t)+", true)",a=e.body?.parts?e.body.parts.map(s=>R(s,t)).join(""):e.body?H(e,n?.[1]??"",t):"";return`using System;
using System.IO;
using System.Text;
using RestSharp;

var client = new RestClient(`+o(e.url,t)+`);
var request = new RestRequest("", `+i+`);
`+r.map(([s,y])=>"request.AddHeader("+o(s,t)+", "+o(y,t)+`);
`).join("")+a+`
var response = await client.ExecuteAsync(request);
Console.WriteLine((int)response.StatusCode);
Console.WriteLine(response.Content);
`};function H(e,t,n){let r=e.body?.file??"";return'request.AddParameter(new BodyParameter("", '+(r?"File.ReadAllBytes("+o(r,n)+")":"Encoding.UTF8.GetBytes("+o(e.body?.text??"",n)+")")+", "+o(t||"application/octet-stream",n)+`, DataFormat.Binary));
`}function R(e,t){let n=e.type&&", "+o(e.type,t);if(e.file)return"request.AddFile("+o(e.name,t)+", "+o(e.file,t)+n+`);
`;let r=o(e.name,t)+", "+o(e.text,t);return`request.AlwaysMultipartFormData = true;
`+(n?"request.AddParameter(new BodyParameter("+r+n+`));
`:"request.AddParameter(new GetOrPostParameter("+r+`));
`)}var m={httpclient:b,restsharp:w};function l(e,t){if(e.includes(`
`)&&!/"""|"$|\r/.test(e))return'"""'+e+'"""';let n=r=>"\\u"+r.toString(16).padStart(4,"0");return'"'+t.escape(e,{"\\":"\\\\",'"':'\\"',"\n":"\\n","	":"\\t","\r":"\\r"},n)+'"'}var g=(e,t,n)=>t?"File.ReadAllBytes("+l(t,n)+")":"Encoding.UTF8.GetBytes("+l(e,n)+")",T=(e,t)=>{let n=t.flat(e),r=n.headers.find(([s])=>s==="Content-Type"),i=n.body.map(s=>g(s.text??"",s.file??"",t)).map(s=>"let body = "+s),a=n.body.length>1?[`let body = Array.concat [
`+n.body.map(s=>"    "+g(s.text??"",s.file??"",t)+`
`).join("")+"]"]:i;return`open System
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
`},f={httpclient:T};var u=e=>"'"+e.replace(/['\u2018-\u201b]/g,"$&$&")+"'",P=(e,t)=>t?"[IO.File]::ReadAllBytes((Resolve-Path -LiteralPath "+u(t)+"))":"[Text.Encoding]::UTF8.GetBytes("+u(e)+")";function h(e,t,n){let r=n.flat(t),i=r.headers.find(([d])=>d==="Content-Type"),a=r.headers.filter(d=>d!==i||r.body.length===0),s=r.body.map(d=>P(d.text??"",d.file??"")).join(` +
  `),y=n.known(t.method)||t.method==="TRACE"?"    Method = ":"    CustomMethod = ";return(s&&"[byte[]] $body = "+s+`
`)+`$arguments = @{
    Uri = `+u(t.url)+`
`+y+u(t.method)+`
`+(a.length>0?`    Headers = @{
`+a.map(([d,q])=>"        "+u(d)+" = "+u(q)+`
`).join("")+`    }
`:"")+(s&&i?"    ContentType = "+u(i[1])+`
`:"")+(s&&`    Body = $body
`)+`}
`+e+`
`}var C={restmethod:(e,t)=>h("Invoke-RestMethod @arguments",e,t),webrequest:(e,t)=>h(`$response = Invoke-WebRequest @arguments
$response.StatusCode
$response.Content`,e,t)};var j={csharp:m,fsharp:f,powershell:C};export{j as languages};
