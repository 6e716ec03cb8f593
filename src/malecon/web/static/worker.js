// The service worker: shows push notices, also when no page is open.
// @ts-check
/// <reference lib="webworker" />
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("push", (event) => {
  const { title, body, page } = event.data?.json() ?? {};
  if (title) event.waitUntil(worker.registration.showNotification(title, { body, data: page, tag: page, icon: new URL("icon.svg", location.href).href }));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(worker.clients.openWindow(event.notification.data));
});
