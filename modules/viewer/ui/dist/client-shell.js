var y=(t,n)=>{let e=n.flat(t),{host:i,target:r}=n.place(t.url),d=e.body.some(l=>l.file),c=e.body.map(l=>l.file?"< ./"+l.file:l.text??"").join(""),a=e.body.length>0&&!d?"Content-Length: "+new TextEncoder().encode(c).length+`
`:"",s=e.headers.map(([l,p])=>l+": "+p+`
`).join("");return t.method+" "+r+` HTTP/1.1
Host: `+i+`
`+s+a+(c&&`
`+c)},u={"http1.1":y};var o=t=>"'"+t.replaceAll("'","'\\''")+"'",f=t=>t.join(` \\
  `);function g(t){let n=["curl "+(/[[\]{}]/.test(t.url)?"--globoff ":"")+o(t.url)];t.method==="HEAD"&&!t.body?n.push("--head"):(t.method!=="GET"||t.body)&&n.push("--request "+o(t.method));for(let[e,i]of t.headers)(!t.basic||e!=="Authorization")&&n.push("--header "+o(i?e+": "+i:e+";"));return t.basic&&n.push("--user "+o(t.basic.join(":"))),t.cookies.length>0&&n.push("--cookie "+o(t.cookies.map(e=>e.join("=")).join("; "))),t.certificate&&n.push("--cert "+o(t.certificate)),f([...n,...b(t)])}function b(t){let n=t.body;return n?n.parts?n.parts.map(x):[n.file?"--data-binary "+o("@"+n.file):"--data-raw "+o(n.text)]:[]}function x(t){let n=t.type&&";type="+t.type;return t.file?"--form "+o(t.name+"=@"+t.file+n):n?"--form "+o(t.name+'="'+t.text.replace(/[\\"]/g,"\\$&")+'"'+n):"--form-string "+o(t.name+"="+t.text)}function m(t){let n=e=>o(e.replace(/[\\%]/g,i=>i==="%"?"%%":"\\\\").replaceAll("\r","\\r"));return t.map(e=>e.file?"cat "+o(e.file):"printf -- "+n(e.text??"")).join(`
  `)}function q(t,n){let e=t.body,i=e?.parts?.every(a=>/^[\w-]+$/.test(a.name)&&!(a.type&&!a.file)&&!/^@|\\/.test(a.text)),r=a=>a.map(([s,l])=>o(l?s+": "+l:s+";")),d="http --ignore-stdin "+(e?.parts?"--multipart ":"")+t.method+" "+o(t.url);if(!e||e.text||!e.parts&&!e.file)return f([d,...r(n.headers(t)),...e?["--raw "+o(e.text)]:[]]);if(e.parts&&i){let a=e.parts.map(s=>o(s.file?s.name+"@"+s.file+(s.type&&";type="+s.type):s.name+"="+s.text));return f([d,...r(n.headers(t)),...a])}let c=n.flat(t);return`{
  `+m(c.body)+`
} | `+f(["http "+t.method+" "+o(t.url),...r(c.headers)])}function j(t,n){let e=n.flat(t),i=["wget --quiet --output-document=- "+o(t.url)];(t.method!=="GET"||t.body)&&i.push("--method="+o(t.method)),i.push(...e.headers.map(([d,c])=>"--header="+o(d+": "+c)));let r=e.body[0];return e.body.length===0?f(i):e.body.length===1&&r&&!t.body?.parts?f([...i,r.file?"--body-file="+o(r.file):"--body-data="+o(r.text??"")]):`body=$(mktemp)
{
  `+m(e.body)+`
} > "$body"
`+f([...i,'--body-file="$body"'])}var h={curl:g,httpie:q,wget:j};var $={http:u,shell:h};export{$ as languages};
