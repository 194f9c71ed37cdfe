(()=>{
"use strict";var exported=(()=>{var p=Object.defineProperty;var q=Object.getOwnPropertyDescriptor;var x=Object.getOwnPropertyNames;var C=Object.prototype.hasOwnProperty;var j=(t,e)=>{for(var n in e)p(t,n,{get:e[n],enumerable:!0})},w=(t,e,n,o)=>{if(e&&typeof e=="object"||typeof e=="function")for(let s of x(e))!C.call(t,s)&&s!==n&&p(t,s,{get:()=>e[s],enumerable:!(o=q(e,s))||o.enumerable});return t};var F=t=>w(p({},"__esModule",{value:!0}),t);var O={};j(O,{languages:()=>H});function r(t,e){let n=o=>"\\u"+o.toString(16).padStart(4,"0");return t.includes(`
`)?"`"+e.escape(t,{"\\":"\\\\","`":"\\`","\n":`
`,"	":"	","\r":"\\r"},n).replaceAll("${","\\${")+"`":'"'+e.escape(t,{"\\":"\\\\",'"':'\\"',"	":"\\t","\r":"\\r"},n)+'"'}function i(t,e,n){let o=n?t.headers:e.headers(t),s=n&&t.cookies.length>0?"// The browser adds the cookies: "+t.cookies.map(u=>u[0]).join(", ")+`
`:"",a=t.body;if(!a)return{imports:"",setup:s,headers:o,body:""};let y=(!!a.file||!!a.parts?.some(u=>u.file))&&!n?`import { readFile } from "node:fs/promises";
`:"";if(a.parts)return{imports:y,setup:s+K(a.parts,e,n),headers:o,body:"body"};let g=a.file?m(a.file,e,n):r(a.text,e);return{imports:y,setup:s+"const body = "+g+`;

`,headers:o,body:"body"}}var m=(t,e,n)=>n?'document.querySelector("input[type=file]").files[0]':"await readFile("+r(t,e)+")";function K(t,e,n){return`const body = new FormData();
`+t.map(s=>{let a=s.file?m(s.file,e,n):r(s.text,e),d=s.file&&!n||s.type?"new Blob(["+a+"]"+(s.type&&", { type: "+r(s.type,e)+" }")+")":a;return"body.append("+r(s.name,e)+", "+d+(s.file&&", "+r(s.file,e))+`);
`}).join("")+`
`}function l(t,e,n){let o=t.filter(s=>s!==!1);return e.length>0&&o.push(`headers: {
`+e.map(([s,a])=>"    "+r(s,n)+": "+r(a,n)+`,
`).join("")+"  }"),`{
`+o.map(s=>"  "+s+`,
`).join("")+"}"}var S=`console.log(response.status, await response.text());
`,P=t=>(e,n)=>{let o=i(e,n,t),s=["method: "+r(e.method,n),t&&e.cookies.length>0&&'credentials: "include"',o.body!==""&&"body"];return o.imports+(o.imports&&`
`)+o.setup+"const response = await fetch("+r(e.url,n)+", "+l(s,o.headers,n)+`);
`+S},R=(t,e)=>{let n=t.body?.parts?", FormData":"",o=i(t,e,!1),s=["method: "+r(t.method,e),o.body!==""&&"body"];return o.imports+"import { request"+n+` } from "undici";

`+o.setup+"const { statusCode, body: answer } = await request("+r(t.url,e)+", "+l(s,o.headers,e)+`);
console.log(statusCode, await answer.text());
`},T=t=>(e,n)=>{let o=i(e,n,t),s=["method: "+r(e.method,n),"url: "+r(e.url,n),t&&e.cookies.length>0&&"withCredentials: true",o.body!==""&&"data: body",!!e.body?.text&&"transformRequest: [(data) => data]"];return o.imports+`import axios from "axios";

`+o.setup+"const response = await axios.request("+l(s,o.headers,n)+`);
console.log(response.status, response.data);
`},v=t=>(e,n)=>{let o=i(e,n,t),s=["method: "+r(e.method,n),t&&e.cookies.length>0&&'credentials: "include"',o.body!==""&&"body"];return o.imports+`import { ofetch } from "ofetch";

`+o.setup+"const data = await ofetch("+r(e.url,n)+", "+l(s,o.headers,n)+`);
console.log(data);
`},B=(t,e)=>{let n=i(t,e,!0),o=n.headers.find(([d])=>d==="Content-Type"),s=["url: "+r(t.url,e),"method: "+r(t.method,e),'dataType: "text"',t.cookies.length>0&&"xhrFields: { withCredentials: true }",n.body!==""&&"data: body",n.body!==""&&"processData: false",n.body!==""&&"contentType: "+(o?r(o[1],e):"false")],a=n.headers.filter(d=>d!==o||n.body==="");return n.setup+"$.ajax("+l(s,a,e)+`).done((text, status, response) => {
  console.log(response.status, text);
});
`},D=(t,e)=>{let n=i(t,e,!0);return n.setup+`const request = new XMLHttpRequest();
request.open(`+r(t.method,e)+", "+r(t.url,e)+`);
`+(t.cookies.length>0?`request.withCredentials = true;
`:"")+n.headers.map(([o,s])=>"request.setRequestHeader("+r(o,e)+", "+r(s,e)+`);
`).join("")+`request.addEventListener("load", () => console.log(request.status, request.responseText));
request.send(`+n.body+`);
`};function f(t,e){let n=e.flat(t),o=n.body.map(a=>a.file?"readFileSync("+r(a.file,e)+")":n.body.length>1?"Buffer.from("+r(a.text??"",e)+")":r(a.text??"",e)),s=o.length>1?`Buffer.concat([
`+o.map(a=>"  "+a+`,
`).join("")+"])":o.join("");return{headers:n.headers,files:n.body.some(a=>a.file),body:s}}var L=(t,e)=>{let n=f(t,e),o=e.place(t.url).secure?"https":"http";return(n.files?`import { readFileSync } from "node:fs";
`:"")+'import { request } from "node:'+o+`";

`+(n.body&&"const body = "+n.body+`;

`)+"const call = request("+r(t.url,e)+", "+l(["method: "+r(t.method,e)],n.headers,e)+`, async (response) => {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) {
    text += chunk;
  }
  console.log(response.statusCode, text);
});
call.end(`+(n.body&&"body")+`);
`},$=(t,e)=>{let n=f(t,e),o=["method: "+r(t.method,e),"url: "+r(t.url,e),n.body!==""&&"body"];return(n.files?`import { readFileSync } from "node:fs";
`:"")+`import request from "request";

`+(n.body&&"const body = "+n.body+`;

`)+"request("+l(o,n.headers,e)+`, (error, response, text) => {
  if (error) throw error;
  console.log(response.statusCode, text);
});
`},E=(t,e)=>{let n=f(t,e),o=n.headers.map(([s,a])=>`
  .header(`+r(s,e)+", "+r(a,e)+")").join("");return(n.files?`import { readFileSync } from "node:fs";
`:"")+`import unirest from "unirest";

`+(n.body&&"const body = "+n.body+`;

`)+"unirest("+r(t.method,e)+", "+r(t.url,e)+")"+o+(n.body&&`
  .send(body)`)+`
  .end((response) => {
    console.log(response.status, response.raw_body);
  });
`};function c(t){let e={fetch:P(t),axios:T(t),ofetch:v(t)};return t?{...e,jquery:B,xhr:D}:{...e,undici:R,native:L,request:$,unirest:E}}var h=c(!0);var b=c(!1);var H={js:h,node:b};return F(O);})();
(globalThis.trefoilFiles??={})["assets/client-js"]=exported})();
