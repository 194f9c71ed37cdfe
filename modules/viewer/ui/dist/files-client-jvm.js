(()=>{
"use strict";var exported=(()=>{var u=Object.defineProperty;var C=Object.getOwnPropertyDescriptor;var B=Object.getOwnPropertyNames;var j=Object.prototype.hasOwnProperty;var R=(e,t)=>{for(var n in t)u(e,n,{get:t[n],enumerable:!0})},P=(e,t,n,s)=>{if(t&&typeof t=="object"||typeof t=="function")for(let r of B(t))!j.call(e,r)&&r!==n&&u(e,r,{get:()=>t[r],enumerable:!(s=C(t,r))||s.enumerable});return e};var v=e=>P(u({},"__esModule",{value:!0}),e);var G={};R(G,{languages:()=>E});function l(e,t){let n=s=>"\\u"+s.toString(16).padStart(4,"0");return'"'+t.escape(e,{"\\":"\\\\",'"':'\\"',"\n":`
`,"	":"\\t","\r":"\\r"},n)+'"'}var c=(e,t)=>"(io/file "+l(e,t)+")";function S(e,t){let n=e.file?e.type&&" :mime-type "+l(e.type,t):" :mime-type "+l(e.type||"text/plain",t)+' :encoding "UTF-8"',s=e.file?" :part-name "+l(e.name,t):"";return"{:name "+l(e.file||e.name,t)+s+" :content "+(e.file?c(e.file,t):l(e.text,t))+n+"}"}function F(e,t){return e.body?e.body.parts?`
   :multipart [`+e.body.parts.map(n=>S(n,t)).join(`
               `)+"]":`
   :body `+(e.body.file?c(e.body.file,t):l(e.body.text,t)):""}var T=(e,t)=>{let n=t.headers(e).map(([r,p])=>l(r,t)+" "+l(p,t));return"(require '[clj-http.client :as client]"+(e.body?.file||e.body?.parts?.some(r=>r.file)?`
         '[clojure.java.io :as io]`:"")+`)

(def response
 (client/request
  {:method :`+e.method.toLowerCase()+`
   :url `+l(e.url,t)+(n.length>0?`
   :headers {`+n.join(`
             `)+"}":"")+F(e,t)+`}))

(println (:status response) (:body response))
`},m={clj_http:T};function o(e,t){let n=r=>"\\u"+r.toString(16).padStart(4,"0"),s={"\\":"\\\\","	":"\\t","\r":"\\r"};return e.includes(`
`)&&/^[^\s]/m.test(e)?`"""
`+t.escape(e,{...s,"\n":`
`},n).replaceAll('"""','\\"\\"\\"').replace(/ +$/gm,p=>"\\s".repeat(p.length)).replace(/"$/,'\\"')+'"""':'"'+t.escape(e,{...s,'"':'\\"',"\n":"\\n"},n)+'"'}var H=/^(POST|PUT|PATCH)$/;function y(e,t){return e.map(n=>"import "+n+`;
`).join("")+`
public class Main {
    public static void main(String[] arguments) throws Exception {
`+t+`    }
}
`}var w=e=>!!e.body?.file||!!e.body?.parts?.some(t=>t.file),x=(e,t)=>{let n=t.flat(e),s=n.body.map(i=>i.file?"HttpRequest.BodyPublishers.ofFile(Path.of("+o(i.file,t)+"))":"HttpRequest.BodyPublishers.ofString("+o(i.text??"",t)+")"),r=s.length>1?`HttpRequest.BodyPublishers.concat(
`+s.map(i=>"            "+i).join(`,
`)+")":s.join(""),p=!r&&e.method==="GET"?".GET()":".method("+o(e.method,t)+", "+(r?"body":"HttpRequest.BodyPublishers.noBody()")+")";return y(["java.net.URI","java.net.http.HttpClient","java.net.http.HttpRequest","java.net.http.HttpResponse",...w(e)?["java.nio.file.Path"]:[]],(r&&"        var body = "+r+`;
`)+"        var request = HttpRequest.newBuilder(URI.create("+o(e.url,t)+`))
            `+p+`
`+n.headers.map(([i,a])=>"            .header("+o(i,t)+", "+o(a,t)+`)
`).join("")+`            .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
`)},K=(e,t)=>e?"MediaType.get("+o(e,t)+")":"null",b=(e,t,n,s)=>"RequestBody.create("+(t?"new File("+o(t,s)+")":o(e,s)+".getBytes(StandardCharsets.UTF_8)")+", "+K(n,s)+")",$=(e,t)=>{let n=t.type(e.headers),s=e.body?.parts?.map(a=>"            .addFormDataPart("+o(a.name,t)+", "+(a.file||a.type?(a.file?o(a.file,t):"null")+", "+b(a.text,a.file,a.type,t):o(a.text,t))+`)
`),r=H.test(e.method)?"RequestBody.create(new byte[0], null)":"null",p=s?`new MultipartBody.Builder()
            .setType(MultipartBody.FORM)
`+s.join("")+"            .build()":e.body?b(e.body.text,e.body.file,n?.[1]??"",t):r,i=t.headers(e).filter(a=>a!==n||!e.body);return y(["java.io.File","java.nio.charset.StandardCharsets","okhttp3.*"],"        RequestBody body = "+p+`;
        Request request = new Request.Builder()
            .url(`+o(e.url,t)+`)
            .method(`+o(e.method,t)+`, body)
`+i.map(([a,q])=>"            .header("+o(a,t)+", "+o(q,t)+`)
`).join("")+`            .build();
        try (Response response = new OkHttpClient().newCall(request).execute()) {
            System.out.println(response.code() + " " + response.body().string());
        }
`)};function M(e,t){let n=e.type?", "+o(e.type,t):"";return e.file?"                .addBodyPart(new FilePart("+o(e.name,t)+", new File("+o(e.file,t)+")"+n+`))
`:"                .addBodyPart(new StringPart("+o(e.name,t)+", "+o(e.text,t)+", "+(e.type?o(e.type,t):"null")+`, StandardCharsets.UTF_8))
`}var U=(e,t)=>{let n=e.body?.parts?e.body.parts.map(s=>M(s,t)).join(""):e.body?"                .setBody("+(e.body.file?"new File("+o(e.body.file,t)+")":o(e.body.text,t)+".getBytes(StandardCharsets.UTF_8)")+`)
`:"";return y(["java.io.File","java.nio.charset.StandardCharsets","org.asynchttpclient.*","org.asynchttpclient.request.body.multipart.*"],`        try (var client = Dsl.asyncHttpClient()) {
            var response = client.prepare(`+o(e.method,t)+", "+o(e.url,t)+`)
`+t.headers(e).map(([s,r])=>"                .setHeader("+o(s,t)+", "+o(r,t)+`)
`).join("")+n+`                .execute().get();
            System.out.println(response.getStatusCode() + " " + response.getResponseBody());
        }
`)};function A(e,t){let n=e.file?"new File("+o(e.file,t)+")":o(e.text,t);return"            .field("+o(e.name,t)+", "+n+(e.type&&", "+o(e.type,t))+`)
`}var O=(e,t)=>{let n=e.body?.parts?`            .multiPartContent()
`+e.body.parts.map(s=>A(s,t)).join(""):e.body?"            .body("+(e.body.file?"Files.readAllBytes(Path.of("+o(e.body.file,t)+"))":o(e.body.text,t)+".getBytes(StandardCharsets.UTF_8)")+`)
`:"";return y(["java.io.File","java.nio.charset.StandardCharsets","java.nio.file.Files","java.nio.file.Path","kong.unirest.core.Unirest"],"        var response = Unirest.request("+o(e.method,t)+", "+o(e.url,t)+`)
`+t.headers(e).map(([s,r])=>"            .header("+o(s,t)+", "+o(r,t)+`)
`).join("")+n+`            .asString();
        System.out.println(response.getStatus() + " " + response.getBody());
`)},f={nethttp:x,okhttp:$,asynchttp:U,unirest:O};function d(e,t){if(e.includes(`
`)&&!/"""|"$|\r/.test(e))return'"""'+e.replaceAll("$","${'$'}")+'"""';let n=s=>"\\u"+s.toString(16).padStart(4,"0");return'"'+t.escape(e,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":"\\n","	":"\\t","\r":"\\r"},n)+'"'}var h=(e,t,n,s)=>(t?"File("+d(t,s)+").asRequestBody(":d(e,s)+".toByteArray().toRequestBody(")+(n&&d(n,s)+".toMediaType()")+")",_=(e,t)=>"        .addFormDataPart("+d(e.name,t)+", "+(e.file||e.type?(e.file?d(e.file,t):"null")+", "+h(e.text,e.file,e.type,t):d(e.text,t))+`)
`,D=(e,t)=>{let n=t.type(e.headers),s=t.headers(e).filter(i=>i!==n||!e.body),r=/^(POST|PUT|PATCH)$/.test(e.method)?"ByteArray(0).toRequestBody()":"null";return`import java.io.File
import okhttp3.*
import okhttp3.MediaType.Companion.toMediaType
import okhttp3.RequestBody.Companion.asRequestBody
import okhttp3.RequestBody.Companion.toRequestBody

fun main() {
    val body = `+(e.body?.parts?`MultipartBody.Builder()
        .setType(MultipartBody.FORM)
`+e.body.parts.map(i=>_(i,t)).join("")+"        .build()":e.body?h(e.body.text,e.body.file,n?.[1]??"",t):r)+`
    val request = Request.Builder()
        .url(`+d(e.url,t)+`)
        .method(`+d(e.method,t)+`, body)
`+s.map(([i,a])=>"        .header("+d(i,t)+", "+d(a,t)+`)
`).join("")+`        .build()
    OkHttpClient().newCall(request).execute().use { response ->
        println("\${response.code} \${response.body?.string()}")
    }
}
`},g={okhttp:D};var E={clojure:m,java:f,kotlin:g};return v(G);})();
(globalThis.trefoilFiles??={})["assets/client-jvm"]=exported})();
