(()=>{
"use strict";var exported=(()=>{var p=Object.defineProperty;var C=Object.getOwnPropertyDescriptor;var j=Object.getOwnPropertyNames;var w=Object.prototype.hasOwnProperty;var R=(n,e)=>{for(var t in e)p(n,t,{get:e[t],enumerable:!0})},K=(n,e,t,o)=>{if(e&&typeof e=="object"||typeof e=="function")for(let s of j(e))!w.call(n,s)&&s!==t&&p(n,s,{get:()=>e[s],enumerable:!(o=C(e,s))||o.enumerable});return n};var S=n=>K(p({},"__esModule",{value:!0}),n);var E={};R(E,{languages:()=>A});function r(n,e){return n.includes(`
`)?"`"+e.escape(n,{"\\":"\\\\","`":"\\`","\n":`
`,"	":"	","\r":"\\r"},"\\u").replaceAll("${","\\${")+"`":e.quote(n)}function d(n,e,t){let o=t?n.headers:e.headers(n),s=t&&n.cookies.length>0?"// The browser adds the cookies: "+n.cookies.map(f=>f[0]).join(", ")+`
`:"",a=n.body;if(!a)return{imports:"",setup:s,headers:o,body:""};let c=(!!a.file||!!a.parts?.some(f=>f.file))&&!t?`import { readFile } from "node:fs/promises";
`:"";if(a.parts)return{imports:c,setup:s+(e.headed(n)?_(n,e,t):F(a.parts,e,t)),headers:o,body:"body"};let x=a.file?m(a.file,e,t):b(n,a.text,e);return{imports:c,setup:s+"const body = "+x+`;

`,headers:o,body:"body"}}function b(n,e,t){let o=t.form(n);if(!o)return $(n,e,t)?"JSON.stringify("+e.replace(/^( *)"([a-z_$][\w$]*)":/gim,"$1$2:")+")":r(e,t);let s=new Set(o.map(([l])=>l)).size===o.length&&!o.some(([l])=>/^\d+$|^__proto__$/.test(l)),a=o.map(([l,c])=>"  "+(s?r(l,t)+": "+r(c,t):"["+r(l,t)+", "+r(c,t)+"]")+`,
`).join("");return"new URLSearchParams("+(s?`{
`+a+"}":`[
`+a+"]")+").toString()"}function $(n,e,t){if(!/^application\/(.*\+)?json$/.test(t.type(n.headers)?.[1]??"")||e.includes("__proto__"))return!1;try{return JSON.stringify(JSON.parse(e))===e.replace(/("(?:[^"\\]|\\.)*")|\s+/g,"$1")}catch{return!1}}function y(n,[e,t],o){let s=o.basic(n);return s&&e==="Authorization"?'"Basic " + btoa('+r(s.join(":"),o)+")":r(t,o)}var m=(n,e,t)=>t?'document.querySelector("input[type=file]").files[0]':"await readFile("+r(n,e)+")";function _(n,e,t){let{headers:o,body:s}=e.flat(n);return`const body = new Blob([
`+s.map(l=>"  "+(l.file?m(l.file,e,t):r(l.text??"",e))+`,
`).join("")+"], { type: "+r(o[0]?.[1]??"",e)+` });

`}function F(n,e,t){return`const body = new FormData();
`+n.map(s=>{let a=s.file?m(s.file,e,t):r(s.text,e),l=s.file&&!t||s.type?"new Blob(["+a+"]"+(s.type&&", { type: "+r(s.type,e)+" }")+")":a;return"body.append("+r(s.name,e)+", "+l+(s.file&&", "+r(s.file,e))+`);
`}).join("")+`
`}function i(n,e,t,o){let s=n.filter(a=>a!==!1);return e.length>0&&s.push(`headers: {
`+e.map(a=>"    "+r(a[0],o)+": "+y(t,a,o)+`,
`).join("")+"  }"),`{
`+s.map(a=>"  "+a+`,
`).join("")+"}"}var P=`console.log(response.status, await response.text());
`,B=n=>(e,t)=>{let o=d(e,t,n),s=["method: "+r(e.method,t),n&&e.cookies.length>0&&'credentials: "include"',o.body!==""&&"body"];return o.imports+(o.imports&&`
`)+o.setup+"const response = await fetch("+r(e.url,t)+", "+i(s,o.headers,e,t)+`);
`+P},O=(n,e)=>{let t=n.body?.parts&&!e.headed(n)?", FormData":"",o=d(n,e,!1),s=["method: "+r(n.method,e),o.body!==""&&"body"];return o.imports+"import { request"+t+` } from "undici";

`+o.setup+"const { statusCode, body: answer } = await request("+r(n.url,e)+", "+i(s,o.headers,n,e)+`);
console.log(statusCode, await answer.text());
`},L=n=>(e,t)=>{let o=d(e,t,n),s=["method: "+r(e.method,t),"url: "+r(e.url,t),n&&e.cookies.length>0&&"withCredentials: true",o.body!==""&&"data: body",!!e.body?.text&&"transformRequest: [(data) => data]"];return o.imports+`import axios from "axios";

`+o.setup+"const response = await axios.request("+i(s,o.headers,e,t)+`);
console.log(response.status, response.data);
`},T=n=>(e,t)=>{let o=d(e,t,n),s=["method: "+r(e.method,t),n&&e.cookies.length>0&&'credentials: "include"',o.body!==""&&"body"];return o.imports+`import { ofetch } from "ofetch";

`+o.setup+"const data = await ofetch("+r(e.url,t)+", "+i(s,o.headers,e,t)+`);
console.log(data);
`},z=(n,e)=>{let t=d(n,e,!0),o=e.type(t.headers),s=["url: "+r(n.url,e),"method: "+r(n.method,e),'dataType: "text"',n.cookies.length>0&&"xhrFields: { withCredentials: true }",t.body!==""&&"data: body",t.body!==""&&"processData: false",t.body!==""&&"contentType: "+(o?r(o[1],e):"false")],a=t.headers.filter(l=>l!==o||t.body==="");return t.setup+"$.ajax("+i(s,a,n,e)+`).done((text, status, response) => {
  console.log(response.status, text);
});
`},D=(n,e)=>{let t=d(n,e,!0);return t.setup+`const request = new XMLHttpRequest();
request.open(`+r(n.method,e)+", "+r(n.url,e)+`);
`+(n.cookies.length>0?`request.withCredentials = true;
`:"")+t.headers.map(o=>"request.setRequestHeader("+r(o[0],e)+", "+y(n,o,e)+`);
`).join("")+`request.addEventListener("load", () => console.log(request.status, request.responseText));
request.send(`+t.body+`);
`};function h(n,e){let t=e.flat(n),o=t.body.map(a=>a.file?"readFileSync("+r(a.file,e)+")":t.body.length>1?"Buffer.from("+r(a.text??"",e)+")":b(n,a.text??"",e)),s=o.length>1?`Buffer.concat([
`+o.map(a=>"  "+a+`,
`).join("")+"])":o.join("");return{headers:t.headers,files:t.body.some(a=>a.file),body:s}}var J=(n,e)=>{let t=h(n,e),o=e.place(n.url).secure?"https":"http";return(t.files?`import { readFileSync } from "node:fs";
`:"")+'import { request } from "node:'+o+`";

`+(t.body&&"const body = "+t.body+`;

`)+"const call = request("+r(n.url,e)+", "+i(["method: "+r(n.method,e)],t.headers,n,e)+`, async (response) => {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) {
    text += chunk;
  }
  console.log(response.statusCode, text);
});
call.end(`+(t.body&&"body")+`);
`},N=(n,e)=>{let t=h(n,e),o=["method: "+r(n.method,e),"url: "+r(n.url,e),t.body!==""&&"body"];return(t.files?`import { readFileSync } from "node:fs";
`:"")+`import request from "request";

`+(t.body&&"const body = "+t.body+`;

`)+"request("+i(o,t.headers,n,e)+`, (error, response, text) => {
  if (error) throw error;
  console.log(response.statusCode, text);
});
`},v=(n,e)=>{let t=h(n,e),o=t.headers.map(s=>`
  .header(`+r(s[0],e)+", "+y(n,s,e)+")").join("");return(t.files?`import { readFileSync } from "node:fs";
`:"")+`import unirest from "unirest";

`+(t.body&&"const body = "+t.body+`;

`)+"unirest("+r(n.method,e)+", "+r(n.url,e)+")"+o+(t.body&&`
  .send(body)`)+`
  .end((response) => {
    console.log(response.status, response.raw_body);
  });
`};function u(n){let e={fetch:B(n),axios:L(n),ofetch:T(n)};return n?{...e,jquery:z,xhr:D}:{...e,undici:O,native:J,request:N,unirest:v}}var g=u(!0);var q=u(!1);var A={js:g,node:q};return S(E);})();
(globalThis.trefoilFiles??={})["assets/client-js"]=exported})();
