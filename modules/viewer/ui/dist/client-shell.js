var y=(t,n)=>{let e=n.flat(t),{host:i,target:s}=n.place(t.url),d=e.body.some(l=>l.file),c=e.body.map(l=>l.file?"< ./"+l.file:l.text??"").join(""),a=e.body.length>0&&!d?"Content-Length: "+new TextEncoder().encode(c).length+`
`:"",r=e.headers.map(([l,h])=>l+": "+h+`
`).join("");return t.method+" "+s+` HTTP/1.1
Host: `+i+`
`+r+a+(c&&`
`+c)},u={"http1.1":y};var o=t=>"'"+t.replaceAll("'","'\\''")+"'",f=t=>t.join(` \\
  `);function g(t){let n=["curl "+(/[[\]{}]/.test(t.url)?"--globoff ":"")+o(t.url)];t.method==="HEAD"&&!t.body?n.push("--head"):(t.method!=="GET"||t.body)&&n.push("--request "+o(t.method));for(let[e,i]of t.headers)(!t.basic||e!=="Authorization")&&n.push("--header "+o(i?e+": "+i:e+";"));return t.basic&&n.push("--user "+o(t.basic.join(":"))),t.cookies.length>0&&n.push("--cookie "+o(t.cookies.map(e=>e.join("=")).join("; "))),t.certificate&&n.push("--cert "+o(t.certificate)),f([...n,...b(t)])}function b(t){let n=t.body;return n?n.parts?n.parts.map(x):n.file?["--data-binary "+o("@"+n.file)]:(t.headers.some(([i,s])=>i==="Content-Type"&&s.startsWith("application/x-www-form-urlencoded"))?n.text.split("&"):[n.text]).map(i=>"--data-raw "+o(i)):[]}function x(t){let n=t.type&&";type="+t.type;return t.file?"--form "+o(t.name+"=@"+t.file+n):n?"--form "+o(t.name+'="'+t.text.replace(/[\\"]/g,"\\$&")+'"'+n):"--form-string "+o(t.name+"="+t.text)}function m(t){let n=e=>o(e.replace(/[\\%]/g,i=>i==="%"?"%%":"\\\\").replaceAll("\r","\\r"));return t.map(e=>e.file?"cat "+o(e.file):"printf -- "+n(e.text??"")).join(`
  `)}function w(t,n){let e=t.body,i=e?.parts?.every(a=>/^[\w-]+$/.test(a.name)&&!(a.type&&!a.file)&&!/^@|\\/.test(a.text)),s=a=>a.map(([r,l])=>o(l?r+": "+l:r+";")),d="http --ignore-stdin "+(e?.parts?"--multipart ":"")+t.method+" "+o(t.url);if(!e||e.text||!e.parts&&!e.file)return f([d,...s(n.headers(t)),...e?["--raw "+o(e.text)]:[]]);if(e.parts&&i){let a=e.parts.map(r=>o(r.file?r.name+"@"+r.file+(r.type&&";type="+r.type):r.name+"="+r.text));return f([d,...s(n.headers(t)),...a])}let c=n.flat(t);return`{
  `+m(c.body)+`
} | `+f(["http "+t.method+" "+o(t.url),...s(c.headers)])}function q(t,n){let e=n.flat(t),i=["wget --quiet --output-document=- "+o(t.url)];(t.method!=="GET"||t.body)&&i.push("--method="+o(t.method)),i.push(...e.headers.map(([d,c])=>"--header="+o(d+": "+c)));let s=e.body[0];return e.body.length===0?f(i):e.body.length===1&&s&&!t.body?.parts?f([...i,s.file?"--body-file="+o(s.file):"--body-data="+o(s.text??"")]):`body=$(mktemp)
{
  `+m(e.body)+`
} > "$body"
`+f([...i,'--body-file="$body"'])}var p={curl:g,httpie:w,wget:q};var $={http:u,shell:p};export{$ as languages};
