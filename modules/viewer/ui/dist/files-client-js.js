(()=>{
"use strict";var exported=(()=>{var f=Object.defineProperty;var C=Object.getOwnPropertyDescriptor;var j=Object.getOwnPropertyNames;var w=Object.prototype.hasOwnProperty;var R=(t,e)=>{for(var n in e)f(t,n,{get:e[n],enumerable:!0})},S=(t,e,n,o)=>{if(e&&typeof e=="object"||typeof e=="function")for(let s of j(e))!w.call(t,s)&&s!==n&&f(t,s,{get:()=>e[s],enumerable:!(o=C(e,s))||o.enumerable});return t};var F=t=>S(f({},"__esModule",{value:!0}),t);var H={};R(H,{languages:()=>E});function r(t,e){let n=o=>"\\u"+o.toString(16).padStart(4,"0");return t.includes(`
`)?"`"+e.escape(t,{"\\":"\\\\","`":"\\`","\n":`
`,"	":"	","\r":"\\r"},n).replaceAll("${","\\${")+"`":'"'+e.escape(t,{"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r"},n)+'"'}function d(t,e,n){let o=n?t.headers:e.headers(t),s=n&&t.cookies.length>0?"// The browser adds the cookies: "+t.cookies.map(p=>p[0]).join(", ")+`
`:"",a=t.body;if(!a)return{imports:"",setup:s,headers:o,body:""};let c=(!!a.file||!!a.parts?.some(p=>p.file))&&!n?`import { readFile } from "node:fs/promises";
`:"";if(a.parts)return{imports:c,setup:s+K(a.parts,e,n),headers:o,body:"body"};let x=a.file?b(a.file,e,n):h(t,a.text,e);return{imports:c,setup:s+"const body = "+x+`;

`,headers:o,body:"body"}}function h(t,e,n){let o=n.form(t);if(!o)return r(e,n);let s=new Set(o.map(([l])=>l)).size===o.length&&!o.some(([l])=>/^\d+$|^__proto__$/.test(l)),a=o.map(([l,c])=>"  "+(s?r(l,n)+": "+r(c,n):"["+r(l,n)+", "+r(c,n)+"]")+`,
`).join("");return"new URLSearchParams("+(s?`{
`+a+"}":`[
`+a+"]")+").toString()"}function m(t,[e,n],o){let s=o.basic(t);return s&&e==="Authorization"?'"Basic " + btoa('+r(s.join(":"),o)+")":r(n,o)}var b=(t,e,n)=>n?'document.querySelector("input[type=file]").files[0]':"await readFile("+r(t,e)+")";function K(t,e,n){return`const body = new FormData();
`+t.map(s=>{let a=s.file?b(s.file,e,n):r(s.text,e),l=s.file&&!n||s.type?"new Blob(["+a+"]"+(s.type&&", { type: "+r(s.type,e)+" }")+")":a;return"body.append("+r(s.name,e)+", "+l+(s.file&&", "+r(s.file,e))+`);
`}).join("")+`
`}function i(t,e,n,o){let s=t.filter(a=>a!==!1);return e.length>0&&s.push(`headers: {
`+e.map(a=>"    "+r(a[0],o)+": "+m(n,a,o)+`,
`).join("")+"  }"),`{
`+s.map(a=>"  "+a+`,
`).join("")+"}"}var P=`console.log(response.status, await response.text());
`,T=t=>(e,n)=>{let o=d(e,n,t),s=["method: "+r(e.method,n),t&&e.cookies.length>0&&'credentials: "include"',o.body!==""&&"body"];return o.imports+(o.imports&&`
`)+o.setup+"const response = await fetch("+r(e.url,n)+", "+i(s,o.headers,e,n)+`);
`+P},_=(t,e)=>{let n=t.body?.parts?", FormData":"",o=d(t,e,!1),s=["method: "+r(t.method,e),o.body!==""&&"body"];return o.imports+"import { request"+n+` } from "undici";

`+o.setup+"const { statusCode, body: answer } = await request("+r(t.url,e)+", "+i(s,o.headers,t,e)+`);
console.log(statusCode, await answer.text());
`},$=t=>(e,n)=>{let o=d(e,n,t),s=["method: "+r(e.method,n),"url: "+r(e.url,n),t&&e.cookies.length>0&&"withCredentials: true",o.body!==""&&"data: body",!!e.body?.text&&"transformRequest: [(data) => data]"];return o.imports+`import axios from "axios";

`+o.setup+"const response = await axios.request("+i(s,o.headers,e,n)+`);
console.log(response.status, response.data);
`},B=t=>(e,n)=>{let o=d(e,n,t),s=["method: "+r(e.method,n),t&&e.cookies.length>0&&'credentials: "include"',o.body!==""&&"body"];return o.imports+`import { ofetch } from "ofetch";

`+o.setup+"const data = await ofetch("+r(e.url,n)+", "+i(s,o.headers,e,n)+`);
console.log(data);
`},L=(t,e)=>{let n=d(t,e,!0),o=n.headers.find(([l])=>l==="Content-Type"),s=["url: "+r(t.url,e),"method: "+r(t.method,e),'dataType: "text"',t.cookies.length>0&&"xhrFields: { withCredentials: true }",n.body!==""&&"data: body",n.body!==""&&"processData: false",n.body!==""&&"contentType: "+(o?r(o[1],e):"false")],a=n.headers.filter(l=>l!==o||n.body==="");return n.setup+"$.ajax("+i(s,a,t,e)+`).done((text, status, response) => {
  console.log(response.status, text);
});
`},D=(t,e)=>{let n=d(t,e,!0);return n.setup+`const request = new XMLHttpRequest();
request.open(`+r(t.method,e)+", "+r(t.url,e)+`);
`+(t.cookies.length>0?`request.withCredentials = true;
`:"")+n.headers.map(o=>"request.setRequestHeader("+r(o[0],e)+", "+m(t,o,e)+`);
`).join("")+`request.addEventListener("load", () => console.log(request.status, request.responseText));
request.send(`+n.body+`);
`};function y(t,e){let n=e.flat(t),o=n.body.map(a=>a.file?"readFileSync("+r(a.file,e)+")":n.body.length>1?"Buffer.from("+r(a.text??"",e)+")":h(t,a.text??"",e)),s=o.length>1?`Buffer.concat([
`+o.map(a=>"  "+a+`,
`).join("")+"])":o.join("");return{headers:n.headers,files:n.body.some(a=>a.file),body:s}}var v=(t,e)=>{let n=y(t,e),o=e.place(t.url).secure?"https":"http";return(n.files?`import { readFileSync } from "node:fs";
`:"")+'import { request } from "node:'+o+`";

`+(n.body&&"const body = "+n.body+`;

`)+"const call = request("+r(t.url,e)+", "+i(["method: "+r(t.method,e)],n.headers,t,e)+`, async (response) => {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) {
    text += chunk;
  }
  console.log(response.statusCode, text);
});
call.end(`+(n.body&&"body")+`);
`},z=(t,e)=>{let n=y(t,e),o=["method: "+r(t.method,e),"url: "+r(t.url,e),n.body!==""&&"body"];return(n.files?`import { readFileSync } from "node:fs";
`:"")+`import request from "request";

`+(n.body&&"const body = "+n.body+`;

`)+"request("+i(o,n.headers,t,e)+`, (error, response, text) => {
  if (error) throw error;
  console.log(response.statusCode, text);
});
`},A=(t,e)=>{let n=y(t,e),o=n.headers.map(s=>`
  .header(`+r(s[0],e)+", "+m(t,s,e)+")").join("");return(n.files?`import { readFileSync } from "node:fs";
`:"")+`import unirest from "unirest";

`+(n.body&&"const body = "+n.body+`;

`)+"unirest("+r(t.method,e)+", "+r(t.url,e)+")"+o+(n.body&&`
  .send(body)`)+`
  .end((response) => {
    console.log(response.status, response.raw_body);
  });
`};function u(t){let e={fetch:T(t),axios:$(t),ofetch:B(t)};return t?{...e,jquery:L,xhr:D}:{...e,undici:_,native:v,request:z,unirest:A}}var g=u(!0);var q=u(!1);var E={js:g,node:q};return F(H);})();
(globalThis.trefoilFiles??={})["assets/client-js"]=exported})();
