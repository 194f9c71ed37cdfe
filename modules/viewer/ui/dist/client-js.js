function r(o,e){return o.includes(`
`)?"`"+e.escape(o,{"\\":"\\\\","`":"\\`","\n":`
`,"	":"	","\r":"\\r"},"\\u").replaceAll("${","\\${")+"`":e.quote(o)}function d(o,e,n){let t=n?o.headers:e.headers(o),s=n&&o.cookies.length>0?"// The browser adds the cookies: "+o.cookies.map(f=>f[0]).join(", ")+`
`:"",a=o.body;if(!a)return{imports:"",setup:s,headers:t,body:""};let c=(!!a.file||!!a.parts?.some(f=>f.file))&&!n?`import { readFile } from "node:fs/promises";
`:"";if(a.parts)return{imports:c,setup:s+(e.headed(o)?C(o,e,n):j(a.parts,e,n)),headers:t,body:"body"};let q=a.file?y(a.file,e,n):h(o,a.text,e);return{imports:c,setup:s+"const body = "+q+`;

`,headers:t,body:"body"}}function h(o,e,n){let t=n.form(o);if(!t)return x(o,e,n)?"JSON.stringify("+e.replace(/^( *)"([a-z_$][\w$]*)":/gim,"$1$2:")+")":r(e,n);let s=new Set(t.map(([l])=>l)).size===t.length&&!t.some(([l])=>/^\d+$|^__proto__$/.test(l)),a=t.map(([l,c])=>"  "+(s?r(l,n)+": "+r(c,n):"["+r(l,n)+", "+r(c,n)+"]")+`,
`).join("");return"new URLSearchParams("+(s?`{
`+a+"}":`[
`+a+"]")+").toString()"}function x(o,e,n){if(!/^application\/(.*\+)?json$/.test(n.type(o.headers)?.[1]??"")||e.includes("__proto__"))return!1;try{return JSON.stringify(JSON.parse(e))===e.replace(/("(?:[^"\\]|\\.)*")|\s+/g,"$1")}catch{return!1}}function p(o,[e,n],t){let s=t.basic(o);return s&&e==="Authorization"?'"Basic " + btoa('+r(s.join(":"),t)+")":t.wide(n,r(n,t))}var y=(o,e,n)=>n?'document.querySelector("input[type=file]").files[0]':"await readFile("+r(o,e)+")";function C(o,e,n){let{headers:t,body:s}=e.flat(o);return`const body = new Blob([
`+s.map(l=>"  "+(l.file?y(l.file,e,n):r(l.text??"",e))+`,
`).join("")+"], { type: "+r(t[0]?.[1]??"",e)+` });

`}function j(o,e,n){return`const body = new FormData();
`+o.map(s=>{let a=s.file?y(s.file,e,n):r(s.text,e),l=s.file&&!n||s.type?"new Blob(["+a+"]"+(s.type&&", { type: "+r(s.type,e)+" }")+")":a;return"body.append("+r(s.name,e)+", "+l+(s.file&&", "+r(s.file,e))+`);
`}).join("")+`
`}function i(o,e,n,t){let s=o.filter(a=>a!==!1);return e.length>0&&s.push(`headers: {
`+e.map(a=>"    "+r(a[0],t)+": "+p(n,a,t)+`,
`).join("")+"  }"),`{
`+s.map(a=>"  "+a+`,
`).join("")+"}"}var w=`console.log(response.status, await response.text());
`,R=o=>(e,n)=>{let t=d(e,n,o),s=["method: "+r(e.method,n),o&&e.cookies.length>0&&'credentials: "include"',t.body!==""&&"body"];return t.imports+(t.imports&&`
`)+t.setup+"const response = await fetch("+r(e.url,n)+", "+i(s,t.headers,e,n)+`);
`+w},K=(o,e)=>{let n=o.body?.parts&&!e.headed(o)?", FormData":"",t=d(o,e,!1),s=["method: "+r(o.method,e),t.body!==""&&"body"];return t.imports+"import { request"+n+` } from "undici";

`+t.setup+"const { statusCode, body: answer } = await request("+r(o.url,e)+", "+i(s,t.headers,o,e)+`);
console.log(statusCode, await answer.text());
`},S=o=>(e,n)=>{let t=d(e,n,o),s=["method: "+r(e.method,n),"url: "+r(e.url,n),o&&e.cookies.length>0&&"withCredentials: true",t.body!==""&&"data: body",!!e.body?.text&&"transformRequest: [(data) => data]"];return t.imports+`import axios from "axios";

`+t.setup+"const response = await axios.request("+i(s,t.headers,e,n)+`);
console.log(response.status, response.data);
`},$=o=>(e,n)=>{let t=d(e,n,o),s=["method: "+r(e.method,n),o&&e.cookies.length>0&&'credentials: "include"',t.body!==""&&"body"];return t.imports+`import { ofetch } from "ofetch";

`+t.setup+"const data = await ofetch("+r(e.url,n)+", "+i(s,t.headers,e,n)+`);
console.log(data);
`},_=(o,e)=>{let n=d(o,e,!0),t=e.type(n.headers),s=["url: "+r(o.url,e),"method: "+r(o.method,e),'dataType: "text"',o.cookies.length>0&&"xhrFields: { withCredentials: true }",n.body!==""&&"data: body",n.body!==""&&"processData: false",n.body!==""&&"contentType: "+(t?r(t[1],e):"false")],a=n.headers.filter(l=>l!==t||n.body==="");return n.setup+"$.ajax("+i(s,a,o,e)+`).done((text, status, response) => {
  console.log(response.status, text);
});
`},F=(o,e)=>{let n=d(o,e,!0);return n.setup+`const request = new XMLHttpRequest();
request.open(`+r(o.method,e)+", "+r(o.url,e)+`);
`+(o.cookies.length>0?`request.withCredentials = true;
`:"")+n.headers.map(t=>"request.setRequestHeader("+r(t[0],e)+", "+p(o,t,e)+`);
`).join("")+`request.addEventListener("load", () => console.log(request.status, request.responseText));
request.send(`+n.body+`);
`};function m(o,e){let n=e.flat(o),t=n.body.map(a=>a.file?"readFileSync("+r(a.file,e)+")":n.body.length>1?"Buffer.from("+r(a.text??"",e)+")":h(o,a.text??"",e)),s=t.length>1?`Buffer.concat([
`+t.map(a=>"  "+a+`,
`).join("")+"])":t.join("");return{headers:n.headers,files:n.body.some(a=>a.file),body:s}}var P=(o,e)=>{let n=m(o,e),t=e.place(o.url).secure?"https":"http";return(n.files?`import { readFileSync } from "node:fs";
`:"")+'import { request } from "node:'+t+`";

`+(n.body&&"const body = "+n.body+`;

`)+"const call = request("+r(o.url,e)+", "+i(["method: "+r(o.method,e)],n.headers,o,e)+`, async (response) => {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) {
    text += chunk;
  }
  console.log(response.statusCode, text);
});
call.end(`+(n.body&&"body")+`);
`},B=(o,e)=>{let n=m(o,e),t=["method: "+r(o.method,e),"url: "+r(o.url,e),n.body!==""&&"body"];return(n.files?`import { readFileSync } from "node:fs";
`:"")+`import request from "request";

`+(n.body&&"const body = "+n.body+`;

`)+"request("+i(t,n.headers,o,e)+`, (error, response, text) => {
  if (error) throw error;
  console.log(response.statusCode, text);
});
`},O=(o,e)=>{let n=m(o,e),t=n.headers.map(s=>`
  .header(`+r(s[0],e)+", "+p(o,s,e)+")").join("");return(n.files?`import { readFileSync } from "node:fs";
`:"")+`import unirest from "unirest";

`+(n.body&&"const body = "+n.body+`;

`)+"unirest("+r(o.method,e)+", "+r(o.url,e)+")"+t+(n.body&&`
  .send(body)`)+`
  .end((response) => {
    console.log(response.status, response.raw_body);
  });
`};function u(o){let e={fetch:R(o),axios:S(o),ofetch:$(o)};return o?{...e,jquery:_,xhr:F}:{...e,undici:K,native:P,request:B,unirest:O}}var b=u(!0);var g=u(!1);var E={js:b,node:g};export{E as languages};
