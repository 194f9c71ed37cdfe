(()=>{
"use strict";var exported=(()=>{var b=Object.defineProperty;var q=Object.getOwnPropertyDescriptor;var R=Object.getOwnPropertyNames;var v=Object.prototype.hasOwnProperty;var P=(e,t)=>{for(var s in t)b(e,s,{get:t[s],enumerable:!0})},S=(e,t,s,o)=>{if(t&&typeof t=="object"||typeof t=="function")for(let a of R(t))!v.call(e,a)&&a!==s&&b(e,a,{get:()=>t[a],enumerable:!(o=q(t,a))||o.enumerable});return e};var F=e=>S(b({},"__esModule",{value:!0}),e);var G={};P(G,{languages:()=>z});function c(e,t){let s=o=>"\\u"+o.toString(16).padStart(4,"0");return'"'+t.escape(e,{"\\":"\\\\",'"':'\\"',"\n":`
`,"	":"\\t","\r":"\\r"},s)+'"'}var f=(e,t)=>"(io/file "+c(e,t)+")";function T(e,t){let s=e.file?e.type&&" :mime-type "+c(e.type,t):" :mime-type "+c(e.type||"text/plain",t)+' :encoding "UTF-8"',o=e.file?" :part-name "+c(e.name,t):"";return"{:name "+c(e.file||e.name,t)+o+" :content "+(e.file?f(e.file,t):c(e.text,t))+s+"}"}function H(e,t){return e.body?e.body.parts?`
   :multipart [`+e.body.parts.map(s=>T(s,t)).join(`
               `)+"]":`
   :body `+(e.body.file?f(e.body.file,t):c(e.body.text,t)):""}var w=(e,t)=>{let s=t.headers(e).map(([a,l])=>c(a,t)+" "+c(l,t));return"(require '[clj-http.client :as client]"+(e.body?.file||e.body?.parts?.some(a=>a.file)?`
         '[clojure.java.io :as io]`:"")+`)

(def response
 (client/request
  {:method :`+e.method.toLowerCase()+`
   :url `+c(e.url,t)+(s.length>0?`
   :headers {`+s.join(`
             `)+"}":"")+H(e,t)+`}))

(println (:status response) (:body response))
`},h={clj_http:w};function n(e,t){let s=a=>"\\u"+a.toString(16).padStart(4,"0"),o={"\\":"\\\\","	":"\\t","\r":"\\r"};return e.includes(`
`)&&/^[^\s]/m.test(e)?`"""
`+t.escape(e,{...o,"\n":`
`},s).replaceAll('"""','\\"\\"\\"').replace(/ +$/gm,l=>"\\s".repeat(l.length)).replace(/"$/,'\\"')+'"""':'"'+t.escape(e,{...o,'"':'\\"',"\n":"\\n"},s)+'"'}var U=/^(POST|PUT|PATCH)$/;function m(e,t){return e.map(s=>"import "+s+`;
`).join("")+`
public class Main {
    public static void main(String[] arguments) throws Exception {
`+t+`    }
}
`}var x=e=>!!e.body?.file||!!e.body?.parts?.some(t=>t.file),A=(e,t)=>{let s=t.flat(e),o=t.form(e),a=t.basic(e),l=a&&'"Basic " + Base64.getEncoder().encodeToString('+n(a.join(":"),t)+".getBytes(StandardCharsets.UTF_8))",i=s.body.map(r=>r.file?"HttpRequest.BodyPublishers.ofFile(Path.of("+n(r.file,t)+"))":"HttpRequest.BodyPublishers.ofString("+n(r.text??"",t)+")"),p=o?`HttpRequest.BodyPublishers.ofString(Arrays.stream(fields)
            .map(field -> URLEncoder.encode(field[0], StandardCharsets.UTF_8) + "=" + URLEncoder.encode(field[1], StandardCharsets.UTF_8))
            .collect(Collectors.joining("&")))`:i.length>1?`HttpRequest.BodyPublishers.concat(
`+i.map(r=>"            "+r).join(`,
`)+")":i.join(""),u=!p&&e.method==="GET"?".GET()":".method("+n(e.method,t)+", "+(p?"body":"HttpRequest.BodyPublishers.noBody()")+")";return m(["java.net.URI",...o?["java.net.URLEncoder"]:[],"java.net.http.HttpClient","java.net.http.HttpRequest","java.net.http.HttpResponse",...o||a?["java.nio.charset.StandardCharsets"]:[],...x(e)?["java.nio.file.Path"]:[],...o?["java.util.Arrays"]:[],...a?["java.util.Base64"]:[],...o?["java.util.stream.Collectors"]:[]],(o?`        var fields = new String[][] {
`+o.map(([r,y])=>"            {"+n(r,t)+", "+n(y,t)+`},
`).join("")+`        };
`:"")+(p&&"        var body = "+p+`;
`)+"        var request = HttpRequest.newBuilder(URI.create("+n(e.url,t)+`))
            `+u+`
`+t.rest(s.headers,a,null).map(([r,y])=>"            .header("+n(r,t)+", "+n(y,t)+`)
`).join("")+(l?'            .header("Authorization", '+l+`)
`:"")+`            .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
`)},K=(e,t)=>e?"MediaType.get("+n(e,t)+")":"null",g=(e,t,s,o)=>"RequestBody.create("+(t?"new File("+n(t,o)+")":n(e,o)+".getBytes(StandardCharsets.UTF_8)")+", "+K(s,o)+")",$=(e,t)=>{let s=t.form(e),o=t.basic(e),a=t.type(e.headers),l=e.body?.parts?.map(r=>"            .addFormDataPart("+n(r.name,t)+", "+(r.file||r.type?(r.file?n(r.file,t):"null")+", "+g(r.text,r.file,r.type,t):n(r.text,t))+`)
`),i=U.test(e.method)?"RequestBody.create(new byte[0], null)":"null",p=l?`new MultipartBody.Builder()
            .setType(MultipartBody.FORM)
`+l.join("")+"            .build()":s?`new FormBody.Builder()
`+s.map(([r,y])=>"            .add("+n(r,t)+", "+n(y,t)+`)
`).join("")+"            .build()":e.body?g(e.body.text,e.body.file,a?.[1]??"",t):i,u=t.rest(t.headers(e),o,e.body);return m(["java.io.File","java.nio.charset.StandardCharsets","okhttp3.*"],"        RequestBody body = "+p+`;
        Request request = new Request.Builder()
            .url(`+n(e.url,t)+`)
            .method(`+n(e.method,t)+`, body)
`+u.map(([r,y])=>"            .header("+n(r,t)+", "+n(y,t)+`)
`).join("")+(o?'            .header("Authorization", Credentials.basic('+n(o[0],t)+", "+n(o[1],t)+`))
`:"")+`            .build();
        try (Response response = new OkHttpClient().newCall(request).execute()) {
            System.out.println(response.code() + " " + response.body().string());
        }
`)};function M(e,t){let s=e.type?", "+n(e.type,t):"";return e.file?"                .addBodyPart(new FilePart("+n(e.name,t)+", new File("+n(e.file,t)+")"+s+`))
`:"                .addBodyPart(new StringPart("+n(e.name,t)+", "+n(e.text,t)+", "+(e.type?n(e.type,t):"null")+`, StandardCharsets.UTF_8))
`}var _=(e,t)=>{let s=t.form(e),o=t.basic(e),a=e.body?.parts?e.body.parts.map(l=>M(l,t)).join(""):s?s.map(([l,i])=>"                .addFormParam("+n(l,t)+", "+n(i,t)+`)
`).join(""):e.body?"                .setBody("+(e.body.file?"new File("+n(e.body.file,t)+")":n(e.body.text,t)+".getBytes(StandardCharsets.UTF_8)")+`)
`:"";return m(["java.io.File","java.nio.charset.StandardCharsets","org.asynchttpclient.*","org.asynchttpclient.request.body.multipart.*"],`        try (var client = Dsl.asyncHttpClient()) {
            var response = client.prepare(`+n(e.method,t)+", "+n(e.url,t)+`)
`+t.rest(t.headers(e),o,s).map(([l,i])=>"                .setHeader("+n(l,t)+", "+n(i,t)+`)
`).join("")+(o?"                .setRealm(Dsl.basicAuthRealm("+n(o[0],t)+", "+n(o[1],t)+`).setUsePreemptiveAuth(true))
`:"")+a+`                .execute().get();
            System.out.println(response.getStatusCode() + " " + response.getResponseBody());
        }
`)};function E(e,t){let s=e.file?"new File("+n(e.file,t)+")":n(e.text,t);return"            .field("+n(e.name,t)+", "+s+(e.type&&", "+n(e.type,t))+`)
`}var O=(e,t)=>{let s=t.form(e),o=t.basic(e),a=e.body?.parts?`            .multiPartContent()
`+e.body.parts.map(l=>E(l,t)).join(""):s?s.map(([l,i])=>"            .field("+n(l,t)+", "+n(i,t)+`)
`).join(""):e.body?"            .body("+(e.body.file?"Files.readAllBytes(Path.of("+n(e.body.file,t)+"))":n(e.body.text,t)+".getBytes(StandardCharsets.UTF_8)")+`)
`:"";return m(["java.io.File","java.nio.charset.StandardCharsets","java.nio.file.Files","java.nio.file.Path","kong.unirest.core.Unirest"],"        var response = Unirest.request("+n(e.method,t)+", "+n(e.url,t)+`)
`+t.rest(t.headers(e),o,s).map(([l,i])=>"            .header("+n(l,t)+", "+n(i,t)+`)
`).join("")+(o?"            .basicAuth("+n(o[0],t)+", "+n(o[1],t)+`)
`:"")+a+`            .asString();
        System.out.println(response.getStatus() + " " + response.getBody());
`)},j={nethttp:A,okhttp:$,asynchttp:_,unirest:O};function d(e,t){if(e.includes(`
`)&&!/"""|"$|\r/.test(e))return'"""'+e.replaceAll("$",()=>"${'$'}")+'"""';let s=o=>"\\u"+o.toString(16).padStart(4,"0");return'"'+t.escape(e,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":"\\n","	":"\\t","\r":"\\r"},s)+'"'}var C=(e,t,s,o)=>(t?"File("+d(t,o)+").asRequestBody(":d(e,o)+".toByteArray().toRequestBody(")+(s&&d(s,o)+".toMediaType()")+")",D=(e,t)=>"        .addFormDataPart("+d(e.name,t)+", "+(e.file||e.type?(e.file?d(e.file,t):"null")+", "+C(e.text,e.file,e.type,t):d(e.text,t))+`)
`,L=(e,t)=>{let s=t.type(e.headers),o=t.form(e),a=t.basic(e),l=t.rest(t.headers(e),a,e.body),i=/^(POST|PUT|PATCH)$/.test(e.method)?"ByteArray(0).toRequestBody()":"null";return`import java.io.File
import okhttp3.*
import okhttp3.MediaType.Companion.toMediaType
import okhttp3.RequestBody.Companion.asRequestBody
import okhttp3.RequestBody.Companion.toRequestBody

fun main() {
    val body = `+(e.body?.parts?`MultipartBody.Builder()
        .setType(MultipartBody.FORM)
`+e.body.parts.map(u=>D(u,t)).join("")+"        .build()":o?`FormBody.Builder()
`+o.map(([u,r])=>"        .add("+d(u,t)+", "+d(r,t)+`)
`).join("")+"        .build()":e.body?C(e.body.text,e.body.file,s?.[1]??"",t):i)+`
    val request = Request.Builder()
        .url(`+d(e.url,t)+`)
        .method(`+d(e.method,t)+`, body)
`+l.map(([u,r])=>"        .header("+d(u,t)+", "+d(r,t)+`)
`).join("")+(a?'        .header("Authorization", Credentials.basic('+d(a[0],t)+", "+d(a[1],t)+`))
`:"")+`        .build()
    OkHttpClient().newCall(request).execute().use { response ->
        println("\${response.code} \${response.body?.string()}")
    }
}
`},B={okhttp:L};var z={clojure:h,java:j,kotlin:B};return F(G);})();
(globalThis.trefoilFiles??={})["assets/client-jvm"]=exported})();
