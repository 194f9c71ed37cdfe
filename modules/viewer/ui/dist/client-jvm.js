function p(e,t){let o=s=>"\\u"+s.toString(16).padStart(4,"0");return'"'+t.escape(e,{"\\":"\\\\",'"':'\\"',"\n":`
`,"	":"\\t","\r":"\\r"},o)+'"'}var y=(e,t)=>"(io/file "+p(e,t)+")";function C(e,t){return"{:name "+p(e.name,t)+" :content "+(e.file?y(e.file,t):p(e.text,t))+(e.type&&" :mime-type "+p(e.type,t))+(e.type&&!e.file?' :encoding "UTF-8"':"")+"}"}function q(e,t){return e.body?e.body.parts?`
   :multipart [`+e.body.parts.map(o=>C(o,t)).join(`
               `)+"]":`
   :body `+(e.body.file?y(e.body.file,t):p(e.body.text,t)):""}var B=(e,t)=>{let o=t.headers(e).map(([r,d])=>p(r,t)+" "+p(d,t));return"(require '[clj-http.client :as client]"+(e.body?.file||e.body?.parts?.some(r=>r.file)?`
         '[clojure.java.io :as io]`:"")+`)

(def response
 (client/request
  {:method :`+e.method.toLowerCase()+`
   :url `+p(e.url,t)+(o.length>0?`
   :headers {`+o.join(`
             `)+"}":"")+q(e,t)+`}))

(println (:status response) (:body response))
`},c={clj_http:B};function n(e,t){let o=r=>"\\u"+r.toString(16).padStart(4,"0"),s={"\\":"\\\\","	":"\\t","\r":"\\r"};return e.includes(`
`)&&/^[^\s]/m.test(e)?`"""
`+t.escape(e,{...s,"\n":`
`},o).replaceAll('"""','\\"\\"\\"').replace(/ +$/gm,d=>"\\s".repeat(d.length)).replace(/"$/,'\\"')+'"""':'"'+t.escape(e,{...s,'"':'\\"',"\n":"\\n"},o)+'"'}var j=/^(POST|PUT|PATCH)$/;function u(e,t){return e.map(o=>"import "+o+`;
`).join("")+`
public class Main {
    public static void main(String[] arguments) throws Exception {
`+t+`    }
}
`}var R=e=>!!e.body?.file||!!e.body?.parts?.some(t=>t.file),P=(e,t)=>{let o=t.flat(e),s=o.body.map(i=>i.file?"HttpRequest.BodyPublishers.ofFile(Path.of("+n(i.file,t)+"))":"HttpRequest.BodyPublishers.ofString("+n(i.text??"",t)+")"),r=s.length>1?`HttpRequest.BodyPublishers.concat(
`+s.map(i=>"            "+i).join(`,
`)+")":s.join(""),d=!r&&e.method==="GET"?".GET()":".method("+n(e.method,t)+", "+(r?"body":"HttpRequest.BodyPublishers.noBody()")+")";return u(["java.net.URI","java.net.http.HttpClient","java.net.http.HttpRequest","java.net.http.HttpResponse",...R(e)?["java.nio.file.Path"]:[]],(r&&"        var body = "+r+`;
`)+"        var request = HttpRequest.newBuilder(URI.create("+n(e.url,t)+`))
            `+d+`
`+o.headers.map(([i,a])=>"            .header("+n(i,t)+", "+n(a,t)+`)
`).join("")+`            .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
`)},v=(e,t)=>e?"MediaType.get("+n(e,t)+")":"null",m=(e,t,o,s)=>"RequestBody.create("+(t?"new File("+n(t,s)+")":n(e,s)+".getBytes(StandardCharsets.UTF_8)")+", "+v(o,s)+")",S=(e,t)=>{let o=e.headers.find(([a])=>a==="Content-Type"),s=e.body?.parts?.map(a=>"            .addFormDataPart("+n(a.name,t)+", "+(a.file||a.type?(a.file?n(a.file,t):"null")+", "+m(a.text,a.file,a.type,t):n(a.text,t))+`)
`),r=j.test(e.method)?"RequestBody.create(new byte[0], null)":"null",d=s?`new MultipartBody.Builder()
            .setType(MultipartBody.FORM)
`+s.join("")+"            .build()":e.body?m(e.body.text,e.body.file,o?.[1]??"",t):r,i=t.headers(e).filter(a=>a!==o||!e.body);return u(["java.io.File","java.nio.charset.StandardCharsets","okhttp3.*"],"        RequestBody body = "+d+`;
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
`:"";return u(["java.io.File","java.nio.charset.StandardCharsets","org.asynchttpclient.*","org.asynchttpclient.request.body.multipart.*"],`        try (var client = Dsl.asyncHttpClient()) {
            var response = client.prepare(`+n(e.method,t)+", "+n(e.url,t)+`)
`+t.headers(e).map(([s,r])=>"                .setHeader("+n(s,t)+", "+n(r,t)+`)
`).join("")+o+`                .execute().get();
            System.out.println(response.getStatusCode() + " " + response.getResponseBody());
        }
`)};function H(e,t){let o=e.file?"new File("+n(e.file,t)+")":n(e.text,t);return"            .field("+n(e.name,t)+", "+o+(e.type&&", "+n(e.type,t))+`)
`}var w=(e,t)=>{let o=e.body?.parts?`            .multiPartContent()
`+e.body.parts.map(s=>H(s,t)).join(""):e.body?"            .body("+(e.body.file?"Files.readAllBytes(Path.of("+n(e.body.file,t)+"))":n(e.body.text,t)+".getBytes(StandardCharsets.UTF_8)")+`)
`:"";return u(["java.io.File","java.nio.charset.StandardCharsets","java.nio.file.Files","java.nio.file.Path","kong.unirest.core.Unirest"],"        var response = Unirest.request("+n(e.method,t)+", "+n(e.url,t)+`)
`+t.headers(e).map(([s,r])=>"            .header("+n(s,t)+", "+n(r,t)+`)
`).join("")+o+`            .asString();
        System.out.println(response.getStatus() + " " + response.getBody());
`)},b={nethttp:P,okhttp:S,asynchttp:T,unirest:w};function l(e,t){if(e.includes(`
`)&&!/"""|"$|\r/.test(e))return'"""'+e.replaceAll("$","${'$'}")+'"""';let o=s=>"\\u"+s.toString(16).padStart(4,"0");return'"'+t.escape(e,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":"\\n","	":"\\t","\r":"\\r"},o)+'"'}var f=(e,t,o,s)=>(t?"File("+l(t,s)+").asRequestBody(":l(e,s)+".toByteArray().toRequestBody(")+(o&&l(o,s)+".toMediaType()")+")",x=(e,t)=>"        .addFormDataPart("+l(e.name,t)+", "+(e.file||e.type?(e.file?l(e.file,t):"null")+", "+f(e.text,e.file,e.type,t):l(e.text,t))+`)
`,K=(e,t)=>{let o=e.headers.find(([i])=>i==="Content-Type"),s=t.headers(e).filter(i=>i!==o||!e.body),r=/^(POST|PUT|PATCH)$/.test(e.method)?"ByteArray(0).toRequestBody()":"null";return`import java.io.File
import okhttp3.*
import okhttp3.MediaType.Companion.toMediaType
import okhttp3.RequestBody.Companion.asRequestBody
import okhttp3.RequestBody.Companion.toRequestBody

fun main() {
    val body = `+(e.body?.parts?`MultipartBody.Builder()
        .setType(MultipartBody.FORM)
`+e.body.parts.map(i=>x(i,t)).join("")+"        .build()":e.body?f(e.body.text,e.body.file,o?.[1]??"",t):r)+`
    val request = Request.Builder()
        .url(`+l(e.url,t)+`)
        .method(`+l(e.method,t)+`, body)
`+s.map(([i,a])=>"        .header("+l(i,t)+", "+l(a,t)+`)
`).join("")+`        .build()
    OkHttpClient().newCall(request).execute().use { response ->
        println("\${response.code} \${response.body?.string()}")
    }
}
`},h={okhttp:K};var D={clojure:c,java:b,kotlin:h};export{D as languages};
