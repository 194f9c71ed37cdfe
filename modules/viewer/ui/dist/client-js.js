function r(t,e){let n=o=>"\\u"+o.toString(16).padStart(4,"0");return t.includes(`
`)?"`"+e.escape(t,{"\\":"\\\\","`":"\\`","\n":`
`,"	":"	","\r":"\\r"},n).replaceAll("${","\\${")+"`":'"'+e.escape(t,{"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r"},n)+'"'}function d(t,e,n){let o=n?t.headers:e.headers(t),s=n&&t.cookies.length>0?"// The browser adds the cookies: "+t.cookies.map(p=>p[0]).join(", ")+`
`:"",a=t.body;if(!a)return{imports:"",setup:s,headers:o,body:""};let c=(!!a.file||!!a.parts?.some(p=>p.file))&&!n?`import { readFile } from "node:fs/promises";
`:"";if(a.parts)return{imports:c,setup:s+C(a.parts,e,n),headers:o,body:"body"};let q=a.file?h(a.file,e,n):m(t,a.text,e);return{imports:c,setup:s+"const body = "+q+`;

`,headers:o,body:"body"}}function m(t,e,n){let o=n.form(t);if(!o)return x(t,e,n)?"JSON.stringify("+e.replace(/^( *)"([a-z_$][\w$]*)":/gim,"$1$2:")+")":r(e,n);let s=new Set(o.map(([i])=>i)).size===o.length&&!o.some(([i])=>/^\d+$|^__proto__$/.test(i)),a=o.map(([i,c])=>"  "+(s?r(i,n)+": "+r(c,n):"["+r(i,n)+", "+r(c,n)+"]")+`,
`).join("");return"new URLSearchParams("+(s?`{
`+a+"}":`[
`+a+"]")+").toString()"}function x(t,e,n){if(!/^application\/(.*\+)?json$/.test(n.type(t.headers)?.[1]??"")||e.includes("__proto__"))return!1;try{return JSON.stringify(JSON.parse(e))===e.replace(/("(?:[^"\\]|\\.)*")|\s+/g,"$1")}catch{return!1}}function f(t,[e,n],o){let s=o.basic(t);return s&&e==="Authorization"?'"Basic " + btoa('+r(s.join(":"),o)+")":r(n,o)}var h=(t,e,n)=>n?'document.querySelector("input[type=file]").files[0]':"await readFile("+r(t,e)+")";function C(t,e,n){return`const body = new FormData();
`+t.map(s=>{let a=s.file?h(s.file,e,n):r(s.text,e),i=s.file&&!n||s.type?"new Blob(["+a+"]"+(s.type&&", { type: "+r(s.type,e)+" }")+")":a;return"body.append("+r(s.name,e)+", "+i+(s.file&&", "+r(s.file,e))+`);
`}).join("")+`
`}function l(t,e,n,o){let s=t.filter(a=>a!==!1);return e.length>0&&s.push(`headers: {
`+e.map(a=>"    "+r(a[0],o)+": "+f(n,a,o)+`,
`).join("")+"  }"),`{
`+s.map(a=>"  "+a+`,
`).join("")+"}"}var j=`console.log(response.status, await response.text());
`,w=t=>(e,n)=>{let o=d(e,n,t),s=["method: "+r(e.method,n),t&&e.cookies.length>0&&'credentials: "include"',o.body!==""&&"body"];return o.imports+(o.imports&&`
`)+o.setup+"const response = await fetch("+r(e.url,n)+", "+l(s,o.headers,e,n)+`);
`+j},S=(t,e)=>{let n=t.body?.parts?", FormData":"",o=d(t,e,!1),s=["method: "+r(t.method,e),o.body!==""&&"body"];return o.imports+"import { request"+n+` } from "undici";

`+o.setup+"const { statusCode, body: answer } = await request("+r(t.url,e)+", "+l(s,o.headers,t,e)+`);
console.log(statusCode, await answer.text());
`},R=t=>(e,n)=>{let o=d(e,n,t),s=["method: "+r(e.method,n),"url: "+r(e.url,n),t&&e.cookies.length>0&&"withCredentials: true",o.body!==""&&"data: body",!!e.body?.text&&"transformRequest: [(data) => data]"];return o.imports+`import axios from "axios";

`+o.setup+"const response = await axios.request("+l(s,o.headers,e,n)+`);
console.log(response.status, response.data);
`},$=t=>(e,n)=>{let o=d(e,n,t),s=["method: "+r(e.method,n),t&&e.cookies.length>0&&'credentials: "include"',o.body!==""&&"body"];return o.imports+`import { ofetch } from "ofetch";

`+o.setup+"const data = await ofetch("+r(e.url,n)+", "+l(s,o.headers,e,n)+`);
console.log(data);
`},K=(t,e)=>{let n=d(t,e,!0),o=e.type(n.headers),s=["url: "+r(t.url,e),"method: "+r(t.method,e),'dataType: "text"',t.cookies.length>0&&"xhrFields: { withCredentials: true }",n.body!==""&&"data: body",n.body!==""&&"processData: false",n.body!==""&&"contentType: "+(o?r(o[1],e):"false")],a=n.headers.filter(i=>i!==o||n.body==="");return n.setup+"$.ajax("+l(s,a,t,e)+`).done((text, status, response) => {
  console.log(response.status, text);
});
`},_=(t,e)=>{let n=d(t,e,!0);return n.setup+`const request = new XMLHttpRequest();
request.open(`+r(t.method,e)+", "+r(t.url,e)+`);
`+(t.cookies.length>0?`request.withCredentials = true;
`:"")+n.headers.map(o=>"request.setRequestHeader("+r(o[0],e)+", "+f(t,o,e)+`);
`).join("")+`request.addEventListener("load", () => console.log(request.status, request.responseText));
request.send(`+n.body+`);
`};function y(t,e){let n=e.flat(t),o=n.body.map(a=>a.file?"readFileSync("+r(a.file,e)+")":n.body.length>1?"Buffer.from("+r(a.text??"",e)+")":m(t,a.text??"",e)),s=o.length>1?`Buffer.concat([
`+o.map(a=>"  "+a+`,
`).join("")+"])":o.join("");return{headers:n.headers,files:n.body.some(a=>a.file),body:s}}var F=(t,e)=>{let n=y(t,e),o=e.place(t.url).secure?"https":"http";return(n.files?`import { readFileSync } from "node:fs";
`:"")+'import { request } from "node:'+o+`";

`+(n.body&&"const body = "+n.body+`;

`)+"const call = request("+r(t.url,e)+", "+l(["method: "+r(t.method,e)],n.headers,t,e)+`, async (response) => {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) {
    text += chunk;
  }
  console.log(response.statusCode, text);
});
call.end(`+(n.body&&"body")+`);
`},P=(t,e)=>{let n=y(t,e),o=["method: "+r(t.method,e),"url: "+r(t.url,e),n.body!==""&&"body"];return(n.files?`import { readFileSync } from "node:fs";
`:"")+`import request from "request";

`+(n.body&&"const body = "+n.body+`;

`)+"request("+l(o,n.headers,t,e)+`, (error, response, text) => {
  if (error) throw error;
  console.log(response.statusCode, text);
});
`},O=(t,e)=>{let n=y(t,e),o=n.headers.map(s=>`
  .header(`+r(s[0],e)+", "+f(t,s,e)+")").join("");return(n.files?`import { readFileSync } from "node:fs";
`:"")+`import unirest from "unirest";

`+(n.body&&"const body = "+n.body+`;

`)+"unirest("+r(t.method,e)+", "+r(t.url,e)+")"+o+(n.body&&`
  .send(body)`)+`
  .end((response) => {
    console.log(response.status, response.raw_body);
  });
`};function u(t){let e={fetch:w(t),axios:R(t),ofetch:$(t)};return t?{...e,jquery:K,xhr:_}:{...e,undici:S,native:F,request:P,unirest:O}}var b=u(!0);var g=u(!1);var v={js:b,node:g};export{v as languages};
