function u(e,t){return t.quote(e,{"\n":`
`})}var b=(e,t)=>"(io/file "+u(e,t)+")";function B(e,t){let s=e.file?e.type&&" :mime-type "+u(e.type,t):" :mime-type "+u(e.type||"text/plain",t)+' :encoding "UTF-8"',o=e.file?" :part-name "+u(e.name,t):"";return"{:name "+u(e.file||e.name,t)+o+" :content "+(e.file?b(e.file,t):u(e.text,t))+s+"}"}function q(e,t){return e.body?e.body.parts?`
   :multipart [`+e.body.parts.map(s=>B(s,t)).join(`
               `)+"]":`
   :body `+(e.body.file?b(e.body.file,t):u(e.body.text,t)):""}var R=(e,t)=>{let s=t.headers(e).map(([d,r])=>u(d,t)+" "+u(r,t));return"(require '[clj-http.client :as client]"+(e.body?.file||e.body?.parts?.some(d=>d.file)?`
         '[clojure.java.io :as io]`:"")+`)

(def response
 (client/request
  {:method :`+e.method.toLowerCase()+`
   :url `+u(e.url,t)+(s.length>0?`
   :headers {`+s.join(`
             `)+"}":"")+q(e,t)+`}))

(println (:status response) (:body response))
`},g={clj_http:R};function n(e,t){return e.includes(`
`)&&/^[^\s]/m.test(e)?`"""
`+t.escape(e,{"\\":"\\\\","	":"\\t","\r":"\\r","\n":`
`},"\\u").replaceAll('"""','\\"\\"\\"').replace(/ +$/gm,o=>"\\s".repeat(o.length)).replace(/"$/,'\\"')+'"""':t.quote(e)}var v=/^(POST|PUT|PATCH)$/;function m(e,t){return e.map(s=>"import "+s+`;
`).join("")+`
public class Main {
    public static void main(String[] arguments) throws Exception {
`+t+`    }
}
`}var P=e=>!!e.body?.file||!!e.body?.parts?.some(t=>t.file),F=(e,t)=>{let s=t.flat(e),o=t.form(e),d=t.basic(e),r=d&&'"Basic " + Base64.getEncoder().encodeToString('+n(d.join(":"),t)+".getBytes(StandardCharsets.UTF_8))",l=s.body.map(a=>a.file?"HttpRequest.BodyPublishers.ofFile(Path.of("+n(a.file,t)+"))":"HttpRequest.BodyPublishers.ofString("+n(a.text??"",t)+")"),p=o?`HttpRequest.BodyPublishers.ofString(Arrays.stream(fields)
            .map(field -> URLEncoder.encode(field[0], StandardCharsets.UTF_8) + "=" + URLEncoder.encode(field[1], StandardCharsets.UTF_8))
            .collect(Collectors.joining("&")))`:l.length>1?`HttpRequest.BodyPublishers.concat(
`+l.map(a=>"            "+a).join(`,
`)+")":l.join(""),c=!p&&e.method==="GET"?".GET()":".method("+n(e.method,t)+", "+(p?"body":"HttpRequest.BodyPublishers.noBody()")+")";return m(["java.net.URI",...o?["java.net.URLEncoder"]:[],"java.net.http.HttpClient","java.net.http.HttpRequest","java.net.http.HttpResponse",...o||d?["java.nio.charset.StandardCharsets"]:[],...P(e)?["java.nio.file.Path"]:[],...o?["java.util.Arrays"]:[],...d?["java.util.Base64"]:[],...o?["java.util.stream.Collectors"]:[]],(o?`        var fields = new String[][] {
`+o.map(([a,y])=>"            {"+n(a,t)+", "+n(y,t)+`},
`).join("")+`        };
`:"")+(p&&"        var body = "+p+`;
`)+"        var request = HttpRequest.newBuilder(URI.create("+n(e.url,t)+`))
            `+c+`
`+t.rest(s.headers,d,null).map(([a,y])=>"            .header("+n(a,t)+", "+n(y,t)+`)
`).join("")+(r?'            .header("Authorization", '+r+`)
`:"")+`            .build();
        var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(response.statusCode() + " " + response.body());
`)},S=(e,t)=>e?"MediaType.get("+n(e,t)+")":"null",f=(e,t,s,o)=>"RequestBody.create("+(t?"new File("+n(t,o)+")":n(e,o)+".getBytes(StandardCharsets.UTF_8)")+", "+S(s,o)+")",T=(e,t)=>{let s=t.form(e),o=t.basic(e),d=t.type(e.headers),r=e.body?.parts?.map(a=>"            "+(a.headers?".addPart(Headers.of("+["Content-Disposition",t.disposition(a),...a.headers.flat()].map(y=>n(y,t)).join(", ")+"), "+f(a.text,a.file,a.type,t):".addFormDataPart("+n(a.name,t)+", "+(a.file||a.type?(a.file?n(a.file,t):"null")+", "+f(a.text,a.file,a.type,t):n(a.text,t)))+`)
`),l=v.test(e.method)?"RequestBody.create(new byte[0], null)":"null",p=r?`new MultipartBody.Builder()
            .setType(MultipartBody.FORM)
`+r.join("")+"            .build()":s?`new FormBody.Builder()
`+s.map(([a,y])=>"            .add("+n(a,t)+", "+n(y,t)+`)
`).join("")+"            .build()":e.body?f(e.body.text,e.body.file,d?.[1]??"",t):l,c=t.rest(t.headers(e),o,e.body);return m(["java.io.File","java.nio.charset.StandardCharsets","okhttp3.*"],"        RequestBody body = "+p+`;
        Request request = new Request.Builder()
            .url(`+n(e.url,t)+`)
            .method(`+n(e.method,t)+`, body)
`+c.map(([a,y])=>"            .header("+n(a,t)+", "+n(y,t)+`)
`).join("")+(o?'            .header("Authorization", Credentials.basic('+n(o[0],t)+", "+n(o[1],t)+`))
`:"")+`            .build();
        try (Response response = new OkHttpClient().newCall(request).execute()) {
            System.out.println(response.code() + " " + response.body().string());
        }
`)};function H(e,t){let s=", "+(e.type?n(e.type,t):"null"),o=e.headers?" {{ "+e.headers.map(([r,l])=>"addCustomHeader("+n(r,t)+", "+n(l,t)+"); ").join("")+"}}":"";return"                .addBodyPart(new "+(e.file?"FilePart("+n(e.name,t)+", new File("+n(e.file,t)+")"+s:"StringPart("+n(e.name,t)+", "+n(e.text,t)+s+", StandardCharsets.UTF_8")+")"+o+`)
`}var x=(e,t)=>{let s=t.form(e),o=t.basic(e),d=e.body?.parts?e.body.parts.map(r=>H(r,t)).join(""):s?s.map(([r,l])=>"                .addFormParam("+n(r,t)+", "+n(l,t)+`)
`).join(""):e.body?"                .setBody("+(e.body.file?"new File("+n(e.body.file,t)+")":n(e.body.text,t)+".getBytes(StandardCharsets.UTF_8)")+`)
`:"";return m(["java.io.File","java.nio.charset.StandardCharsets","org.asynchttpclient.*","org.asynchttpclient.request.body.multipart.*"],`        try (var client = Dsl.asyncHttpClient()) {
            var response = client.prepare(`+n(e.method,t)+", "+n(e.url,t)+`)
`+t.rest(t.headers(e),o,s).map(([r,l])=>"                .setHeader("+n(r,t)+", "+n(l,t)+`)
`).join("")+(o?"                .setRealm(Dsl.basicAuthRealm("+n(o[0],t)+", "+n(o[1],t)+`).setUsePreemptiveAuth(true))
`:"")+d+`                .execute().get();
            System.out.println(response.getStatusCode() + " " + response.getResponseBody());
        }
`)};function U(e,t){let s=e.file?"new File("+n(e.file,t)+")":n(e.text,t);return"            .field("+n(e.name,t)+", "+s+(e.type&&", "+n(e.type,t))+`)
`}var w=(e,t)=>{let s=t.form(e),o=t.basic(e),d=e.body?.parts?`            .multiPartContent()
`+e.body.parts.map(r=>U(r,t)).join(""):s?s.map(([r,l])=>"            .field("+n(r,t)+", "+n(l,t)+`)
`).join(""):e.body?"            .body("+(e.body.file?"Files.readAllBytes(Path.of("+n(e.body.file,t)+"))":n(e.body.text,t)+".getBytes(StandardCharsets.UTF_8)")+`)
`:"";return m(["java.io.File","java.nio.charset.StandardCharsets","java.nio.file.Files","java.nio.file.Path","kong.unirest.core.Unirest"],"        var response = Unirest.request("+n(e.method,t)+", "+n(e.url,t)+`)
`+t.rest(t.headers(e),o,s).map(([r,l])=>"            .header("+n(r,t)+", "+n(l,t)+`)
`).join("")+(o?"            .basicAuth("+n(o[0],t)+", "+n(o[1],t)+`)
`:"")+d+`            .asString();
        System.out.println(response.getStatus() + " " + response.getBody());
`)},j={nethttp:F,okhttp:T,asynchttp:x,unirest:w};function i(e,t){return e.includes(`
`)&&!/"""|"$|\r/.test(e)?'"""'+e.replaceAll("$",()=>"${'$'}")+'"""':t.quote(e,{$:"\\$"})}var h=(e,t,s,o)=>(t?"File("+i(t,o)+").asRequestBody(":i(e,o)+".toByteArray().toRequestBody(")+(s&&i(s,o)+".toMediaType()")+")",A=(e,t)=>"        "+(e.headers?".addPart(Headers.headersOf("+["Content-Disposition",t.disposition(e),...e.headers.flat()].map(s=>i(s,t)).join(", ")+"), "+h(e.text,e.file,e.type,t):".addFormDataPart("+i(e.name,t)+", "+(e.file||e.type?(e.file?i(e.file,t):"null")+", "+h(e.text,e.file,e.type,t):i(e.text,t)))+`)
`,K=(e,t)=>{let s=t.type(e.headers),o=t.form(e),d=t.basic(e),r=t.rest(t.headers(e),d,e.body),l=/^(POST|PUT|PATCH)$/.test(e.method)?"ByteArray(0).toRequestBody()":"null";return`import java.io.File
import okhttp3.*
import okhttp3.MediaType.Companion.toMediaType
import okhttp3.RequestBody.Companion.asRequestBody
import okhttp3.RequestBody.Companion.toRequestBody

fun main() {
    val body = `+(e.body?.parts?`MultipartBody.Builder()
        .setType(MultipartBody.FORM)
`+e.body.parts.map(c=>A(c,t)).join("")+"        .build()":o?`FormBody.Builder()
`+o.map(([c,a])=>"        .add("+i(c,t)+", "+i(a,t)+`)
`).join("")+"        .build()":e.body?h(e.body.text,e.body.file,s?.[1]??"",t):l)+`
    val request = Request.Builder()
        .url(`+i(e.url,t)+`)
        .method(`+i(e.method,t)+`, body)
`+r.map(([c,a])=>"        .header("+i(c,t)+", "+i(a,t)+`)
`).join("")+(d?'        .header("Authorization", Credentials.basic('+i(d[0],t)+", "+i(d[1],t)+`))
`:"")+`        .build()
    OkHttpClient().newCall(request).execute().use { response ->
        println("\${response.code} \${response.body?.string()}")
    }
}
`},C={okhttp:K};var L={clojure:g,java:j,kotlin:C};export{L as languages};
