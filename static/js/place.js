// A button leads back to the page that it was pressed on: there, to what was in view. And what
// unfolds over a page folds when something else is pressed.
"use strict";

const placeKey = "worklog-place";

const session = (() => {
  try {
    return sessionStorage;
  } catch {
    return null; // the browser keeps nothing
  }
})();

document.addEventListener("submit", ({ target }) => {
  if (!target.elements.namedItem("back") || target.matches("form.day")) return;
  if (document.querySelector(".welcome")) return; // which is not there any more
  session?.setItem(placeKey, JSON.stringify({ page: location.pathname + location.search, y: scrollY }));
});

const placeLeft = JSON.parse(session?.getItem(placeKey) ?? null);
session?.removeItem(placeKey);
const cameBack = placeLeft?.page === location.pathname + location.search;
if (cameBack) scrollTo(0, placeLeft.y);

// The form of a day that was sent is no page to go back to: the one before it is. Kept are the
// places of such forms in the history of this tab.
const sentKey = "worklog-sent";
const place = () => window.navigation?.currentEntry?.index;
const sentForms = () => JSON.parse(session?.getItem(sentKey) ?? null) ?? [];

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form.day") || event.defaultPrevented) return;
  session?.setItem(sentKey, JSON.stringify([...sentForms(), place()]));
});

addEventListener("pageshow", ({ persisted }) => {
  const sent = sentForms();
  const back = persisted || performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  session?.setItem(sentKey, JSON.stringify(sent.filter((form) => form < place())));
  if (back && sent.includes(place())) history.back();
});

document.addEventListener("click", ({ target }) => {
  for (const open of document.querySelectorAll(".bar details[open]")) open.open = open.contains(target);
});

// The time of a press stands beside its button, where one types at once.
document.addEventListener("toggle", ({ target }) => target.open && target.matches(".hand details, .adjust:not(:has([autofocus]))") && target.querySelector("input[type=text]")?.focus(), true);

document.addEventListener("keydown", ({ key }) => {
  const open = key === "Escape" && document.querySelector(".bar details[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});

// A list that is not sent before it is unfolded takes the place of the link to it.
document.addEventListener(
  "toggle",
  async ({ target }) => {
    const link = target.open && target.querySelector("a[data-unfold]");
    if (!link) return;
    const answer = await fetch(link.href).catch(() => null); // without a network the link stays
    const page = new DOMParser().parseFromString((await answer?.text()) ?? "", "text/html");
    const list = page.querySelector("#unfolded");
    list?.removeAttribute("id"); // others may be unfolded
    if (list) link.parentElement.replaceWith(document.adoptNode(list));
  },
  true,
);
