// What script adds to every page: a presence that counts, arrow keys from month to
// month, buttons that copy, and a question before typed text is left. Without it the
// pages work all the same.
"use strict";

const duration = (minutes) =>
  minutes && minutes < 60 ? `${minutes}\u00a0min` : `${Math.floor(minutes / 60).toLocaleString("fr")}\u00a0h\u00a0${String(minutes % 60).padStart(2, "0")}`;

for (const length of document.querySelectorAll("[data-since]")) {
  const since = Date.parse(length.dataset.since);
  const count = () => (length.textContent = duration(Math.max(0, Math.floor((Date.now() - since) / 60000))));
  setInterval(count, 20000);
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea")) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  document.querySelector(`a[rel="${rel}"]`)?.click();
});

// On a phone, the month opens at today, unless there is a question to answer or a
// welcome to read above it, an address that names another day, or a place to come back to.
const opened = performance.getEntriesByType("navigation")[0]?.type === "navigate";
if (opened && !cameBack && !location.hash && !document.querySelector(".forgotten, .welcome")) {
  const today = document.querySelector('.week [data-day~="today"]');
  if (matchMedia("(max-width: 60rem)").matches) today?.scrollIntoView();
}

// A slot that is pressed in the month is the one that its day opens at.
document.addEventListener("click", ({ target }) => {
  const link = target.closest("a.cell");
  if (!link) return;
  const slot = [...link.querySelectorAll(".slots > span:not(.heard, .open)")].indexOf(target);
  link.hash = slot < 0 ? "" : `slot-${slot + 1}`;
});

// Who prints a sheet to sign it wants to find it again: what the button « Garder cette empreinte »
// does is done first. It prints whatever the answer is.
const keepDigest = async (form) => {
  const sent = { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { Accept: "application/json" }, keepalive: true };
  const answer = await fetch(form.action, sent);
  form.replaceChildren(answer.ok ? "Empreinte gardée." : (await answer.json()).error);
};
for (const button of document.querySelectorAll("[data-keeps]")) {
  button.addEventListener("click", () => {
    const form = document.querySelector("form.keep:has(button)");
    if (form) keepDigest(form).catch(() => {});
  });
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// Where there is no clipboard to write to, which browsers have over https and on
// this machine only, the text is selected and copied in the old way.
for (const button of document.querySelectorAll("[data-copy]")) {
  const code = button.closest(".copy").querySelector("code");
  const said = button.textContent;
  const select = () => {
    getSelection().selectAllChildren(code);
    return document.execCommand("copy");
  };
  const copy = () => navigator.clipboard?.writeText(code.textContent).then(() => true, select) ?? select();
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.textContent = (await copy()) ? "Copié" : "Sélectionné";
    setTimeout(() => (button.textContent = said), 2000);
  });
}

// A change of the settings is first compared with all that was recorded.
addEventListener("submit", ({ target, submitter, defaultPrevented }) => {
  if (defaultPrevented || !submitter || !target.closest(".settings, .start")) return;
  submitter.ariaBusy = "true";
  submitter.replaceChildren("Calcul…");
});

// What was typed and not saved is asked about before the page goes.
let unsaved = false;
for (const form of document.querySelectorAll("form.day")) {
  form.addEventListener("input", () => (unsaved = true));
}
addEventListener("submit", (event) => {
  if (event.target.matches("form.day") && !event.defaultPrevented) unsaved = false;
});
addEventListener("beforeunload", (event) => {
  if (unsaved) event.preventDefault();
});
