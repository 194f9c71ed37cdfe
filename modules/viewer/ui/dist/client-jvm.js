function c(e,t){let s=o=>"\\u"+o.toString(16).padStart(4,"0");return'"'+t.escape(e,{"\\":"\\\\",'"':'\\"',"\n":`
`,"	":"\\t","\r":"\\r"},s)+'"'}var b=(e,t)=>"(io/file "+c(e,t)+")";function B(e,t){let s=e.file?e.type&&" :mime-type "+c(e.type,t):" :mime-type "+c(e.type||"text/plain",t)+' :encoding "UTF-8"',o=e.file?" :part-name "+c(e.name,t):"";return"{:name "+c(e.file||e.name,t)+o+" :content "+(e.file?b(e.file,t):c(e.text,t))+s+"}"}function q(e,t){return e.body?e.body.parts?`
   :multipart [`+e.body.parts.map(s=>B(s,t)).join(`
               `)+"]":`
   :body `+(e.body.file?b(e.body.file,t):c(e.body.text,t)):""}var R=(e,t)=>{let s=t.headers(e).map(([r,l])=>c(r,t)+" "+c(l,t));return"(require '[clj-http.client :as client]"+(e.body?.file||e.body?.parts?.some(r=>r.file)?`
         '[clojure.java.io :as io]`:"")+`)

(def response
 (client/request
  {:method :`+e.method.toLowerCase()+`
   :url `+c(e.url,t)+(s.length>0?`
   :headers {`+s.join(`
             `)+"}":"")+q(e,t)+`}))

(println (:status response) (:body response))
`},f={clj_http:R};function n(e,t){let s=r=>"\\u"+r.toString(16).padStart(4,"0"),o={"\\":"\\\\","	":"\\t","\r":"\\r"};return e.includes(`
`)&&/^[^\s]/m.test(e)?`"""
`+t.escape(e,{...o,"\n":`
`},s).replaceAll('"""','\\"\\"\\"').replace(/ +$/gm,l=>"\\s".repeat(l.length)).replace(/"$/,'\\"')+'"""':'"'+t.escape(e,{...o,'"':'\\"',"\n":"\\n"},s)+'"'}var v=/^(POST|PUT|PATCH)$/;function m(e,t){return e.map(s=>"import "+s+`;
`).join("")+`
public class Main {
    public static void main(String[] arguments) throws Exception {
`+t+`    }
}
`}var P=e=>!!e.body?.file||!!e.body?.parts?.some(t=>t.file),S=(e,t)=>{let s=t.flat(e),o=t.form(e),r=t.basic(e),l=r&&'"Basic " + Base64.getEncoder().encodeToString('+n(r.join(":"),t)+".getBytes(StandardCharsets.UTF_8))",i=s.body.map(a=>a.file?"HttpRequest.BodyPublishers.ofFile(Path.of("+n(a.file,t)+"))":"HttpRequest.BodyPublishers.ofString("+n(a.text??"",t)+")"),p=o?`HttpRequest.BodyPublishers.ofString(Arrays.stream(fields)
            .map(field -> URLEncoder.encode(field[0], StandardCharsets.UTF_8) + "=" + URLEncoder.encode(field[1], StandardCharsets.UTF_8))
            .collect(Collectors.joining("&")))`:i.length>1?`HttpRequest.BodyPublishers.concat(
`+i.map(a=>"            "+a).join(`,
`)+")":i.join(""),u=!p&&e.method==="GET"?".GET()":".method("+n(e.method,t)+", "+(p?"body":"HttpRequest.BodyPublishers.noBody()")+")";return m(["java.net.URI",...o?["java.net.URLEncoder"]:[],"java.net.http.HttpClient","java.net.http.HttpRequest","java.net.http.HttpResponse",...o||r?["java.nio.charset.StandardCharsets"]:[],...P(e)?["java.nio.file.Path"]:[],...o?["java.util.Arrays"]:[],...r?["java.util.Base64"]:[],...o?["java.util.stream.Collectors"]:[]],(o?`        var fields = new String[][] {
`+o.map(([a,y])=>"            {"+n(a,t)+", "+n(y,t)+`},
`).join("")+`        };
`:"")+(p&&"        var body = "+p+`;
`)+"        var request = HttpRequest.newBuilder(URI.create("+n(e.url,t)+`))
            `+u+`
`+t.rest(s.headers,r,null).map(([a,y])=>"            .header("+n(a,t)+", "+n(y,t)+`)
`).join("")+(l?'            .header("Authorization", '+l+`)
`:"")+`            .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
`)},F=(e,t)=>e?"MediaType.get("+n(e,t)+")":"null",h=(e,t,s,o)=>"RequestBody.create("+(t?"new File("+n(t,o)+")":n(e,o)+".getBytes(StandardCharsets.UTF_8)")+", "+F(s,o)+")",T=(e,t)=>{let s=t.form(e),o=t.basic(e),r=t.type(e.headers),l=e.body?.parts?.map(a=>"            .addFormDataPart("+n(a.name,t)+", "+(a.file||a.type?(a.file?n(a.file,t):"null")+", "+h(a.text,a.file,a.type,t):n(a.text,t))+`)
`),i=v.test(e.method)?"RequestBody.create(new byte[0], null)":"null",p=l?`new MultipartBody.Builder()
            .setType(MultipartBody.FORM)
`+l.join("")+"            .build()":s?`new FormBody.Builder()
`+s.map(([a,y])=>"            .add("+n(a,t)+", "+n(y,t)+`)
`).join("")+"            .build()":e.body?h(e.body.text,e.body.file,r?.[1]??"",t):i,u=t.rest(t.headers(e),o,e.body);return m(["java.io.File","java.nio.charset.StandardCharsets","okhttp3.*"],"        RequestBody body = "+p+`;
        Request request = new Request.Builder()
            .url(`+n(e.url,t)+`)
            .method(`+n(e.method,t)+`, body)
`+u.map(([a,y])=>"            .header("+n(a,t)+", "+n(y,t)+`)
`).join("")+(o?'            .header("Authorization", Credentials.basic('+n(o[0],t)+", "+n(o[1],t)+`))
`:"")+`            .build();
        try (Response response = new OkHttpClient().newCall(request).execute()) {
            System.out.println(response.code() + " " + response.body().string());
        }
`)};function H(e,t){let s=e.type?", "+n(e.type,t):"";return e.file?"                .addBodyPart(new FilePart("+n(e.name,t)+", new File("+n(e.file,t)+")"+s+`))
`:"                .addBodyPart(new StringPart("+n(e.name,t)+", "+n(e.text,t)+", "+(e.type?n(e.type,t):"null")+`, StandardCharsets.UTF_8))
`}var w=(e,t)=>{let s=t.form(e),o=t.basic(e),r=e.body?.parts?e.body.parts.map(l=>H(l,t)).join(""):s?s.map(([l,i])=>"                .addFormParam("+n(l,t)+", "+n(i,t)+`)
`).join(""):e.body?"                .setBody("+(e.body.file?"new File("+n(e.body.file,t)+")":n(e.body.text,t)+".getBytes(StandardCharsets.UTF_8)")+`)
`:"";return m(["java.io.File","java.nio.charset.StandardCharsets","org.asynchttpclient.*","org.asynchttpclient.request.body.multipart.*"],`        try (var client = Dsl.asyncHttpClient()) {
            var response = client.prepare(`+n(e.method,t)+", "+n(e.url,t)+`)
`+t.rest(t.headers(e),o,s).map(([l,i])=>"                .setHeader("+n(l,t)+", "+n(i,t)+`)
`).join("")+(o?"                .setRealm(Dsl.basicAuthRealm("+n(o[0],t)+", "+n(o[1],t)+`).setUsePreemptiveAuth(true))
`:"")+r+`                .execute().get();
            System.out.println(response.getStatusCode() + " " + response.getResponseBody());
        }
`)};function U(e,t){let s=e.file?"new File("+n(e.file,t)+")":n(e.text,t);return"            .field("+n(e.name,t)+", "+s+(e.type&&", "+n(e.type,t))+`)
`}var x=(e,t)=>{let s=t.form(e),o=t.basic(e),r=e.body?.parts?`            .multiPartContent()
`+e.body.parts.map(l=>U(l,t)).join(""):s?s.map(([l,i])=>"            .field("+n(l,t)+", "+n(i,t)+`)
`).join(""):e.body?"            .body("+(e.body.file?"Files.readAllBytes(Path.of("+n(e.body.file,t)+"))":n(e.body.text,t)+".getBytes(StandardCharsets.UTF_8)")+`)
`:"";return m(["java.io.File","java.nio.charset.StandardCharsets","java.nio.file.Files","java.nio.file.Path","kong.unirest.core.Unirest"],"        var response = Unirest.request("+n(e.method,t)+", "+n(e.url,t)+`)
`+t.rest(t.headers(e),o,s).map(([l,i])=>"            .header("+n(l,t)+", "+n(i,t)+`)
`).join("")+(o?"            .basicAuth("+n(o[0],t)+", "+n(o[1],t)+`)
`:"")+r+`            .asString();
        System.out.println(response.getStatus() + " " + response.getBody());
`)},g={nethttp:S,okhttp:T,asynchttp:w,unirest:x};function d(e,t){if(e.includes(`
`)&&!/"""|"$|\r/.test(e))return'"""'+e.replaceAll("$",()=>"${'$'}")+'"""';let s=o=>"\\u"+o.toString(16).padStart(4,"0");return'"'+t.escape(e,{"\\":"\\\\",'"':'\\"',$:"\\$","\n":"\\n","	":"\\t","\r":"\\r"},s)+'"'}var j=(e,t,s,o)=>(t?"File("+d(t,o)+").asRequestBody(":d(e,o)+".toByteArray().toRequestBody(")+(s&&d(s,o)+".toMediaType()")+")",A=(e,t)=>"        .addFormDataPart("+d(e.name,t)+", "+(e.file||e.type?(e.file?d(e.file,t):"null")+", "+j(e.text,e.file,e.type,t):d(e.text,t))+`)
`,K=(e,t)=>{let s=t.type(e.headers),o=t.form(e),r=t.basic(e),l=t.rest(t.headers(e),r,e.body),i=/^(POST|PUT|PATCH)$/.test(e.method)?"ByteArray(0).toRequestBody()":"null";return`import java.io.File
import okhttp3.*
import okhttp3.MediaType.Companion.toMediaType
import okhttp3.RequestBody.Companion.asRequestBody
import okhttp3.RequestBody.Companion.toRequestBody

fun main() {
    val body = `+(e.body?.parts?`MultipartBody.Builder()
        .setType(MultipartBody.FORM)
`+e.body.parts.map(u=>A(u,t)).join("")+"        .build()":o?`FormBody.Builder()
`+o.map(([u,a])=>"        .add("+d(u,t)+", "+d(a,t)+`)
`).join("")+"        .build()":e.body?j(e.body.text,e.body.file,s?.[1]??"",t):i)+`
    val request = Request.Builder()
        .url(`+d(e.url,t)+`)
        .method(`+d(e.method,t)+`, body)
`+l.map(([u,a])=>"        .header("+d(u,t)+", "+d(a,t)+`)
`).join("")+(r?'        .header("Authorization", Credentials.basic('+d(r[0],t)+", "+d(r[1],t)+`))
`:"")+`        .build()
    OkHttpClient().newCall(request).execute().use { response ->
        println("\${response.code} \${response.body?.string()}")
    }
}
`},C={okhttp:K};var L={clojure:f,java:g,kotlin:C};export{L as languages};
