function B(n,e){let t=document.createElement("a");t.href=URL.createObjectURL(n),t.download=e,t.click(),window.setTimeout(()=>URL.revokeObjectURL(t.href),6e4)}var h=new URL(document.body.dataset.root??"./",location.href).href;document.body.dataset.root=h;var U=null;function O(n){let e=new URL(n,location.href).href;return U&&e.startsWith(h)?U.root+e.slice(h.length):e}function b(){return"trefoil-draft "+new URL(h).pathname}async function F(){let n=await fetch(O(h+"openapi"),{headers:{Accept:"*/*"}});return n.ok?n.text():""}function W(n){document.dispatchEvent(new CustomEvent("trefoil:spec-update",{detail:{text:n}}))}var I="trefoil:page";var oe=["main","[data-nav]"],f=class n{constructor(e,t){this.live=e;this.written=t}live;written;static all(e){return oe.map(o=>e.querySelector(o)).filter(o=>o!==null).map(o=>new n(o,o.ownerDocument.importNode(o,!0)))}over(e){return new n(e?.live??this.live,this.written)}become(e,t){let o=ae(this.live);t?this.live=z(this.live,this.written,e.live):this.live.dispatchEvent(new CustomEvent("trefoil:replace",{detail:e.live,cancelable:!0}))&&(this.live=T(this.live,e.live)),o()}};function z(n,e,t){if(e.isEqualNode(t))return n;let o=e.childNodes;return t instanceof HTMLScriptElement||e.tagName!==t.tagName||n.childNodes.length!==o.length?T(n,t):(ie(n,e,t),re(n,[...o],[...t.childNodes]),n)}function ie(n,e,t){for(let o of new Set([...e.getAttributeNames(),...t.getAttributeNames()])){let i=t.getAttribute(o);i!==e.getAttribute(o)&&(i===null?n.removeAttribute(o):n.setAttribute(o,i))}}function re(n,e,t){let o=[...n.childNodes],i=0;for(;i<e.length&&i<t.length&&S(e[i],t[i]);)i++;let r=0;for(;r<e.length-i&&r<t.length-i&&S(e[e.length-1-r],t[t.length-1-r]);)r++;let a=o.slice(i,o.length-r),l=t.slice(i,t.length-r);if(a.length===l.length){a.forEach((p,v)=>se(p,e[i+v],l[v]));return}let c=o[o.length-r]??null;a.forEach(p=>n.removeChild(p));for(let p of l){let v=document.adoptNode(p);n.insertBefore(v,c),$(v)}}function S(n,e){return n!==void 0&&e!==void 0&&n.isEqualNode(e)}function se(n,e,t){if(!(!t||S(e,t))){if(n instanceof Element&&e instanceof Element&&t instanceof Element){z(n,e,t);return}T(n,t)}}function T(n,e){let t=document.adoptNode(e);return n.parentNode?.replaceChild(t,n),$(t),t}function $(n){n instanceof HTMLElement&&n.dispatchEvent(new CustomEvent("trefoil:content",{bubbles:!0}))}function ae(n){let e=document.activeElement;if(!(e instanceof HTMLElement)||!n.contains(e))return()=>{};let t=e.id,o=e.getAttribute("href");return()=>{if(e.isConnected)return;let i=t&&document.getElementById(t)||[...document.querySelectorAll("main a, [data-nav] a")].find(r=>r.getAttribute("href")===o&&o)||document.querySelector("main");i instanceof HTMLElement&&i.focus({preventScroll:!0})}}var y=class{address=A();regions=f.all(document);constructor(){document.addEventListener(I,()=>this.forget())}forget(){this.address=""}show(e){let t=f.all(e),o=this.address===A()&&t.length===this.regions.length;if(!o&&document.querySelector("main")===null)return!1;o||(this.regions=f.all(document));let i=de();return this.regions.forEach((r,a)=>{let l=t[a];l&&r.become(l,o)}),document.dispatchEvent(new CustomEvent("trefoil:live")),document.title=e.title,le(e),ce(i),this.regions=t.map((r,a)=>r.over(this.regions[a])),this.address=A(),!0}};function le(n){for(let e of[".sidebar-title",".topbar-title"]){let t=document.querySelector(e),o=n.querySelector(e)?.textContent;t&&o&&(t.textContent=o)}}function A(){return location.pathname+location.search}function de(){let n=document.querySelector("main");if(!n||window.scrollY===0)return null;for(let e of n.querySelectorAll("[id], h1, h2, h3, li, p, tr")){let t=e.getBoundingClientRect();if(t.top>=0&&t.height>0&&!e.closest(".samples"))return{el:e,top:t.top}}return null}function ce(n){if(n?.el.isConnected){let e=n.el.getBoundingClientRect().top-n.top;Math.abs(e)>=1&&window.scrollBy({top:e,behavior:"instant"})}}function Y(n,e){try{return n().getItem(e)}catch{return null}}function G(n,e,t){try{return t===null?n().removeItem(e):n().setItem(e,t),!0}catch{return!1}}var J=globalThis.trefoilKept??={};function x(n,e){return J[e]??Y(n,e)}function g(n,e,t){J[e]=G(n,e,t)?null:t}var N=()=>globalThis.trefoilWords;function s(n,...e){return(N()?.say(n)??n).replace(/\{(\d)\}/g,(t,o)=>String(e[o-1]??t))}function P(n,e,t,o=""+n){return N()?.count(n,t,o)??o+" "+(n===1?e:t)}function V(n){return N()?.tell(n)??n}var _="trefoil-editor-width",M=25,R=75,K=2;function X(n){n.tabIndex=0;for(let[i,r]of Object.entries({role:"separator","aria-orientation":"vertical","aria-label":s("Width of the editor"),"aria-valuemin":String(M),"aria-valuemax":String(R)}))n.setAttribute(i,r);let e=n.matches(":dir(ltr)")?K:-K,t=Number(x(()=>localStorage,_)??46)||46,o=i=>{t=Math.max(M,Math.min(R,i)),n.setAttribute("aria-valuenow",String(Math.round(t))),document.body.style.setProperty("--editor-width",t.toFixed(1)+"%"),g(()=>localStorage,_,t.toFixed(1))};o(t),n.addEventListener("keydown",i=>{let a={ArrowLeft:t-e,ArrowRight:t+e,Home:M,End:R}[i.key];a!==void 0&&(i.preventDefault(),o(a))}),n.addEventListener("pointerdown",i=>{i.preventDefault(),n.setPointerCapture(i.pointerId)}),n.addEventListener("pointermove",i=>{if(n.hasPointerCapture(i.pointerId)){let r=document.body.getBoundingClientRect(),a=100*(i.clientX-r.left)/r.width;o(e>0?a:100-a)}})}var pe=1e6;function C(n){g(()=>sessionStorage,b(),n.length>pe?null:n)}function Q(){return x(()=>sessionStorage,b())}function Z(){g(()=>sessionStorage,b(),null)}function D(n){g(()=>sessionStorage,b()+" open",n?"1":null)}var ee=`openapi: 3.1.0
info:
  title: Library
  version: 1.0.0
  summary: Books, and who has them.
  description: |
    An example to start from. Change what you like: the pages beside the editor follow.
servers:
  - url: https://library.example/v1
tags:
  - name: books
    description: What stands on the shelves.
  - name: loans
    description: What is with a reader.
security:
  - card: []
paths:
  /books:
    get:
      operationId: listBooks
      summary: List books
      tags: [books]
      security: []
      parameters:
        - $ref: '#/components/parameters/Author'
        - name: limit
          in: query
          description: How many books to answer with.
          schema: {type: integer, minimum: 1, maximum: 100, default: 20}
      responses:
        '200':
          description: Books, sorted by title.
          content:
            application/json:
              schema:
                type: array
                items: {$ref: '#/components/schemas/Book'}
    post:
      operationId: addBook
      summary: Add a book
      tags: [books]
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: '#/components/schemas/Book'}
      responses:
        '201':
          description: The book, with its number.
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Book'}
        '422': {$ref: '#/components/responses/Invalid'}
  /books/{id}/loan:
    parameters:
      - name: id
        in: path
        required: true
        description: Number of the book.
        schema: {type: integer}
        example: 42
    put:
      operationId: lendBook
      summary: Lend a book
      tags: [loans]
      responses:
        '200':
          description: When it has to be back.
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Loan'}
        '409':
          description: Somebody else has it.
components:
  parameters:
    Author:
      name: author
      in: query
      description: Part of the name of an author.
      schema: {type: string}
      example: Le Guin
  responses:
    Invalid:
      description: Something is missing or wrong.
      content:
        application/problem+json:
          schema:
            type: object
            properties:
              title: {type: string}
              detail: {type: string}
  schemas:
    Book:
      type: object
      required: [title, author]
      properties:
        id: {type: integer, readOnly: true, examples: [42]}
        title: {type: string, examples: [The Dispossessed]}
        author: {type: string, examples: [Ursula K. Le Guin]}
        form:
          type: string
          enum: [hardcover, paperback, audio]
          default: paperback
    Loan:
      type: object
      properties:
        book: {$ref: '#/components/schemas/Book'}
        until: {type: string, format: date}
        renewals: {type: integer, minimum: 0}
  securitySchemes:
    card:
      type: http
      scheme: bearer
      description: The number of a reader's card.
`;var E=class{el=d("section","editor");field=d("div","editor-field");divider=d("div","editor-divider");banner=d("aside","notice editor-banner");title=d("h2","editor-title",s("Edit the description"));status=d("p","editor-status-text");jump=u("","editor-jump");list=d("ol","editor-problems");discarding=u(s("Discard changes"));tabs=new Map;constructor(e,t){let o=this.title;o.id="editor-title",this.el.setAttribute("aria-labelledby","editor-title"),this.el.dataset.editor="",this.field.dataset.editorField="",this.banner.hidden=!0,this.banner.setAttribute("aria-label",s("State of the pages")),this.jump.hidden=!0,this.status.setAttribute("role","status");let i=d("div","editor-head"),r=u(s("Close"),"editor-close");i.append(o,this.panes(),r);let a=d("div","editor-status");a.append(this.status,this.jump),this.el.append(e,i,this.tools(t),this.field,a,this.list,this.divider),r.addEventListener("click",()=>t.close()),this.drops(t),this.list.hidden=!0,this.list.setAttribute("aria-label",s("Problems"))}show(e){document.body.dataset.pane=e;for(let[t,o]of this.tabs)o.setAttribute("aria-pressed",String(t===e));this.measured()}measured(){let e=document.querySelector("main")?.checkVisibility()===!1;for(let[t,o,i]of[[this.el,"role","main"],[this.title,"aria-level","1"],[this.title,"role","heading"]])e?t.setAttribute(o,i):t.removeAttribute(o)}changed(e){this.discarding.disabled=!e}say(e,t,o){this.el.dataset.state=t,this.status.textContent!==e&&(this.status.textContent=e),this.jump.hidden=!o,this.jump.textContent=o?.label??"",this.jump.onclick=o?.go??null}problems(e,t){let o=e.map(({place:i,message:r,go:a})=>{let l=d("li","editor-problem"),c=d("span","editor-problem-text",r);if(a){let p=u("","editor-problem-go");p.append(d("span","editor-problem-place",i),c),p.addEventListener("click",a),l.append(p)}else l.append(c);return l});t>0&&o.push(d("li","editor-problem editor-more",s("{1} more",t))),this.list.replaceChildren(...o),this.list.hidden=o.length===0}tools(e){let t=d("div","editor-tools"),o=document.createElement("input");o.type="file",o.accept=".json,.yaml,.yml,application/json,application/yaml",o.hidden=!0,o.addEventListener("change",()=>{let l=o.files?.[0];l&&e.upload(l),o.value=""});let i=u(s("Upload"));i.dataset.editorUpload="",i.addEventListener("click",()=>o.click());let r=u(s("Download"));r.dataset.editorDownload="",r.addEventListener("click",()=>e.download());let a=u(s("Example"));return a.dataset.editorExample="",a.addEventListener("click",()=>e.example()),this.discarding.dataset.editorDiscard="",this.discarding.addEventListener("click",()=>e.discard()),t.append(o,i,r,a,this.discarding),t}panes(){let e=d("div","editor-panes");e.setAttribute("role","group"),e.setAttribute("aria-label",s("Show"));for(let[t,o]of[["edit",s("Edit")],["preview",s("Preview")]]){let i=u(o,"editor-pane");i.dataset.editorPane=t,i.addEventListener("click",()=>this.show(t)),this.tabs.set(t,i),e.append(i)}return e}drops(e){let t=i=>i.dataTransfer?.types.includes("Files")??!1;this.el.addEventListener("dragover",i=>{t(i)&&(i.preventDefault(),this.el.classList.add("is-target"))}),this.el.addEventListener("dragleave",()=>this.el.classList.remove("is-target"));let o=i=>{this.el.classList.remove("is-target");let r=i.dataTransfer?.files[0];t(i)&&r&&(i.preventDefault(),i.stopPropagation(),e.upload(r))};this.el.addEventListener("drop",o,{capture:!0})}};function d(n,e,t=""){let o=document.createElement(n);return o.className=e,o.textContent=t,o}function u(n,e=""){let t=document.createElement("button");return t.type="button",t.className=("button "+e).trim(),t.textContent=n,t}var k=class{constructor(e){this.address=e}address;by=crypto.getRandomValues(new Uint32Array(3)).join("-");number=0;turn=new AbortController;async again(e){let t=await this.ask(e,0,AbortSignal.timeout(3e4)).catch(()=>null);return t&&"root"in t?t:null}stop(){this.turn.abort()}async send(e,t=!1){this.turn.abort();let{signal:o}=this.turn=new AbortController;this.number+=t?0:1;try{return await this.ask(e,this.number,o)}catch{return o.aborted?null:{problem:q(s("The server cannot be reached. Your text is sent again.")),again:5}}}async ask(e,t,o){let i=await fetch(this.address,{method:"POST",headers:{"Content-Type":"application/json","Trefoil-Description":"1"},body:new Blob([JSON.stringify({content:e,configuration:void 0,edit:{by:this.by,number:t}})]),signal:o}),r=await i.json().then(ne,()=>new Map);if(r.has("root"))return this.shown(r);let a=Number(i.headers.get("Retry-After")??0),l=i.status===429||i.status===503||i.status===504,c=String(r.get("error")??s("The server answers with status {1}.",i.status));return{problem:te(r,c,!0),again:l?a||5:0}}shown(e){let t=e.get("problems");return{root:new URL("../"+String(e.get("root")),this.address).href,title:String(e.get("title")??""),operations:Number(e.get("operations")??0),problems:Array.isArray(t)?t.map(o=>te(ne(o),"",!1)):[],total:Number(e.get("total")??0)}}};function q(n){return{line:0,column:0,message:n,error:!0}}function te(n,e,t){return{line:Number(n.get("line")??0),column:Math.max(1,Number(n.get("column")??1)),message:V(e||String(n.get("message")??"")),error:t}}function ne(n){return new Map(Object.entries(typeof n=="object"&&n!==null?n:{}))}var he=250,me=20,w=4e6,H=new y,m=null;async function nt(n,e){if(m){m.focus();return}let{Field:t}=await import(n.field),o=await F().catch(()=>""),i=document.createElement("link");i.rel="stylesheet",i.href=n.sheet;let r=new Promise(a=>["load","error"].forEach(l=>i.addEventListener(l,a,{once:!0})));m=new j(n,i,t,o),await r,m.measured(),e&&m.focus()}var j=class{constructor(e,t,o,i){this.host=e;this.before=i;this.panel=new E(t,{upload:l=>{this.upload(l)},download:()=>this.download(),example:()=>this.replace(ee,s("The example is in the editor.")),discard:()=>this.discard(),close:()=>this.close()}),H.forget(),this.sender=new k(e.send),document.body.classList.add("is-editing"),document.querySelector("main")?.before(this.panel.el,this.panel.banner),X(this.panel.divider),this.panel.show("edit");let r=i.length>w?"":i,a=Q();this.last=this.saved=r,this.field=new o(this.panel.field,{text:a??r,label:s("Description in YAML or JSON"),hint:s("Tab indents. To leave the text with the keyboard, press Escape, then Tab."),changed:()=>this.changed()}),this.begin(a),window.addEventListener("beforeunload",this.leaving),window.addEventListener("resize",this.resized),D(!0)}host;before;panel;field;sender;from=document.activeElement;leaving=e=>this.warn(e);resized=()=>this.panel.measured();timer=0;last="";saved;title="";good=!1;focus(){this.panel.show("edit"),this.field.focus()}measured(){this.panel.measured()}begin(e){this.panel.changed(e!==null),e!==null?this.send(e,!0):this.before.length>w?this.panel.say(s("This description is too large to be edited here ({1}): download it and edit the file. You can start from another one.",L(this.before.length)),"flawed"):this.before===""?this.panel.say(s("Type or paste a description, upload a file, or start from the example."),"good"):this.panel.say(s("No changes yet."),"good")}changed(){window.clearTimeout(this.timer),this.timer=window.setTimeout(()=>{this.settled()},he+this.field.length/me/1e3)}async settled(){let e=this.field.text;e!==this.last&&(e===this.before?Z():C(e),this.panel.changed(e!==this.before),W(e),await this.send(e,!1))}async send(e,t){if(this.last=e,e.length>this.host.limit){this.refused({problem:q(s("The text is larger than the server reads ({1}).",L(this.host.limit))),again:0});return}let o=await this.sender.send(e,t);!o||m!==this||("problem"in o?this.refused(o):await this.follow(o))}async follow(e){let{root:t,title:o,operations:i,problems:r,total:a}=e;this.title=o,this.field.mark(r),this.panel.problems(r.map(c=>this.entry(c)),a-r.length),this.panel.banner.hidden=!0;let l=P(i,"operation","operations");a>0?this.panel.say(l+", "+P(a,"problem","problems"),"flawed"):this.panel.say(s("Valid, {1}",l),"good"),this.host.preview({root:t,renew:()=>this.renew()}),document.body.classList.add("is-draft"),this.good=!0,await this.host.renew(c=>H.show(c))}refused({problem:e,again:t}){let o=e.line>0?s("Line {1}, column {2}",e.line,e.column):"";this.field.mark(t>0?[]:[e]),this.panel.problems([],0);let i=o?{label:s("Go to line {1}",e.line),go:()=>this.go(e)}:void 0;this.panel.say((o?o+": ":"")+e.message,t>0?"busy":"bad",i),this.panel.banner.replaceChildren(d("strong","",t>0?s("Your changes are not shown yet."):s("The text cannot be read. ")),t>0?"":this.good?s("These are the pages of the last one that could be."):s("These are the pages without your changes.")),this.panel.banner.hidden=!1,t>0&&(window.clearTimeout(this.timer),this.timer=window.setTimeout(()=>{this.send(this.field.text,this.field.text===this.last)},t*1e3))}entry(e){return{place:e.line+":"+e.column,message:e.message,go:e.line>0?()=>this.go(e):null}}go(e){this.panel.show("edit"),this.field.go(e)}async renew(){let e=await this.sender.again(this.last);return e?(this.host.preview({root:e.root,renew:()=>this.renew()}),!0):!1}replace(e,t){this.field.replace(e),this.panel.say(t+" "+s("Undo brings the text of before back."),"good"),this.focus()}async upload(e){if(e.size>Math.min(this.host.limit,w)){this.panel.say(s("{1} is too large ({2}); {3} can be edited here.",e.name,L(e.size),L(Math.min(this.host.limit,w))),"bad");return}let t=await e.text();this.replace(t,s("{1} is in the editor.",e.name)),this.saved=t}download(){let e=this.field.text,t=fe(this.title||document.querySelector(".sidebar-title, .topbar-title")?.textContent||"");B(new Blob([e],{type:this.field.mediaType}),t+(this.field.mediaType==="application/json"?".json":".yaml")),this.saved=e}discard(){this.replace(this.before.length>w?"":this.before,s("Your changes are gone."))}warn(e){let t=this.field.text;t!==this.saved&&t!==this.before&&e.preventDefault()}close(){m=null,window.clearTimeout(this.timer),window.removeEventListener("beforeunload",this.leaving),window.removeEventListener("resize",this.resized),this.sender.stop();let e=this.field.text;e!==this.before&&e!==""&&C(e),D(!1),this.field.close(),[this.panel.el,this.panel.banner].forEach(o=>o.remove()),document.body.classList.remove("is-editing","is-draft"),delete document.body.dataset.pane,document.body.style.removeProperty("--editor-width"),this.host.preview(null),this.good&&this.host.renew(o=>H.show(o)),(this.from instanceof HTMLElement&&this.from.isConnected&&this.from.checkVisibility()?this.from:document.querySelector(".topbar-menu, [data-editor-open]"))?.focus()}};function L(n){return(n/1e6).toFixed(1)+" MB"}function fe(n){return n.toLowerCase().replace(/[^a-z0-9]+/g,"-").slice(0,60).replace(/^-+|-+$/g,"")||"openapi"}export{nt as open};
