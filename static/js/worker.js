// The service worker. It answers from its cache with the assets and, without a network, with
// the one page that says so. It keeps no page of the record. What differs between
// builds, "build", stands before it.
"use strict";

addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(build.cache);
    // a login in front of the server is no page of ours
    await cache.addAll([build.page, ...build.assets].map((path) => new Request(path, { cache: "no-cache", redirect: "error" })));
    await skipWaiting();
  };
  event.waitUntil(fill());
});

addEventListener("activate", (event) => {
  const clear = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(build.caches) && name !== build.cache) await caches.delete(name);
    }
    await clients.claim();
  };
  event.waitUntil(clear());
});

const cached = async (path) => {
  try {
    return await (await caches.open(build.cache)).match(path);
  } catch {
    return undefined; // there is no room, or the cache is damaged
  }
};

const navigate = async (request) => {
  let answer;
  try {
    answer = await fetch(request);
  } catch {
    return (await cached(build.page)) ?? Response.error();
  }
  if (answer.status !== 401) return answer;
  // Browsers do not ask for a proxy's password on behalf of a worker. The next page registers it
  // again.
  await registration.unregister();
  return Response.redirect(request.url);
};

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(navigate(request));
  } else if (origin === location.origin && build.assets.includes(pathname)) {
    event.respondWith(cached(pathname).then((asset) => asset ?? fetch(request)));
  }
});
