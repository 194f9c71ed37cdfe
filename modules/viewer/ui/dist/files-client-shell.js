(()=>{
"use strict";var exported=(()=>{var u=Object.defineProperty;var g=Object.getOwnPropertyDescriptor;var b=Object.getOwnPropertyNames;var x=Object.prototype.hasOwnProperty;var w=(t,e)=>{for(var n in e)u(t,n,{get:e[n],enumerable:!0})},q=(t,e,n,i)=>{if(e&&typeof e=="object"||typeof e=="function")for(let s of b(e))!x.call(t,s)&&s!==n&&u(t,s,{get:()=>e[s],enumerable:!(i=g(e,s))||i.enumerable});return t};var C=t=>q(u({},"__esModule",{value:!0}),t);var k={};w(k,{languages:()=>P});var j=(t,e)=>{let n=e.flat(t),{host:i,target:s}=e.place(t.url),d=n.body.some(l=>l.file),c=n.body.map(l=>l.file?"< ./"+l.file:l.text??"").join(""),a=n.body.length>0&&!d?"Content-Length: "+new TextEncoder().encode(c).length+`
`:"",r=n.headers.map(([l,y])=>l+": "+y+`
`).join("");return t.method+" "+s+` HTTP/1.1
Host: `+i+`
`+r+a+(c&&`
`+c)},m={"http1.1":j};var o=t=>"'"+t.replaceAll("'","'\\''")+"'",f=t=>t.join(` \\
  `);function T(t){let e=["curl "+(/[[\]{}]/.test(t.url)?"--globoff ":"")+o(t.url)];t.method==="HEAD"&&!t.body?e.push("--head"):(t.method!=="GET"||t.body)&&e.push("--request "+o(t.method));for(let[n,i]of t.headers)(!t.basic||n!=="Authorization")&&e.push("--header "+o(i?n+": "+i:n+";"));return t.basic&&e.push("--user "+o(t.basic.join(":"))),t.cookies.length>0&&e.push("--cookie "+o(t.cookies.map(n=>n.join("=")).join("; "))),t.certificate&&e.push("--cert "+o(t.certificate)),f([...e,...R(t)])}function R(t){let e=t.body;return e?e.parts?e.parts.map($):e.file?["--data-binary "+o("@"+e.file)]:(t.headers.some(([i,s])=>i==="Content-Type"&&s.startsWith("application/x-www-form-urlencoded"))?e.text.split("&"):[e.text]).map(i=>"--data-raw "+o(i)):[]}function $(t){let e=t.type&&";type="+t.type;return t.file?"--form "+o(t.name+"=@"+t.file+e):e?"--form "+o(t.name+'="'+t.text.replace(/[\\"]/g,"\\$&")+'"'+e):"--form-string "+o(t.name+"="+t.text)}function p(t){let e=n=>o(n.replace(/[\\%]/g,i=>i==="%"?"%%":"\\\\").replaceAll("\r","\\r"));return t.map(n=>n.file?"cat "+o(n.file):"printf -- "+e(n.text??"")).join(`
  `)}function A(t,e){let n=t.body,i=n?.parts?.every(a=>/^[\w-]+$/.test(a.name)&&!(a.type&&!a.file)&&!/^@|\\/.test(a.text)),s=a=>a.map(([r,l])=>o(l?r+": "+l:r+";")),d="http --ignore-stdin "+(n?.parts?"--multipart ":"")+t.method+" "+o(t.url);if(!n||n.text||!n.parts&&!n.file)return f([d,...s(e.headers(t)),...n?["--raw "+o(n.text)]:[]]);if(n.parts&&i){let a=n.parts.map(r=>o(r.file?r.name+"@"+r.file+(r.type&&";type="+r.type):r.name+"="+r.text));return f([d,...s(e.headers(t)),...a])}let c=e.flat(t);return`{
  `+p(c.body)+`
} | `+f(["http "+t.method+" "+o(t.url),...s(c.headers)])}function E(t,e){let n=e.flat(t),i=["wget --quiet --output-document=- "+o(t.url)];(t.method!=="GET"||t.body)&&i.push("--method="+o(t.method)),i.push(...n.headers.map(([d,c])=>"--header="+o(d+": "+c)));let s=n.body[0];return n.body.length===0?f(i):n.body.length===1&&s&&!t.body?.parts?f([...i,s.file?"--body-file="+o(s.file):"--body-data="+o(s.text??"")]):`body=$(mktemp)
{
  `+p(n.body)+`
} > "$body"
`+f([...i,'--body-file="$body"'])}var h={curl:T,httpie:A,wget:E};var P={http:m,shell:h};return C(k);})();
(globalThis.trefoilFiles??={})["assets/client-shell"]=exported})();
