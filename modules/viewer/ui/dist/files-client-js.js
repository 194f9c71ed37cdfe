(()=>{
"use strict";var exported=(()=>{var p=Object.defineProperty;var C=Object.getOwnPropertyDescriptor;var j=Object.getOwnPropertyNames;var w=Object.prototype.hasOwnProperty;var R=(n,e)=>{for(var o in e)p(n,o,{get:e[o],enumerable:!0})},K=(n,e,o,t)=>{if(e&&typeof e=="object"||typeof e=="function")for(let s of j(e))!w.call(n,s)&&s!==o&&p(n,s,{get:()=>e[s],enumerable:!(t=C(e,s))||t.enumerable});return n};var S=n=>K(p({},"__esModule",{value:!0}),n);var H={};R(H,{languages:()=>E});function r(n,e){return n.includes(`
`)?"`"+e.escape(n,{"\\":"\\\\","`":"\\`","\n":`
`,"	":"	","\r":"\\r"},"\\u").replaceAll("${","\\${")+"`":e.quote(n)}function d(n,e,o){let t=o?n.headers:e.headers(n),s=o&&n.cookies.length>0?"// The browser adds the cookies: "+n.cookies.map(f=>f[0]).join(", ")+`
`:"",a=n.body;if(!a)return{imports:"",setup:s,headers:t,body:""};let c=(!!a.file||!!a.parts?.some(f=>f.file))&&!o?`import { readFile } from "node:fs/promises";
`:"";if(a.parts)return{imports:c,setup:s+(e.headed(n)?_(n,e,o):F(a.parts,e,o)),headers:t,body:"body"};let x=a.file?m(a.file,e,o):b(n,a.text,e);return{imports:c,setup:s+"const body = "+x+`;

`,headers:t,body:"body"}}function b(n,e,o){let t=o.form(n);if(!t)return $(n,e,o)?"JSON.stringify("+e.replace(/^( *)"([a-z_$][\w$]*)":/gim,"$1$2:")+")":r(e,o);let s=new Set(t.map(([l])=>l)).size===t.length&&!t.some(([l])=>/^\d+$|^__proto__$/.test(l)),a=t.map(([l,c])=>"  "+(s?r(l,o)+": "+r(c,o):"["+r(l,o)+", "+r(c,o)+"]")+`,
`).join("");return"new URLSearchParams("+(s?`{
`+a+"}":`[
`+a+"]")+").toString()"}function $(n,e,o){if(!/^application\/(.*\+)?json$/.test(o.type(n.headers)?.[1]??"")||e.includes("__proto__"))return!1;try{return JSON.stringify(JSON.parse(e))===e.replace(/("(?:[^"\\]|\\.)*")|\s+/g,"$1")}catch{return!1}}function y(n,[e,o],t){let s=t.basic(n);return s&&e==="Authorization"?'"Basic " + btoa('+r(s.join(":"),t)+")":t.wide(o,r(o,t))}var m=(n,e,o)=>o?'document.querySelector("input[type=file]").files[0]':"await readFile("+r(n,e)+")";function _(n,e,o){let{headers:t,body:s}=e.flat(n);return`const body = new Blob([
`+s.map(l=>"  "+(l.file?m(l.file,e,o):r(l.text??"",e))+`,
`).join("")+"], { type: "+r(t[0]?.[1]??"",e)+` });

`}function F(n,e,o){return`const body = new FormData();
`+n.map(s=>{let a=s.file?m(s.file,e,o):r(s.text,e),l=s.file&&!o||s.type?"new Blob(["+a+"]"+(s.type&&", { type: "+r(s.type,e)+" }")+")":a;return"body.append("+r(s.name,e)+", "+l+(s.file&&", "+r(s.file,e))+`);
`}).join("")+`
`}function i(n,e,o,t){let s=n.filter(a=>a!==!1);return e.length>0&&s.push(`headers: {
`+e.map(a=>"    "+r(a[0],t)+": "+y(o,a,t)+`,
`).join("")+"  }"),`{
`+s.map(a=>"  "+a+`,
`).join("")+"}"}var P=`console.log(response.status, await response.text());
`,B=n=>(e,o)=>{let t=d(e,o,n),s=["method: "+r(e.method,o),n&&e.cookies.length>0&&'credentials: "include"',t.body!==""&&"body"];return t.imports+(t.imports&&`
`)+t.setup+"const response = await fetch("+r(e.url,o)+", "+i(s,t.headers,e,o)+`);
`+P},O=(n,e)=>{let o=n.body?.parts&&!e.headed(n)?", FormData":"",t=d(n,e,!1),s=["method: "+r(n.method,e),t.body!==""&&"body"];return t.imports+"import { request"+o+` } from "undici";

`+t.setup+"const { statusCode, body: answer } = await request("+r(n.url,e)+", "+i(s,t.headers,n,e)+`);
console.log(statusCode, await answer.text());
`},L=n=>(e,o)=>{let t=d(e,o,n),s=["method: "+r(e.method,o),"url: "+r(e.url,o),n&&e.cookies.length>0&&"withCredentials: true",t.body!==""&&"data: body",!!e.body?.text&&"transformRequest: [(data) => data]"];return t.imports+`import axios from "axios";

`+t.setup+"const response = await axios.request("+i(s,t.headers,e,o)+`);
console.log(response.status, response.data);
`},T=n=>(e,o)=>{let t=d(e,o,n),s=["method: "+r(e.method,o),n&&e.cookies.length>0&&'credentials: "include"',t.body!==""&&"body"];return t.imports+`import { ofetch } from "ofetch";

`+t.setup+"const data = await ofetch("+r(e.url,o)+", "+i(s,t.headers,e,o)+`);
console.log(data);
`},z=(n,e)=>{let o=d(n,e,!0),t=e.type(o.headers),s=["url: "+r(n.url,e),"method: "+r(n.method,e),'dataType: "text"',n.cookies.length>0&&"xhrFields: { withCredentials: true }",o.body!==""&&"data: body",o.body!==""&&"processData: false",o.body!==""&&"contentType: "+(t?r(t[1],e):"false")],a=o.headers.filter(l=>l!==t||o.body==="");return o.setup+"$.ajax("+i(s,a,n,e)+`).done((text, status, response) => {
  console.log(response.status, text);
});
`},D=(n,e)=>{let o=d(n,e,!0);return o.setup+`const request = new XMLHttpRequest();
request.open(`+r(n.method,e)+", "+r(n.url,e)+`);
`+(n.cookies.length>0?`request.withCredentials = true;
`:"")+o.headers.map(t=>"request.setRequestHeader("+r(t[0],e)+", "+y(n,t,e)+`);
`).join("")+`request.addEventListener("load", () => console.log(request.status, request.responseText));
request.send(`+o.body+`);
`};function h(n,e){let o=e.flat(n),t=o.body.map(a=>a.file?"readFileSync("+r(a.file,e)+")":o.body.length>1?"Buffer.from("+r(a.text??"",e)+")":b(n,a.text??"",e)),s=t.length>1?`Buffer.concat([
`+t.map(a=>"  "+a+`,
`).join("")+"])":t.join("");return{headers:o.headers,files:o.body.some(a=>a.file),body:s}}var J=(n,e)=>{let o=h(n,e),t=e.place(n.url).secure?"https":"http";return(o.files?`import { readFileSync } from "node:fs";
`:"")+'import { request } from "node:'+t+`";

`+(o.body&&"const body = "+o.body+`;

`)+"const call = request("+r(n.url,e)+", "+i(["method: "+r(n.method,e)],o.headers,n,e)+`, async (response) => {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) {
    text += chunk;
  }
  console.log(response.statusCode, text);
});
call.end(`+(o.body&&"body")+`);
`},N=(n,e)=>{let o=h(n,e),t=["method: "+r(n.method,e),"url: "+r(n.url,e),o.body!==""&&"body"];return(o.files?`import { readFileSync } from "node:fs";
`:"")+`import request from "request";

`+(o.body&&"const body = "+o.body+`;

`)+"request("+i(t,o.headers,n,e)+`, (error, response, text) => {
  if (error) throw error;
  console.log(response.statusCode, text);
});
`},A=(n,e)=>{let o=h(n,e),t=o.headers.map(s=>`
  .header(`+r(s[0],e)+", "+y(n,s,e)+")").join("");return(o.files?`import { readFileSync } from "node:fs";
`:"")+`import unirest from "unirest";

`+(o.body&&"const body = "+o.body+`;

`)+"unirest("+r(n.method,e)+", "+r(n.url,e)+")"+t+(o.body&&`
  .send(body)`)+`
  .end((response) => {
    console.log(response.status, response.raw_body);
  });
`};function u(n){let e={fetch:B(n),axios:L(n),ofetch:T(n)};return n?{...e,jquery:z,xhr:D}:{...e,undici:O,native:J,request:N,unirest:A}}var g=u(!0);var q=u(!1);var E={js:g,node:q};return S(H);})();
(globalThis.trefoilFiles??={})["assets/client-js"]=exported})();
