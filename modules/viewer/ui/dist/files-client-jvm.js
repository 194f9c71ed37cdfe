(()=>{
"use strict";var exported=(()=>{var f=Object.defineProperty;var q=Object.getOwnPropertyDescriptor;var R=Object.getOwnPropertyNames;var v=Object.prototype.hasOwnProperty;var P=(t,e)=>{for(var s in e)f(t,s,{get:e[s],enumerable:!0})},F=(t,e,s,o)=>{if(e&&typeof e=="object"||typeof e=="function")for(let r of R(e))!v.call(t,r)&&r!==s&&f(t,r,{get:()=>e[r],enumerable:!(o=q(e,r))||o.enumerable});return t};var S=t=>F(f({},"__esModule",{value:!0}),t);var G={};P(G,{languages:()=>z});function u(t,e){return e.quote(t,{"\n":`
`})}var g=(t,e)=>"(io/file "+u(t,e)+")";function T(t,e){let s=t.file?t.type&&" :mime-type "+u(t.type,e):" :mime-type "+u(t.type||"text/plain",e)+' :encoding "UTF-8"',o=t.file?" :part-name "+u(t.name,e):"";return"{:name "+u(t.file||t.name,e)+o+" :content "+(t.file?g(t.file,e):u(t.text,e))+s+"}"}function H(t,e){return t.body?t.body.parts?`
   :multipart [`+t.body.parts.map(s=>T(s,e)).join(`
               `)+"]":`
   :body `+(t.body.file?g(t.body.file,e):u(t.body.text,e)):""}var x=(t,e)=>{let s=e.headers(t).map(([r,d])=>u(r,e)+" "+u(d,e));return"(require '[clj-http.client :as client]"+(t.body?.file||t.body?.parts?.some(r=>r.file)?`
         '[clojure.java.io :as io]`:"")+`)

(def response
 (client/request
  {:method :`+t.method.toLowerCase()+`
   :url `+u(t.url,e)+(s.length>0?`
   :headers {`+s.join(`
             `)+"}":"")+H(t,e)+`}))

(println (:status response) (:body response))
`},j={clj_http:x};function n(t,e){return t.includes(`
`)&&/^[^\s]/m.test(t)?`"""
`+e.escape(t,{"\\":"\\\\","	":"\\t","\r":"\\r","\n":`
`},"\\u").replaceAll('"""','\\"\\"\\"').replace(/ +$/gm,o=>"\\s".repeat(o.length)).replace(/"$/,'\\"')+'"""':e.quote(t)}var U=/^(POST|PUT|PATCH)$/;function m(t,e){return t.map(s=>"import "+s+`;
`).join("")+`
public class Main {
    public static void main(String[] arguments) throws Exception {
`+e+`    }
}
`}var w=t=>!!t.body?.file||!!t.body?.parts?.some(e=>e.file),A=(t,e)=>{let s=e.flat(t),o=e.form(t),r=e.basic(t),d=r&&'"Basic " + Base64.getEncoder().encodeToString('+n(r.join(":"),e)+".getBytes(StandardCharsets.UTF_8))",l=s.body.map(a=>a.file?"HttpRequest.BodyPublishers.ofFile(Path.of("+n(a.file,e)+"))":"HttpRequest.BodyPublishers.ofString("+n(a.text??"",e)+")"),p=o?`HttpRequest.BodyPublishers.ofString(Arrays.stream(fields)
            .map(field -> URLEncoder.encode(field[0], StandardCharsets.UTF_8) + "=" + URLEncoder.encode(field[1], StandardCharsets.UTF_8))
            .collect(Collectors.joining("&")))`:l.length>1?`HttpRequest.BodyPublishers.concat(
`+l.map(a=>"            "+a).join(`,
`)+")":l.join(""),c=!p&&t.method==="GET"?".GET()":".method("+n(t.method,e)+", "+(p?"body":"HttpRequest.BodyPublishers.noBody()")+")";return m(["java.net.URI",...o?["java.net.URLEncoder"]:[],"java.net.http.HttpClient","java.net.http.HttpRequest","java.net.http.HttpResponse",...o||r?["java.nio.charset.StandardCharsets"]:[],...w(t)?["java.nio.file.Path"]:[],...o?["java.util.Arrays"]:[],...r?["java.util.Base64"]:[],...o?["java.util.stream.Collectors"]:[]],(o?`        var fields = new String[][] {
`+o.map(([a,y])=>"            {"+n(a,e)+", "+n(y,e)+`},
`).join("")+`        };
`:"")+(p&&"        var body = "+p+`;
`)+"        var request = HttpRequest.newBuilder(URI.create("+n(t.url,e)+`))
            `+c+`
`+e.rest(s.headers,r,null).map(([a,y])=>"            .header("+n(a,e)+", "+n(y,e)+`)
`).join("")+(d?'            .header("Authorization", '+d+`)
`:"")+`            .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
`)},K=(t,e)=>t?"MediaType.get("+n(t,e)+")":"null",h=(t,e,s,o)=>"RequestBody.create("+(e?"new File("+n(e,o)+")":n(t,o)+".getBytes(StandardCharsets.UTF_8)")+", "+K(s,o)+")",$=(t,e)=>{let s=e.form(t),o=e.basic(t),r=e.type(t.headers),d=t.body?.parts?.map(a=>"            "+(a.headers?".addPart(Headers.of("+["Content-Disposition",e.disposition(a),...a.headers.flat()].map(y=>n(y,e)).join(", ")+"), "+h(a.text,a.file,a.type,e):".addFormDataPart("+n(a.name,e)+", "+(a.file||a.type?(a.file?n(a.file,e):"null")+", "+h(a.text,a.file,a.type,e):n(a.text,e)))+`)
`),l=U.test(t.method)?"RequestBody.create(new byte[0], null)":"null",p=d?`new MultipartBody.Builder()
            .setType(MultipartBody.FORM)
`+d.join("")+"            .build()":s?`new FormBody.Builder()
`+s.map(([a,y])=>"            .add("+n(a,e)+", "+n(y,e)+`)
`).join("")+"            .build()":t.body?h(t.body.text,t.body.file,r?.[1]??"",e):l,c=e.rest(e.headers(t),o,t.body);return m(["java.io.File","java.nio.charset.StandardCharsets","okhttp3.*"],"        RequestBody body = "+p+`;
        Request request = new Request.Builder()
            .url(`+n(t.url,e)+`)
            .method(`+n(t.method,e)+`, body)
`+c.map(([a,y])=>"            .header("+n(a,e)+", "+n(y,e)+`)
`).join("")+(o?'            .header("Authorization", Credentials.basic('+n(o[0],e)+", "+n(o[1],e)+`))
`:"")+`            .build();
        try (Response response = new OkHttpClient().newCall(request).execute()) {
            System.out.println(response.code() + " " + response.body().string());
        }
`)};function M(t,e){let s=", "+(t.type?n(t.type,e):"null"),o=t.headers?" {{ "+t.headers.map(([d,l])=>"addCustomHeader("+n(d,e)+", "+n(l,e)+"); ").join("")+"}}":"";return"                .addBodyPart(new "+(t.file?"FilePart("+n(t.name,e)+", new File("+n(t.file,e)+")"+s:"StringPart("+n(t.name,e)+", "+n(t.text,e)+s+", StandardCharsets.UTF_8")+")"+o+`)
`}var _=(t,e)=>{let s=e.form(t),o=e.basic(t),r=t.body?.parts?t.body.parts.map(d=>M(d,e)).join(""):s?s.map(([d,l])=>"                .addFormParam("+n(d,e)+", "+n(l,e)+`)
`).join(""):t.body?"                .setBody("+(t.body.file?"new File("+n(t.body.file,e)+")":n(t.body.text,e)+".getBytes(StandardCharsets.UTF_8)")+`)
`:"";return m(["java.io.File","java.nio.charset.StandardCharsets","org.asynchttpclient.*","org.asynchttpclient.request.body.multipart.*"],`        try (var client = Dsl.asyncHttpClient()) {
            var response = client.prepare(`+n(t.method,e)+", "+n(t.url,e)+`)
`+e.rest(e.headers(t),o,s).map(([d,l])=>"                .setHeader("+n(d,e)+", "+n(l,e)+`)
`).join("")+(o?"                .setRealm(Dsl.basicAuthRealm("+n(o[0],e)+", "+n(o[1],e)+`).setUsePreemptiveAuth(true))
`:"")+r+`                .execute().get();
            System.out.println(response.getStatusCode() + " " + response.getResponseBody());
        }
`)};function E(t,e){let s=t.file?"new File("+n(t.file,e)+")":n(t.text,e);return"            .field("+n(t.name,e)+", "+s+(t.type&&", "+n(t.type,e))+`)
`}var O=(t,e)=>{let s=e.form(t),o=e.basic(t),r=t.body?.parts?`            .multiPartContent()
`+t.body.parts.map(d=>E(d,e)).join(""):s?s.map(([d,l])=>"            .field("+n(d,e)+", "+n(l,e)+`)
`).join(""):t.body?"            .body("+(t.body.file?"Files.readAllBytes(Path.of("+n(t.body.file,e)+"))":n(t.body.text,e)+".getBytes(StandardCharsets.UTF_8)")+`)
`:"";return m(["java.io.File","java.nio.charset.StandardCharsets","java.nio.file.Files","java.nio.file.Path","kong.unirest.core.Unirest"],"        var response = Unirest.request("+n(t.method,e)+", "+n(t.url,e)+`)
`+e.rest(e.headers(t),o,s).map(([d,l])=>"            .header("+n(d,e)+", "+n(l,e)+`)
`).join("")+(o?"            .basicAuth("+n(o[0],e)+", "+n(o[1],e)+`)
`:"")+r+`            .asString();
        System.out.println(response.getStatus() + " " + response.getBody());
`)},C={nethttp:A,okhttp:$,asynchttp:_,unirest:O};function i(t,e){return t.includes(`
`)&&!/"""|"$|\r/.test(t)?'"""'+t.replaceAll("$",()=>"${'$'}")+'"""':e.quote(t,{$:"\\$"})}var b=(t,e,s,o)=>(e?"File("+i(e,o)+").asRequestBody(":i(t,o)+".toByteArray().toRequestBody(")+(s&&i(s,o)+".toMediaType()")+")",D=(t,e)=>"        "+(t.headers?".addPart(Headers.headersOf("+["Content-Disposition",e.disposition(t),...t.headers.flat()].map(s=>i(s,e)).join(", ")+"), "+b(t.text,t.file,t.type,e):".addFormDataPart("+i(t.name,e)+", "+(t.file||t.type?(t.file?i(t.file,e):"null")+", "+b(t.text,t.file,t.type,e):i(t.text,e)))+`)
`,L=(t,e)=>{let s=e.type(t.headers),o=e.form(t),r=e.basic(t),d=e.rest(e.headers(t),r,t.body),l=/^(POST|PUT|PATCH)$/.test(t.method)?"ByteArray(0).toRequestBody()":"null";return`import java.io.File
import okhttp3.*
import okhttp3.MediaType.Companion.toMediaType
import okhttp3.RequestBody.Companion.asRequestBody
import okhttp3.RequestBody.Companion.toRequestBody

fun main() {
    val body = `+(t.body?.parts?`MultipartBody.Builder()
        .setType(MultipartBody.FORM)
`+t.body.parts.map(c=>D(c,e)).join("")+"        .build()":o?`FormBody.Builder()
`+o.map(([c,a])=>"        .add("+i(c,e)+", "+i(a,e)+`)
`).join("")+"        .build()":t.body?b(t.body.text,t.body.file,s?.[1]??"",e):l)+`
    val request = Request.Builder()
        .url(`+i(t.url,e)+`)
        .method(`+i(t.method,e)+`, body)
`+d.map(([c,a])=>"        .header("+i(c,e)+", "+i(a,e)+`)
`).join("")+(r?'        .header("Authorization", Credentials.basic('+i(r[0],e)+", "+i(r[1],e)+`))
`:"")+`        .build()
    OkHttpClient().newCall(request).execute().use { response ->
        println("\${response.code} \${response.body?.string()}")
    }
}
`},B={okhttp:L};var z={clojure:j,java:C,kotlin:B};return S(G);})();
(globalThis.trefoilFiles??={})["assets/client-jvm"]=exported})();
