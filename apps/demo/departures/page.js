// What the extension "sse" of HTMX does with these attributes, for a page without HTMX.
for (const place of document.querySelectorAll('[sse-connect]')) {
  new EventSource(place.getAttribute('sse-connect')).addEventListener(place.getAttribute('sse-swap'), (event) => {
    place.innerHTML = event.data;
  });
}
