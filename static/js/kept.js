// What is kept in this browser until the server has it: forms that were sent without a
// network, and presses of « J’arrive » and « Je pars ». The names begin with the path of
// the pages, for other programs of this address have the same storage.
const { home, worker, answer, who: signedIn } = document.currentScript.dataset;
const base = home.slice(0, -1);
const isAnswer = answer !== undefined; // to a form: nothing is at the address of this page
const offline = document.querySelector("[data-offline]") !== null;

const storage = (() => {
  try {
    return localStorage;
  } catch {
    return null; // the browser keeps nothing
  }
})();

const keptAs = (kind) => `${base}/kept:${kind}:`;
const forget = (name) => storage?.removeItem(name);
const keep = (name, value) => {
  try {
    storage.setItem(name, JSON.stringify(who ? { ...value, who } : value));
    return true;
  } catch {
    return false; // or there is no room
  }
};
const readKept = (name) => {
  try {
    return JSON.parse(storage.getItem(name)) ?? {};
  } catch {
    return {};
  }
};
const namesOf = (kind) => Object.keys(storage ?? {}).filter((name) => name.startsWith(keptAs(kind)));
const keptNames = (kind) => namesOf(kind).filter((name) => (readKept(name).who ?? "") === who).sort();

// Whose it is, where a proxy says who is signed in: what another user left goes once somebody
// else is. The page without a network takes the last one for its user.
const lastUser = `${base}/kept-by`;
const who = signedIn ?? storage?.getItem(lastUser) ?? "";
if (signedIn !== undefined) {
  for (const name of [...namesOf("press"), ...namesOf("draft")]) {
    if ((readKept(name).who ?? "") !== who) forget(name);
  }
  try {
    if (who) storage.setItem(lastUser, who);
    else forget(lastUser);
  } catch {
    // there is no room for anything
  }
}

const onPhone = matchMedia("(max-width: 60rem)").matches;
const keptHere = onPhone ? "Gardé sur ce téléphone." : "Gardé dans ce navigateur.";

// Why something could not be sent, for people.
const whyNotSent = ({ answered }) => (answered ? "Le serveur ne répond pas." : "Pas de réseau.");

// Sends a form and returns the status of the answer with what it says: where to go ("to"),
// or why not ("error"). It throws if the server has not answered, or could not.
const post = async (action, fields) => {
  const answer = await fetch(action, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Accept: "application/json", ...(who ? { "Worklog-Who": who } : {}) },
    redirect: "manual", // to a login that is not ours: its page is no answer
    signal: AbortSignal.timeout?.(30000),
  });
  if (answer.status >= 500) throw Object.assign(new Error(), { answered: true });
  const told = answer.headers.get("Content-Type")?.startsWith("application/json") ? await answer.json() : {};
  return { status: answer.status, ...told };
};

// Returns the address of a path of ours, or undefined for anything else: what is kept here may be
// another program's of this address. Browsers read some paths as another site's.
const ownAddress = (path) => {
  if (typeof path !== "string" || !path.startsWith(`${base}/`) || /^\/\/|[\\\p{Cc}]/u.test(path)) return undefined;
  const to = new URL(path, location.origin);
  return to.origin === location.origin && to.pathname.startsWith(`${base}/`) ? to : undefined; // without its dots
};

// Leads to a path of ours in place of this page, or asks for this one again: that leads nowhere
// with a fragment, and reloading may send a form again.
const go = (path) => {
  const to = ownAddress(path) ?? new URL(location);
  if (to.pathname + to.search === location.pathname + location.search) to.hash = "";
  location.replace(to);
};

// The page without a network is at its own address, or at the one that was asked for.
const asked = location.pathname === `${base}/offline` ? `${base}/` : undefined;
if (offline) {
  for (const link of document.querySelectorAll(`nav a:not(.name)[href="${home}"]`)) link.href = `${base}/months/${new Date().toLocaleDateString("sv").slice(0, 7)}`;
}

// Says on a button that its request is under way, during which it cannot be pressed, and
// returns what ends that.
const underWay = (button) => {
  const label = [...button.childNodes];
  const focused = document.activeElement === button;
  button.style.minWidth = `${button.offsetWidth}px`;
  button.disabled = true;
  button.ariaBusy = "true";
  button.replaceChildren("Envoi…");
  return () => {
    button.disabled = false;
    button.ariaBusy = null;
    button.replaceChildren(...label);
    if (focused) button.focus();
  };
};

const momentOf = (text) => {
  const at = new Date(text);
  const time = at.toLocaleTimeString("fr", { hour: "2-digit", minute: "2-digit" });
  if (at.toDateString() === new Date().toDateString()) return `à ${time}`;
  const date = at.toLocaleDateString("fr", { weekday: "long", day: "numeric", month: "long" });
  return `le ${date.replace(" 1 ", " 1er ")} à ${time}`;
};

// A button that does something to what is kept.
const keptButton = (label, act) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "secondary outline";
  button.textContent = label;
  button.addEventListener("click", act);
  return button;
};

const pressWords = { arrival: "Arrivée", departure: "Départ" };

// Lines of the list: what waits, and why if it was refused.
const pressLine = ({ event, typed, at, why }) => [`${pressWords[event]} ${typed ? `à ${typed}, appui ${momentOf(at)}` : momentOf(at)}`, why];
const draftLine = ({ path, page, heading, at, why }) => {
  const to = ownAddress(page ?? path);
  const link = document.createElement(to ? "a" : "span");
  if (to) link.href = to;
  link.textContent = heading;
  return [link, why ?? `Tapé ${momentOf(at)}`];
};

let shown;
const showKept = () => {
  const lines = [...keptNames("press").map((name) => [name, ...pressLine(readKept(name))]), ...keptNames("draft").map((name) => [name, ...draftLine(readKept(name))])];
  const now = JSON.stringify(lines.map((line) => line.map((part) => part?.outerHTML ?? part)));
  if (now === shown) return; // the keyboard may be in it
  shown = now;
  for (const place of document.querySelectorAll("[data-waiting]")) {
    if (place.matches("details")) place.hidden = lines.length === 0;
    place.querySelector("[data-count]").textContent = lines.length > 0 ? `${lines.length} en attente` : "";
    for (const button of place.querySelectorAll("[data-resend]")) button.hidden = keptNames("press").length === 0;
    place.querySelector("ul").replaceChildren(
      ...lines.map(([name, what, more]) => {
        const item = document.createElement("li");
        const words = document.createElement("span");
        const small = document.createElement("small");
        small.textContent = more ?? "";
        words.append(what, small);
        const drop = keptButton("Oublier", () => {
          forget(name);
          showKept();
        });
        item.append(words, drop);
        return item;
      }),
    );
  }
};
showKept();
addEventListener("storage", showKept);

// Leads to an address because of what was pressed. What is typed on the page is kept before,
// by its form.
const keepers = [];
const keepTyped = () => {
  if (unsaved) unsaved = !keepers.every((keeps) => keeps());
};
const leave = (to) => {
  keepTyped();
  go(to);
};

// Says that something could not be sent, in place of what was said there before. The band of a
// forgotten departure has no room for it.
const sayLost = (button, within, text) => {
  const band = button?.closest(".forgotten");
  const said = (band?.parentElement ?? within).querySelector(".lost") ?? document.createElement("p");
  said.className = "lost";
  said.role = "alert";
  said.textContent = text;
  if (band) band.after(said);
  else if (within.matches(".actions")) within.prepend(said);
  else within.append(said);
};

// The buttons that answer a question, or take something back, stay with it until the server
// has answered.
const answering = ["presence", "review", "entries"].map((path) => `${base}/${path}/`);
const straight = new WeakSet(); // forms that go to the server, whose page says what it has to say
const goStraight = (form, button) => {
  straight.add(form);
  form.requestSubmit(button);
  straight.delete(form);
};
document.addEventListener("submit", async (event) => {
  const { target: form, submitter: button } = event;
  const action = button?.getAttribute("formaction") ?? form.getAttribute("action");
  if (event.defaultPrevented || straight.has(form) || signedIn === undefined) return;
  if (form.method !== "post" || form.matches(".day") || !answering.some((path) => action.startsWith(path))) return;
  event.preventDefault();
  const fields = [...new FormData(form, button)];
  const free = button && underWay(button);
  try {
    const { to } = await post(action, fields);
    if (to) return leave(to);
    free?.();
    keepTyped();
    goStraight(form, button);
  } catch (failure) {
    free?.();
    button?.replaceChildren("Réessayer");
    sayLost(button, form, whyNotSent(failure));
  }
});

// Signing out empties it, and says so first.
for (const form of document.querySelectorAll("form[data-leaves]")) {
  const all = () => [...keptNames("press"), ...keptNames("draft")];
  if (all().length > 0) {
    const said = document.createElement("p");
    said.className = "alert";
    said.role = "alert";
    const sent = all().length > 1 ? "envoyés\u00a0: la déconnexion les efface" : "envoyé\u00a0: la déconnexion l’efface";
    said.textContent = `${all().length} en attente ${onPhone ? "sur ce téléphone" : "dans ce navigateur"}, pas encore ${sent}.`;
    form.prepend(said);
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const free = underWay(event.submitter ?? form.querySelector("button"));
    try {
      const { to } = await post(form.getAttribute("action"), [...new FormData(form)]);
      if (!to) return form.submit(); // its page says why
      all().forEach(forget);
      go(to);
    } catch (failure) {
      free();
      const said = form.querySelector(".lost") ?? document.createElement("p");
      said.className = "alert lost";
      said.role = "alert";
      said.textContent = `${whyNotSent(failure)} Vous êtes encore connecté.`;
      form.prepend(said);
    }
  });
}

if (worker) navigator.serviceWorker?.register(worker).catch(() => {});

// There is no worker over plain http, which is said until it was read.
const plainRead = `${base}/plain-http-read`;
const plain = document.querySelector("[data-plain]");
const sayPlain = () => {
  if (plain) plain.hidden = isSecureContext || !storage || storage.getItem(plainRead) !== null;
};
plain?.querySelector("button").addEventListener("click", () => {
  plain.hidden = true;
  keep(plainRead, {});
});
sayPlain();
