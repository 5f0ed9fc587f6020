/* global document, history, location, setTimeout, window */

const { message, origin, closes } = document.body.dataset;

// What brought the person here is for one use; nobody finds it in the address or in the history.
history.replaceState(null, '', location.pathname);

if (window.opener) {
  if (origin) window.opener.postMessage(JSON.parse(message), origin);
  if (closes !== undefined) setTimeout(() => window.close(), 1000);
}
