function l(e,t){let o=s=>"\\u"+s.toString(16).padStart(4,"0");return'"'+t.escape(e,{"\\":"\\\\",'"':'\\"',"\n":`
`,"	":"\\t","\r":"\\r"},o)+'"'}var u=(e,t)=>"(io/file "+l(e,t)+")";function q(e,t){let o=e.file?e.type&&" :mime-type "+l(e.type,t):" :mime-type "+l(e.type||"text/plain",t)+' :encoding "UTF-8"',s=e.file?" :part-name "+l(e.name,t):"";return"{:name "+l(e.file||e.name,t)+s+" :content "+(e.file?u(e.file,t):l(e.text,t))+o+"}"}function C(e,t){return e.body?e.body.parts?`
   :multipart [`+e.body.parts.map(o=>q(o,t)).join(`
               `)+"]":`
   :body `+(e.body.file?u(e.body.file,t):l(e.body.text,t)):""}var B=(e,t)=>{let o=t.headers(e).map(([r,p])=>l(r,t)+" "+l(p,t));return"(require '[clj-http.client :as client]"+(e.body?.file||e.body?.parts?.some(r=>r.file)?`
         '[clojure.java.io :as io]`:"")+`)

(def response
 (client/request
  {:method :`+e.method.toLowerCase()+`
   :url `+l(e.url,t)+(o.length>0?`
   :headers {`+o.join(`
             `)+"}":"")+C(e,t)+`}))

(println (:status response) (:body response))
`},c={clj_http:B};function n(e,t){let o=r=>"\\u"+r.toString(16).padStart(4,"0"),s={"\\":"\\\\","	":"\\t","\r":"\\r"};return e.includes(`
`)&&/^[^\s]/m.test(e)?`"""
`+t.escape(e,{...s,"\n":`
`},o).replaceAll('"""','\\"\\"\\"').replace(/ +$/gm,p=>"\\s".repeat(p.length)).replace(/"$/,'\\"')+'"""':'"'+t.escape(e,{...s,'"':'\\"',"\n":"\\n"},o)+'"'}var j=/^(POST|PUT|PATCH)$/;function y(e,t){return e.map(o=>"import "+o+`;
`).join("")+`
public class Main {
    public static void main(String[] arguments) throws Exception {
`+t+`    }
}
`}var R=e=>!!e.body?.file||!!e.body?.parts?.some(t=>t.file),P=(e,t)=>{let o=t.flat(e),s=o.body.map(i=>i.file?"HttpRequest.BodyPublishers.ofFile(Path.of("+n(i.file,t)+"))":"HttpRequest.BodyPublishers.ofString("+n(i.text??"",t)+")"),r=s.length>1?`HttpRequest.BodyPublishers.concat(
`+s.map(i=>"            "+i).join(`,
`)+")":s.join(""),p=!r&&e.method==="GET"?".GET()":".method("+n(e.method,t)+", "+(r?"body":"HttpRequest.BodyPublishers.noBody()")+")";return y(["java.net.URI","java.net.http.HttpClient","java.net.http.HttpRequest","java.net.http.HttpResponse",...R(e)?["java.nio.file.Path"]:[]],(r&&"        var body = "+r+`;
`)+"        var request = HttpRequest.newBuilder(URI.create("+n(e.url,t)+`))
            `+p+`
`+o.headers.map(([i,a])=>"            .header("+n(i,t)+", "+n(a,t)+`)
`).join("")+`            .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
`)},v=(e,t)=>e?"MediaType.get("+n(e,t)+")":"null",m=(e,t,o,s)=>"RequestBody.create("+(t?"new File("+n(t,s)+")":n(e,s)+".getBytes(StandardCharsets.UTF_8)")+", "+v(o,s)+")",S=(e,t)=>{let o=t.type(e.headers),s=e.body?.parts?.map(a=>"            .addFormDataPart("+n(a.name,t)+", "+(a.file||a.type?(a.file?n(a.file,t):"null")+", "+m(a.text,a.file,a.type,t):n(a.text,t))+`)
`),r=j.test(e.method)?"RequestBody.create(new byte[0], null)":"null",p=s?`new MultipartBody.Builder()
            .setType(MultipartBody.FORM)
`+s.join("")+"            .build()":e.body?m(e.body.text,e.body.file,o?.[1]??"",t):r,i=t.headers(e).filter(a=>a!==o||!e.body);return y(["java.io.File","java.nio.charset.StandardCharsets","okhttp3.*"],"        RequestBody body = "+p+`;
        Request request = new Request.Builder()
            .url(`+n(e.url,t)+`)
            .method(`+n(e.method,t)+`, body)
`+i.map(([a,g])=>"            .header("+n(a,t)+", "+n(g,t)+`)
`).join("")+`            .build();
        try (Response response = new OkHttpClient().newCall(request).execute()) {
            System.out.println(response.code() + " " + response.body().string());
        }
`)};function F(e,t){let o=e.type?", "+n(e.type,t):"";return e.file?"                .addBodyPart(new FilePart("+n(e.name,t)+", new File("+n(e.file,t)+")"+o+`))
`:"                .addBodyPart(new StringPart("+n(e.name,t)+", "+n(e.text,t)+", "+(e.type?n(e.type,t):"null")+`, StandardCharsets.UTF_8))
`}var T=(e,t)=>{let o=e.body?.parts?e.body.parts.map(s=>F(s,t)).join(""):e.body?"                .setBody("+(e.body.file?"new File("+n(e.body.file,t)+")":n(e.body.text,t)+".getBytes(StandardCharsets.UTF_8)")+`)
`:"";return y(["java.io.File","java.nio.charset.StandardCharsets","org.asynchttpclient.*","org.asynchttpclient.request.body.multipart.*"],`        try (var client = Dsl.asyncHttpClient()) {
            var response = client.prepare(`+n(e.method,t)+", "+n(e.url,t)+`)
`+t.headers(e).map(([s,r])=>"                .setHeader("+n(s,t)+", "+n(r,t)+`)
`).join("")+o+`                .execute().get();
            System.out.println(response.getStatusCode() + " " + response.getResponseBody());
        }
`)};function H(e,t){let o=e.file?"new File("+n(e.file,t)+")":n(e.text,t);return"            .field("+n(e.name,t)+", "+o+(e.type&&", "+n(e.type,t))+`)
`}var w=(e,t)=>{let o=e.body?.parts?`            .multiPartContent()
`+e.body.parts.map(s=>H(s,t)).join(""):e.body?"            .body("+(e.body.file?"Files.readAllBytes(Path.of("+n(e.body.file,t)+"))":n(e.body.text,t)+".getBytes(StandardCharsets.UTF_8)")+`)
`:"";return y(["java.io.File","java.nio.charset.StandardCharsets","java.nio.file.Files","java.nio.file.Path","kong.unirest.core.Unirest"],"        var response = Unirest.request("+n(e.method,t)+", "+n(e.url,t)+`)
`+t.headers(e).map(([s,r])=>"            .header("+n(s,t)+", "+n(r,t)+`)
`).join("")+o+`            .asString();
        System.out.println(response.getStatus() + " " + response.getBody());
`)},b={nethttp:P,okhttp:S,asynchttp:T,unirest:w};function d(e,t){if(e.includes(`
`)&&!/"""|"$|\r/.test(e))return'"""'+e.replaceAll("$","${'$'}")+'"""';let o=s=>"\\u"+s.toString(16).padStart(4,"0");return'"'+t.escape(e,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":"\\n","	":"\\t","\r":"\\r"},o)+'"'}var f=(e,t,o,s)=>(t?"File("+d(t,s)+").asRequestBody(":d(e,s)+".toByteArray().toRequestBody(")+(o&&d(o,s)+".toMediaType()")+")",x=(e,t)=>"        .addFormDataPart("+d(e.name,t)+", "+(e.file||e.type?(e.file?d(e.file,t):"null")+", "+f(e.text,e.file,e.type,t):d(e.text,t))+`)
`,K=(e,t)=>{let o=t.type(e.headers),s=t.headers(e).filter(i=>i!==o||!e.body),r=/^(POST|PUT|PATCH)$/.test(e.method)?"ByteArray(0).toRequestBody()":"null";return`import java.io.File
import okhttp3.*
import okhttp3.MediaType.Companion.toMediaType
import okhttp3.RequestBody.Companion.asRequestBody
import okhttp3.RequestBody.Companion.toRequestBody

fun main() {
    val body = `+(e.body?.parts?`MultipartBody.Builder()
        .setType(MultipartBody.FORM)
`+e.body.parts.map(i=>x(i,t)).join("")+"        .build()":e.body?f(e.body.text,e.body.file,o?.[1]??"",t):r)+`
    val request = Request.Builder()
        .url(`+d(e.url,t)+`)
        .method(`+d(e.method,t)+`, body)
`+s.map(([i,a])=>"        .header("+d(i,t)+", "+d(a,t)+`)
`).join("")+`        .build()
    OkHttpClient().newCall(request).execute().use { response ->
        println("\${response.code} \${response.body?.string()}")
    }
}
`},h={okhttp:K};var D={clojure:c,java:b,kotlin:h};export{D as languages};
