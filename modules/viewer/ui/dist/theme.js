"use strict";(()=>{function e(r,n){try{return r().getItem(n)}catch{return null}}var t=e(()=>localStorage,"trefoil-mode");(t==="light"||t==="dark")&&(document.documentElement.dataset.mode=t);})();
