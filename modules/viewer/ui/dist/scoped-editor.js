export function start(trefoilScope){
"use strict";var exported=(()=>{var S=Object.defineProperty;var re=Object.getOwnPropertyDescriptor;var se=Object.getOwnPropertyNames;var ae=Object.prototype.hasOwnProperty;var le=(o,e)=>{for(var t in e)S(o,t,{get:e[t],enumerable:!0})},de=(o,e,t,n)=>{if(e&&typeof e=="object"||typeof e=="function")for(let i of se(e))!ae.call(o,i)&&i!==t&&S(o,i,{get:()=>e[i],enumerable:!(n=re(e,i))||n.enumerable});return o};var ce=o=>de(S({},"__esModule",{value:!0}),o);var Se={};le(Se,{open:()=>ke});function U(o,e){let t=trefoilScope.document.createElement("a");t.href=URL.createObjectURL(o),t.download=e,t.click(),trefoilScope.window.setTimeout(()=>URL.revokeObjectURL(t.href),6e4)}var m=new URL(trefoilScope.document.body.dataset.root??"./",trefoilScope.location.href).href;trefoilScope.document.body.dataset.root=m;var O=null;function F(o){let e=new URL(o,trefoilScope.location.href).href;return O&&e.startsWith(m)?O.root+e.slice(m.length):e}function b(){return"trefoil-draft "+trefoilScope.edited.key}function W(){return trefoilScope.edited.configuration}async function I(){if(trefoilScope.edited.text)return trefoilScope.edited.text;let o=await fetch(F(m+"openapi"),{headers:{Accept:"*/*"}});return o.ok?o.text():""}function z(o){trefoilScope.edited.told(o)}var $="trefoil:page";var pe=["main","[data-nav]"],f=class o{constructor(e,t){this.live=e;this.written=t}live;written;static all(e){return pe.map(n=>e.querySelector(n)).filter(n=>n!==null).map(n=>new o(n,n.ownerDocument.importNode(n,!0)))}over(e){return new o(e?.live??this.live,this.written)}become(e,t){let n=fe(this.live);t?this.live=Y(this.live,this.written,e.live):this.live.dispatchEvent(new CustomEvent("trefoil:replace",{detail:e.live,cancelable:!0}))&&(this.live=A(this.live,e.live)),n()}};function Y(o,e,t){if(e.isEqualNode(t))return o;let n=e.childNodes;return t instanceof HTMLScriptElement||e.tagName!==t.tagName||o.childNodes.length!==n.length?A(o,t):(ue(o,e,t),he(o,[...n],[...t.childNodes]),o)}function ue(o,e,t){for(let n of new Set([...e.getAttributeNames(),...t.getAttributeNames()])){let i=t.getAttribute(n);i!==e.getAttribute(n)&&(i===null?o.removeAttribute(n):o.setAttribute(n,i))}}function he(o,e,t){let n=[...o.childNodes],i=0;for(;i<e.length&&i<t.length&&T(e[i],t[i]);)i++;let r=0;for(;r<e.length-i&&r<t.length-i&&T(e[e.length-1-r],t[t.length-1-r]);)r++;let a=n.slice(i,n.length-r),l=t.slice(i,t.length-r);if(a.length===l.length){a.forEach((p,v)=>me(p,e[i+v],l[v]));return}let c=n[n.length-r]??null;a.forEach(p=>o.removeChild(p));for(let p of l){let v=trefoilScope.document.adoptNode(p);o.insertBefore(v,c),G(v)}}function T(o,e){return o!==void 0&&e!==void 0&&o.isEqualNode(e)}function me(o,e,t){if(!(!t||T(e,t))){if(o instanceof Element&&e instanceof Element&&t instanceof Element){Y(o,e,t);return}A(o,t)}}function A(o,e){let t=trefoilScope.document.adoptNode(e);return o.parentNode?.replaceChild(t,o),G(t),t}function G(o){o instanceof HTMLElement&&o.dispatchEvent(new CustomEvent("trefoil:content",{bubbles:!0}))}function fe(o){let e=trefoilScope.document.activeElement;if(!(e instanceof HTMLElement)||!o.contains(e))return()=>{};let t=e.id,n=e.getAttribute("href");return()=>{if(e.isConnected)return;let i=t&&trefoilScope.document.getElementById(t)||[...trefoilScope.document.querySelectorAll("main a, [data-nav] a")].find(r=>r.getAttribute("href")===n&&n)||trefoilScope.document.querySelector("main");i instanceof HTMLElement&&i.focus({preventScroll:!0})}}var y=class{address=N();regions=f.all(trefoilScope.document);constructor(){trefoilScope.document.addEventListener($,()=>this.forget())}forget(){this.address=""}show(e){let t=f.all(e),n=this.address===N()&&t.length===this.regions.length;if(!n&&trefoilScope.document.querySelector("main")===null)return!1;n||(this.regions=f.all(trefoilScope.document));let i=ve();return this.regions.forEach((r,a)=>{let l=t[a];l&&r.become(l,n)}),trefoilScope.document.dispatchEvent(new CustomEvent("trefoil:live")),trefoilScope.document.title=e.title,ge(e),be(i),this.regions=t.map((r,a)=>r.over(this.regions[a])),this.address=N(),!0}};function ge(o){for(let e of[".sidebar-title",".topbar-title"]){let t=trefoilScope.document.querySelector(e),n=o.querySelector(e)?.textContent;t&&n&&(t.textContent=n)}}function N(){return trefoilScope.location.pathname+trefoilScope.location.search}function ve(){let o=trefoilScope.document.querySelector("main");if(!o||trefoilScope.window.scrollY===0)return null;for(let e of o.querySelectorAll("[id], h1, h2, h3, li, p, tr")){let t=e.getBoundingClientRect();if(t.top>=0&&t.height>0&&!e.closest(".samples"))return{el:e,top:t.top}}return null}function be(o){if(o?.el.isConnected){let e=o.el.getBoundingClientRect().top-o.top;Math.abs(e)>=1&&trefoilScope.window.scrollBy({top:e,behavior:"instant"})}}function J(o,e){try{return o().getItem(e)}catch{return null}}function V(o,e,t){try{return t===null?o().removeItem(e):o().setItem(e,t),!0}catch{return!1}}var _=globalThis.trefoilKept??={};function x(o,e){return _[e]??J(o,e)}function g(o,e,t){_[e]=V(o,e,t)?null:t}var P=()=>globalThis.trefoilWords;function s(o,...e){return(P()?.say(o)??o).replace(/\{(\d)\}/g,(t,n)=>String(e[n-1]??t))}function M(o,e,t,n=""+o){return P()?.count(o,t,n)??n+" "+(o===1?e:t)}function K(o){return P()?.tell(o)??o}var X="trefoil-editor-width",R=25,C=75,Q=2;function Z(o){o.tabIndex=0;for(let[i,r]of Object.entries({role:"separator","aria-orientation":"vertical","aria-label":s("Width of the editor"),"aria-valuemin":String(R),"aria-valuemax":String(C)}))o.setAttribute(i,r);let e=o.matches(":dir(ltr)")?Q:-Q,t=Number(x(()=>trefoilScope.localStorage,X)??46)||46,n=i=>{t=Math.max(R,Math.min(C,i)),o.setAttribute("aria-valuenow",String(Math.round(t))),trefoilScope.document.body.style.setProperty("--editor-width",t.toFixed(1)+"%"),g(()=>trefoilScope.localStorage,X,t.toFixed(1))};n(t),o.addEventListener("keydown",i=>{let a={ArrowLeft:t-e,ArrowRight:t+e,Home:R,End:C}[i.key];a!==void 0&&(i.preventDefault(),n(a))}),o.addEventListener("pointerdown",i=>{i.preventDefault(),o.setPointerCapture(i.pointerId)}),o.addEventListener("pointermove",i=>{if(o.hasPointerCapture(i.pointerId)){let r=trefoilScope.document.body.getBoundingClientRect(),a=100*(i.clientX-r.left)/r.width;n(e>0?a:100-a)}})}var we=1e6;function D(o){g(()=>sessionStorage,b(),o.length>we?null:o)}function ee(){return x(()=>sessionStorage,b())}function te(){g(()=>sessionStorage,b(),null)}function q(o){g(()=>sessionStorage,b()+" open",o?"1":null)}var oe=`openapi: 3.1.0
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
`;var E=class{el=d("section","editor");field=d("div","editor-field");divider=d("div","editor-divider");banner=d("aside","notice editor-banner");title=d("h2","editor-title",s("Edit the description"));status=d("p","editor-status-text");jump=u("","editor-jump");list=d("ol","editor-problems");discarding=u(s("Discard changes"));tabs=new Map;constructor(e,t){let n=this.title;n.id="editor-title",this.el.setAttribute("aria-labelledby","editor-title"),this.el.dataset.editor="",this.field.dataset.editorField="",this.banner.hidden=!0,this.banner.setAttribute("aria-label",s("State of the pages")),this.jump.hidden=!0,this.status.setAttribute("role","status");let i=d("div","editor-head"),r=u(s("Close"),"editor-close");i.append(n,this.panes(),r);let a=d("div","editor-status");a.append(this.status,this.jump),this.el.append(e,i,this.tools(t),this.field,a,this.list,this.divider),r.addEventListener("click",()=>t.close()),this.drops(t),this.list.hidden=!0,this.list.setAttribute("aria-label",s("Problems"))}show(e){trefoilScope.document.body.dataset.pane=e;for(let[t,n]of this.tabs)n.setAttribute("aria-pressed",String(t===e));this.measured()}measured(){let e=trefoilScope.document.querySelector("main")?.checkVisibility()===!1;for(let[t,n,i]of[[this.el,"role","main"],[this.title,"aria-level","1"],[this.title,"role","heading"]])e?t.setAttribute(n,i):t.removeAttribute(n)}changed(e){this.discarding.disabled=!e}say(e,t,n){this.el.dataset.state=t,this.status.textContent!==e&&(this.status.textContent=e),this.jump.hidden=!n,this.jump.textContent=n?.label??"",this.jump.onclick=n?.go??null}problems(e,t){let n=e.map(({place:i,message:r,go:a})=>{let l=d("li","editor-problem"),c=d("span","editor-problem-text",r);if(a){let p=u("","editor-problem-go");p.append(d("span","editor-problem-place",i),c),p.addEventListener("click",a),l.append(p)}else l.append(c);return l});t>0&&n.push(d("li","editor-problem editor-more",s("{1} more",t))),this.list.replaceChildren(...n),this.list.hidden=n.length===0}tools(e){let t=d("div","editor-tools"),n=trefoilScope.document.createElement("input");n.type="file",n.accept=".json,.yaml,.yml,application/json,application/yaml",n.hidden=!0,n.addEventListener("change",()=>{let l=n.files?.[0];l&&e.upload(l),n.value=""});let i=u(s("Upload"));i.dataset.editorUpload="",i.addEventListener("click",()=>n.click());let r=u(s("Download"));r.dataset.editorDownload="",r.addEventListener("click",()=>e.download());let a=u(s("Example"));return a.dataset.editorExample="",a.addEventListener("click",()=>e.example()),this.discarding.dataset.editorDiscard="",this.discarding.addEventListener("click",()=>e.discard()),t.append(n,i,r,a,this.discarding),t}panes(){let e=d("div","editor-panes");e.setAttribute("role","group"),e.setAttribute("aria-label",s("Show"));for(let[t,n]of[["edit",s("Edit")],["preview",s("Preview")]]){let i=u(n,"editor-pane");i.dataset.editorPane=t,i.addEventListener("click",()=>this.show(t)),this.tabs.set(t,i),e.append(i)}return e}drops(e){let t=i=>i.dataTransfer?.types.includes("Files")??!1;this.el.addEventListener("dragover",i=>{t(i)&&(i.preventDefault(),this.el.classList.add("is-target"))}),this.el.addEventListener("dragleave",()=>this.el.classList.remove("is-target"));let n=i=>{this.el.classList.remove("is-target");let r=i.dataTransfer?.files[0];t(i)&&r&&(i.preventDefault(),i.stopPropagation(),e.upload(r))};this.el.addEventListener("drop",n,{capture:!0})}};function d(o,e,t=""){let n=trefoilScope.document.createElement(o);return n.className=e,n.textContent=t,n}function u(o,e=""){let t=trefoilScope.document.createElement("button");return t.type="button",t.className=("button "+e).trim(),t.textContent=o,t}var k=class{constructor(e){this.address=e}address;by=crypto.getRandomValues(new Uint32Array(3)).join("-");number=0;turn=new AbortController;async again(e){let t=await this.ask(e,0,AbortSignal.timeout(3e4)).catch(()=>null);return t&&"root"in t?t:null}stop(){this.turn.abort()}async send(e,t=!1){this.turn.abort();let{signal:n}=this.turn=new AbortController;this.number+=t?0:1;try{return await this.ask(e,this.number,n)}catch{return n.aborted?null:{problem:H(s("The server cannot be reached. Your text is sent again.")),again:5}}}async ask(e,t,n){let i=await fetch(this.address,{method:"POST",headers:{"Content-Type":"application/json","Trefoil-Description":"1"},body:new Blob([JSON.stringify({content:e,configuration:W(),edit:{by:this.by,number:t}})]),signal:n}),r=await i.json().then(ie,()=>new Map);if(r.has("root"))return this.shown(r);let a=Number(i.headers.get("Retry-After")??0),l=i.status===429||i.status===503||i.status===504,c=String(r.get("error")??s("The server answers with status {1}.",i.status));return{problem:ne(r,c,!0),again:l?a||5:0}}shown(e){let t=e.get("problems");return{root:new URL("../"+String(e.get("root")),this.address).href,title:String(e.get("title")??""),operations:Number(e.get("operations")??0),problems:Array.isArray(t)?t.map(n=>ne(ie(n),"",!1)):[],total:Number(e.get("total")??0)}}};function H(o){return{line:0,column:0,message:o,error:!0}}function ne(o,e,t){return{line:Number(o.get("line")??0),column:Math.max(1,Number(o.get("column")??1)),message:K(e||String(o.get("message")??"")),error:t}}function ie(o){return new Map(Object.entries(typeof o=="object"&&o!==null?o:{}))}var xe=250,Ee=20,w=4e6,j=new y,h=null;async function ke(o,e){if(h){h.focus();return}let{Field:t}=await import(o.field),n=await I().catch(()=>""),i=trefoilScope.document.createElement("link");i.rel="stylesheet",i.href=o.sheet;let r=new Promise(a=>["load","error"].forEach(l=>i.addEventListener(l,a,{once:!0})));h=new B(o,i,t,n),await r,h.measured(),e&&h.focus()}var B=class{constructor(e,t,n,i){this.host=e;this.before=i;this.panel=new E(t,{upload:l=>{this.upload(l)},download:()=>this.download(),example:()=>this.replace(oe,s("The example is in the editor.")),discard:()=>this.discard(),close:()=>this.close()}),j.forget(),this.sender=new k(e.send),trefoilScope.document.body.classList.add("is-editing"),trefoilScope.document.querySelector("main")?.before(this.panel.el,this.panel.banner),Z(this.panel.divider),this.panel.show("edit");let r=i.length>w?"":i,a=ee();this.last=this.saved=r,this.field=new n(this.panel.field,{text:a??r,label:s("Description in YAML or JSON"),hint:s("Tab indents. To leave the text with the keyboard, press Escape, then Tab."),changed:()=>this.changed()}),this.begin(a),trefoilScope.window.addEventListener("beforeunload",this.leaving),trefoilScope.window.addEventListener("resize",this.resized),q(!0)}host;before;panel;field;sender;from=trefoilScope.document.activeElement;leaving=e=>this.warn(e);resized=()=>this.panel.measured();timer=0;last="";saved;title="";good=!1;focus(){this.panel.show("edit"),this.field.focus()}measured(){this.panel.measured()}begin(e){this.panel.changed(e!==null),e!==null?this.send(e,!0):this.before.length>w?this.panel.say(s("This description is too large to be edited here ({1}): download it and edit the file. You can start from another one.",L(this.before.length)),"flawed"):this.before===""?this.panel.say(s("Type or paste a description, upload a file, or start from the example."),"good"):this.panel.say(s("No changes yet."),"good")}changed(){trefoilScope.window.clearTimeout(this.timer),this.timer=trefoilScope.window.setTimeout(()=>{this.settled()},xe+this.field.length/Ee/1e3)}async settled(){let e=this.field.text;e!==this.last&&(e===this.before?te():D(e),this.panel.changed(e!==this.before),z(e),await this.send(e,!1))}async send(e,t){if(this.last=e,e.length>this.host.limit){this.refused({problem:H(s("The text is larger than the server reads ({1}).",L(this.host.limit))),again:0});return}let n=await this.sender.send(e,t);!n||h!==this||("problem"in n?this.refused(n):await this.follow(n))}async follow(e){let{root:t,title:n,operations:i,problems:r,total:a}=e;this.title=n,this.field.mark(r),this.panel.problems(r.map(c=>this.entry(c)),a-r.length),this.panel.banner.hidden=!0;let l=M(i,"operation","operations");a>0?this.panel.say(l+", "+M(a,"problem","problems"),"flawed"):this.panel.say(s("Valid, {1}",l),"good"),this.host.preview({root:t,renew:()=>this.renew()}),trefoilScope.document.body.classList.add("is-draft"),this.good=!0,await this.host.renew(c=>j.show(c))}refused({problem:e,again:t}){let n=e.line>0?s("Line {1}, column {2}",e.line,e.column):"";this.field.mark(t>0?[]:[e]),this.panel.problems([],0);let i=n?{label:s("Go to line {1}",e.line),go:()=>this.go(e)}:void 0;this.panel.say((n?n+": ":"")+e.message,t>0?"busy":"bad",i),this.panel.banner.replaceChildren(d("strong","",t>0?s("Your changes are not shown yet."):s("The text cannot be read. ")),t>0?"":this.good?s("These are the pages of the last one that could be."):s("These are the pages without your changes.")),this.panel.banner.hidden=!1,t>0&&(trefoilScope.window.clearTimeout(this.timer),this.timer=trefoilScope.window.setTimeout(()=>{this.send(this.field.text,this.field.text===this.last)},t*1e3))}entry(e){return{place:e.line+":"+e.column,message:e.message,go:e.line>0?()=>this.go(e):null}}go(e){this.panel.show("edit"),this.field.go(e)}async renew(){let e=await this.sender.again(this.last);return e?(this.host.preview({root:e.root,renew:()=>this.renew()}),!0):!1}replace(e,t){this.field.replace(e),this.panel.say(t+" "+s("Undo brings the text of before back."),"good"),this.focus()}async upload(e){if(e.size>Math.min(this.host.limit,w)){this.panel.say(s("{1} is too large ({2}); {3} can be edited here.",e.name,L(e.size),L(Math.min(this.host.limit,w))),"bad");return}let t=await e.text();this.replace(t,s("{1} is in the editor.",e.name)),this.saved=t}download(){let e=this.field.text,t=Le(this.title||trefoilScope.document.querySelector(".sidebar-title, .topbar-title")?.textContent||"");U(new Blob([e],{type:this.field.mediaType}),t+(this.field.mediaType==="application/json"?".json":".yaml")),this.saved=e}discard(){this.replace(this.before.length>w?"":this.before,s("Your changes are gone."))}warn(e){let t=this.field.text;t!==this.saved&&t!==this.before&&e.preventDefault()}close(){h=null,trefoilScope.window.clearTimeout(this.timer),trefoilScope.window.removeEventListener("beforeunload",this.leaving),trefoilScope.window.removeEventListener("resize",this.resized),this.sender.stop();let e=this.field.text;e!==this.before&&e!==""&&D(e),q(!1),this.field.close(),[this.panel.el,this.panel.banner].forEach(n=>n.remove()),trefoilScope.document.body.classList.remove("is-editing","is-draft"),delete trefoilScope.document.body.dataset.pane,trefoilScope.document.body.style.removeProperty("--editor-width"),this.host.preview(null),this.good&&this.host.renew(n=>j.show(n)),(this.from instanceof HTMLElement&&this.from.isConnected&&this.from.checkVisibility()?this.from:trefoilScope.document.querySelector(".topbar-menu, [data-editor-open]"))?.focus()}};function L(o){return(o/1e6).toFixed(1)+" MB"}function Le(o){return o.toLowerCase().replace(/[^a-z0-9]+/g,"-").slice(0,60).replace(/^-+|-+$/g,"")||"openapi"}return ce(Se);})();
return exported}
