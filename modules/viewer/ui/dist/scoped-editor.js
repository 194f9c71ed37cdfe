export function start(trefoilScope){
"use strict";var exported=(()=>{var S=Object.defineProperty;var X=Object.getOwnPropertyDescriptor;var K=Object.getOwnPropertyNames;var Q=Object.prototype.hasOwnProperty;var Z=(o,e)=>{for(var t in e)S(o,t,{get:e[t],enumerable:!0})},ee=(o,e,t,n)=>{if(e&&typeof e=="object"||typeof e=="function")for(let i of K(e))!Q.call(o,i)&&i!==t&&S(o,i,{get:()=>e[i],enumerable:!(n=X(e,i))||n.enumerable});return o};var te=o=>ee(S({},"__esModule",{value:!0}),o);var ve={};Z(ve,{open:()=>fe});var h=new URL(trefoilScope.document.body.dataset.root??"./",trefoilScope.location.href).href;trefoilScope.document.body.dataset.root=h;var H=null;function j(o){let e=new URL(o,trefoilScope.location.href).href;return H&&e.startsWith(h)?H.root+e.slice(h.length):e}function m(){return"trefoil-draft "+trefoilScope.edited.key}function B(){return trefoilScope.edited.configuration}async function U(){if(trefoilScope.edited.text)return trefoilScope.edited.text;let o=await fetch(j(h+"openapi"),{headers:{Accept:"*/*"}});return o.ok?o.text():""}function O(o){trefoilScope.edited.told(o)}var F="trefoil:page";var ne=["main","[data-nav]"],f=class o{constructor(e,t){this.live=e;this.written=t}live;written;static all(e){return ne.map(n=>e.querySelector(n)).filter(n=>n!==null).map(n=>new o(n,oe(n)))}over(e){return new o(e?.live??this.live,this.written)}become(e,t){let n=ae(this.live);if(t)this.live=I(this.live,this.written,e.live);else{let i=trefoilScope.document.adoptNode(e.live);this.live.dispatchEvent(new CustomEvent("trefoil:replace",{detail:i})),this.live.replaceWith(i),this.live=i,w(i)}n()}};function oe(o){let e=o.cloneNode(!0);if(!(e instanceof Element))throw new Error("live: no element");return e}function I(o,e,t){if(e.isEqualNode(t))return o;let n=e.childNodes;if(t instanceof HTMLScriptElement||e.tagName!==t.tagName||o.childNodes.length!==n.length){let r=trefoilScope.document.adoptNode(t);return o.replaceWith(r),w(r),r}return ie(o,e,t),re(o,[...n],[...t.childNodes]),o}function ie(o,e,t){for(let n of new Set([...e.getAttributeNames(),...t.getAttributeNames()])){let i=t.getAttribute(n);i!==e.getAttribute(n)&&(i===null?o.removeAttribute(n):o.setAttribute(n,i))}}function re(o,e,t){let n=[...o.childNodes],i=0;for(;i<e.length&&i<t.length&&T(e[i],t[i]);)i++;let r=0;for(;r<e.length-i&&r<t.length-i&&T(e[e.length-1-r],t[t.length-1-r]);)r++;let s=n.slice(i,n.length-r),a=t.slice(i,t.length-r);if(s.length===a.length){s.forEach((c,v)=>se(c,e[i+v],a[v]));return}let d=n[n.length-r]??null;s.forEach(c=>o.removeChild(c));for(let c of a){let v=trefoilScope.document.adoptNode(c);o.insertBefore(v,d),w(v)}}function T(o,e){return o!==void 0&&e!==void 0&&o.isEqualNode(e)}function se(o,e,t){if(!t||T(e,t))return;if(o instanceof Element&&e instanceof Element&&t instanceof Element){I(o,e,t);return}let n=trefoilScope.document.adoptNode(t);o.parentNode?.replaceChild(n,o),w(n)}function w(o){o instanceof HTMLElement&&o.dispatchEvent(new CustomEvent("trefoil:content",{bubbles:!0}))}function ae(o){let e=trefoilScope.document.activeElement;if(!(e instanceof HTMLElement)||!o.contains(e))return()=>{};let t=e.id,n=e.getAttribute("href");return()=>{if(e.isConnected)return;let i=t&&trefoilScope.document.getElementById(t)||[...trefoilScope.document.querySelectorAll("main a, [data-nav] a")].find(r=>r.getAttribute("href")===n&&n)||trefoilScope.document.querySelector("main");i instanceof HTMLElement&&i.focus({preventScroll:!0})}}var x=class{address=A();regions=f.all(trefoilScope.document);constructor(){trefoilScope.document.addEventListener(F,()=>this.forget())}forget(){this.address=""}show(e){let t=f.all(e),n=this.address===A()&&t.length===this.regions.length;if(!n&&trefoilScope.document.querySelector("main")===null)return!1;n||(this.regions=f.all(trefoilScope.document));let i=de();return this.regions.forEach((r,s)=>{let a=t[s];a&&r.become(a,n)}),trefoilScope.document.dispatchEvent(new CustomEvent("trefoil:live")),trefoilScope.document.title=e.title,le(e),ce(i),this.regions=t.map((r,s)=>r.over(this.regions[s])),this.address=A(),!0}};function le(o){for(let e of[".sidebar-title",".topbar-title"]){let t=trefoilScope.document.querySelector(e),n=o.querySelector(e)?.textContent;t&&n&&(t.textContent=n)}}function A(){return trefoilScope.location.pathname+trefoilScope.location.search}function de(){let o=trefoilScope.document.querySelector("main");if(!o||trefoilScope.window.scrollY===0)return null;for(let e of o.querySelectorAll("[id], h1, h2, h3, li, p, tr")){let t=e.getBoundingClientRect();if(t.top>=0&&t.height>0&&!e.closest(".samples"))return{el:e,top:t.top}}return null}function ce(o){if(o?.el.isConnected){let e=o.el.getBoundingClientRect().top-o.top;Math.abs(e)>=1&&trefoilScope.window.scrollBy({top:e,behavior:"instant"})}}function b(o,e){try{return o().getItem(e)}catch{return null}}function g(o,e,t){try{t===null?o().removeItem(e):o().setItem(e,t)}catch{}}var W="trefoil-editor-width",P=25,N=75,z=2;function $(o){o.tabIndex=0;for(let[n,i]of Object.entries({role:"separator","aria-orientation":"vertical","aria-label":"Width of the editor","aria-valuemin":String(P),"aria-valuemax":String(N)}))o.setAttribute(n,i);let e=Number(b(()=>trefoilScope.localStorage,W)??46)||46,t=n=>{e=Math.max(P,Math.min(N,n)),o.setAttribute("aria-valuenow",String(Math.round(e))),trefoilScope.document.body.style.setProperty("--editor-width",e.toFixed(1)+"%"),g(()=>trefoilScope.localStorage,W,e.toFixed(1))};t(e),o.addEventListener("keydown",n=>{let r={ArrowLeft:e-z,ArrowRight:e+z,Home:P,End:N}[n.key];r!==void 0&&(n.preventDefault(),t(r))}),o.addEventListener("pointerdown",n=>{n.preventDefault(),o.setPointerCapture(n.pointerId)}),o.addEventListener("pointermove",n=>{if(o.hasPointerCapture(n.pointerId)){let i=trefoilScope.document.body.getBoundingClientRect();t(100*(n.clientX-i.left)/i.width)}})}var pe=1e6;function M(o){let e=o.length<=pe;return g(()=>sessionStorage,m(),e?o:null),e&&b(()=>sessionStorage,m())!==null}function Y(){return b(()=>sessionStorage,m())}function G(){g(()=>sessionStorage,m(),null)}function R(o){g(()=>sessionStorage,m()+" open",o?"1":null)}var J=`openapi: 3.1.0
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
`;var E=class{el=l("section","editor");field=l("div","editor-field");divider=l("div","editor-divider");banner=l("aside","notice editor-banner");title=l("h2","editor-title","Edit the description");status=l("p","editor-status-text");jump=p("","editor-jump");list=l("ol","editor-problems");discarding=p("Discard changes");tabs=new Map;constructor(e,t){let n=this.title;n.id="editor-title",this.el.setAttribute("aria-labelledby","editor-title"),this.el.dataset.editor="",this.field.dataset.editorField="",this.banner.hidden=!0,this.banner.setAttribute("aria-label","State of the pages"),this.jump.hidden=!0,this.status.setAttribute("role","status");let i=l("div","editor-head"),r=p("Close","editor-close");i.append(n,this.panes(),r);let s=l("div","editor-status");s.append(this.status,this.jump),this.el.append(e,i,this.tools(t),this.field,s,this.list,this.divider),r.addEventListener("click",()=>t.close()),this.drops(t),this.list.hidden=!0,this.list.setAttribute("aria-label","Problems")}show(e){trefoilScope.document.body.dataset.pane=e;for(let[t,n]of this.tabs)n.setAttribute("aria-pressed",String(t===e));this.measured()}measured(){let e=trefoilScope.document.querySelector("main")?.checkVisibility()===!1;for(let[t,n,i]of[[this.el,"role","main"],[this.title,"aria-level","1"],[this.title,"role","heading"]])e?t.setAttribute(n,i):t.removeAttribute(n)}changed(e){this.discarding.disabled=!e}say(e,t,n){this.el.dataset.state=t,this.status.textContent!==e&&(this.status.textContent=e),this.jump.hidden=!n,this.jump.textContent=n?.label??"",this.jump.onclick=n?.go??null}problems(e,t){let n=e.map(({place:i,message:r,go:s})=>{let a=l("li","editor-problem"),d=l("span","editor-problem-text",r);if(s){let c=p("","editor-problem-go");c.append(l("span","editor-problem-place",i),d),c.addEventListener("click",s),a.append(c)}else a.append(d);return a});t>0&&n.push(l("li","editor-problem editor-more",t+" more")),this.list.replaceChildren(...n),this.list.hidden=n.length===0}tools(e){let t=l("div","editor-tools"),n=trefoilScope.document.createElement("input");n.type="file",n.accept=".json,.yaml,.yml,application/json,application/yaml",n.hidden=!0,n.addEventListener("change",()=>{let a=n.files?.[0];a&&e.upload(a),n.value=""});let i=p("Upload");i.dataset.editorUpload="",i.addEventListener("click",()=>n.click());let r=p("Download");r.dataset.editorDownload="",r.addEventListener("click",()=>e.download());let s=p("Example");return s.dataset.editorExample="",s.addEventListener("click",()=>e.example()),this.discarding.dataset.editorDiscard="",this.discarding.addEventListener("click",()=>e.discard()),t.append(n,i,r,s,this.discarding),t}panes(){let e=l("div","editor-panes");e.setAttribute("role","group"),e.setAttribute("aria-label","Show");for(let[t,n]of[["edit","Edit"],["preview","Preview"]]){let i=p(n,"editor-pane");i.dataset.editorPane=t,i.addEventListener("click",()=>this.show(t)),this.tabs.set(t,i),e.append(i)}return e}drops(e){let t=i=>i.dataTransfer?.types.includes("Files")??!1;this.el.addEventListener("dragover",i=>{t(i)&&(i.preventDefault(),this.el.classList.add("is-target"))}),this.el.addEventListener("dragleave",()=>this.el.classList.remove("is-target"));let n=i=>{this.el.classList.remove("is-target");let r=i.dataTransfer?.files[0];t(i)&&r&&(i.preventDefault(),i.stopPropagation(),e.upload(r))};this.el.addEventListener("drop",n,{capture:!0})}};function l(o,e,t=""){let n=trefoilScope.document.createElement(o);return n.className=e,n.textContent=t,n}function p(o,e=""){let t=trefoilScope.document.createElement("button");return t.type="button",t.className=("button "+e).trim(),t.textContent=o,t}var k=class{constructor(e){this.address=e}address;by=[...crypto.getRandomValues(new Uint8Array(12))].map(e=>e.toString(16).padStart(2,"0")).join("");number=0;turn=new AbortController;async again(e){let t=await this.ask(e,0,AbortSignal.timeout(3e4)).catch(()=>null);return t&&"root"in t?t:null}stop(){this.turn.abort()}async send(e,t=!1){this.turn.abort();let{signal:n}=this.turn=new AbortController;this.number+=t?0:1;try{return await this.ask(e,this.number,n)}catch{return n.aborted?null:{problem:C("The server cannot be reached. Your text is sent again."),again:5}}}async ask(e,t,n){let i=await fetch(this.address,{method:"POST",headers:{"Content-Type":"application/json","Trefoil-Description":"1"},body:new Blob([JSON.stringify({content:e,configuration:B(),edit:{by:this.by,number:t}})]),signal:n}),r=await i.json().then(_,()=>new Map);if(r.has("root"))return this.shown(r);let s=Number(i.headers.get("Retry-After")??0),a=i.status===429||i.status===503||i.status===504,d=String(r.get("error")??"The server answers with status "+i.status+".");return{problem:V(r,d,!0),again:a?s||5:0}}shown(e){let t=e.get("problems");return{root:new URL("../"+String(e.get("root")),this.address).href,title:String(e.get("title")??""),operations:Number(e.get("operations")??0),problems:Array.isArray(t)?t.map(n=>V(_(n),"",!1)):[],total:Number(e.get("total")??0)}}};function C(o){return{line:0,column:0,message:o,error:!0}}function V(o,e,t){return{line:Number(o.get("line")??0),column:Math.max(1,Number(o.get("column")??1)),message:e||String(o.get("message")??""),error:t}}function _(o){return new Map(Object.entries(typeof o=="object"&&o!==null?o:{}))}var he=250,me=20,y=4e6,q=new x,u=null;async function fe(o,e){if(u){u.focus();return}let{Field:t}=await import(o.field),n=await U().catch(()=>""),i=trefoilScope.document.createElement("link");i.rel="stylesheet",i.href=o.sheet;let r=new Promise(s=>["load","error"].forEach(a=>i.addEventListener(a,s,{once:!0})));u=new D(o,i,t,n),await r,u.measured(),e&&u.focus()}var D=class{constructor(e,t,n,i){this.host=e;this.before=i;this.panel=new E(t,{upload:a=>{this.upload(a)},download:()=>this.download(),example:()=>this.replace(J,"The example is in the editor."),discard:()=>this.discard(),close:()=>this.close()}),q.forget(),this.sender=new k(e.send),trefoilScope.document.body.classList.add("is-editing"),trefoilScope.document.querySelector("main")?.before(this.panel.el,this.panel.banner),$(this.panel.divider),this.panel.show("edit");let r=i.length>y?"":i,s=Y();this.last=this.saved=r,this.field=new n(this.panel.field,{text:s??r,label:"Description in YAML or JSON",hint:"Tab indents. To leave the text with the keyboard, press Escape, then Tab.",changed:()=>this.changed()}),this.begin(s),trefoilScope.window.addEventListener("beforeunload",this.leaving),trefoilScope.window.addEventListener("resize",this.resized),R(!0)}host;before;panel;field;sender;from=trefoilScope.document.activeElement;leaving=e=>this.warn(e);resized=()=>this.panel.measured();timer=0;last="";saved;title="";good=!1;focus(){this.panel.show("edit"),this.field.focus()}measured(){this.panel.measured()}begin(e){this.panel.changed(e!==null),e!==null?this.send(e,!0):this.before.length>y?this.panel.say("This description is too large to be edited here ("+L(this.before.length)+"): download it and edit the file. You can start from another one.","flawed"):this.before===""?this.panel.say("Type or paste a description, upload a file, or start from the example.","good"):this.panel.say("No changes yet.","good")}changed(){trefoilScope.window.clearTimeout(this.timer),this.timer=trefoilScope.window.setTimeout(()=>{this.settled()},he+this.field.length/me/1e3)}async settled(){let e=this.field.text;e!==this.last&&(e===this.before?G():M(e),this.panel.changed(e!==this.before),O(e),await this.send(e,!1))}async send(e,t){if(this.last=e,e.length>this.host.limit){this.refused({problem:C("The text is larger than the server reads ("+L(this.host.limit)+")."),again:0});return}let n=await this.sender.send(e,t);!n||u!==this||("problem"in n?this.refused(n):await this.follow(n))}async follow(e){let{root:t,title:n,operations:i,problems:r,total:s}=e;this.title=n,this.field.mark(r),this.panel.problems(r.map(d=>this.entry(d)),s-r.length),this.panel.banner.hidden=!0;let a=i+(i===1?" operation":" operations");s>0?this.panel.say(a+", "+s+(s===1?" problem":" problems"),"flawed"):this.panel.say("Valid, "+a,"good"),this.host.preview({root:t,renew:()=>this.renew()}),trefoilScope.document.body.classList.add("is-draft"),this.good=!0,await this.host.renew(d=>q.show(d))}refused({problem:e,again:t}){let n=e.line>0?"Line "+e.line+", column "+e.column:"";this.field.mark(t>0?[]:[e]),this.panel.problems([],0);let i=n?{label:"Go to line "+e.line,go:()=>this.go(e)}:void 0;this.panel.say((n?n+": ":"")+e.message,t>0?"busy":"bad",i),this.panel.banner.replaceChildren(l("strong","",t>0?"Your changes are not shown yet.":"The text cannot be read. "),t>0?"":this.good?"These are the pages of the last one that could be.":"These are the pages without your changes."),this.panel.banner.hidden=!1,t>0&&(trefoilScope.window.clearTimeout(this.timer),this.timer=trefoilScope.window.setTimeout(()=>{this.send(this.field.text,this.field.text===this.last)},t*1e3))}entry(e){return{place:e.line+":"+e.column,message:e.message,go:e.line>0?()=>this.go(e):null}}go(e){this.panel.show("edit"),this.field.go(e)}async renew(){let e=await this.sender.again(this.last);return e?(this.host.preview({root:e.root,renew:()=>this.renew()}),!0):!1}replace(e,t){this.field.replace(e),this.panel.say(t+" Undo brings the text of before back.","good"),this.focus()}async upload(e){if(e.size>Math.min(this.host.limit,y)){this.panel.say(e.name+" is too large ("+L(e.size)+"); "+L(Math.min(this.host.limit,y))+" can be edited here.","bad");return}let t=await e.text();this.replace(t,e.name+" is in the editor."),this.saved=t}download(){let e=this.field.text,t=trefoilScope.document.createElement("a");t.href=URL.createObjectURL(new Blob([e],{type:this.field.mediaType})),t.download=ge(this.title||trefoilScope.document.querySelector(".sidebar-title, .topbar-title")?.textContent||"")+(this.field.mediaType==="application/json"?".json":".yaml"),t.hidden=!0,this.panel.el.append(t),t.click(),t.remove(),trefoilScope.window.setTimeout(()=>URL.revokeObjectURL(t.href),1e4),this.saved=e}discard(){this.replace(this.before.length>y?"":this.before,"Your changes are gone.")}warn(e){let t=this.field.text;t!==this.saved&&t!==this.before&&e.preventDefault()}close(){u=null,trefoilScope.window.clearTimeout(this.timer),trefoilScope.window.removeEventListener("beforeunload",this.leaving),trefoilScope.window.removeEventListener("resize",this.resized),this.sender.stop();let e=this.field.text;e!==this.before&&e!==""&&M(e),R(!1),this.field.close(),[this.panel.el,this.panel.banner].forEach(n=>n.remove()),trefoilScope.document.body.classList.remove("is-editing","is-draft"),delete trefoilScope.document.body.dataset.pane,trefoilScope.document.body.style.removeProperty("--editor-width"),this.host.preview(null),this.good&&this.host.renew(n=>q.show(n)),(this.from instanceof HTMLElement&&this.from.isConnected&&this.from.checkVisibility()?this.from:trefoilScope.document.querySelector(".topbar-menu, [data-editor-open]"))?.focus()}};function L(o){return(o/1e6).toFixed(1)+" MB"}function ge(o){return o.toLowerCase().replace(/[^a-z0-9]+/g,"-").slice(0,60).replace(/^-+|-+$/g,"")||"openapi"}return te(ve);})();
return exported}
