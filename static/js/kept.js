// What is kept in this browser until the server has it: forms that were sent without a
// network, and presses of « J’arrive » and « Je pars ». The names begin with the path of
// the pages, for other programs of this address have the same storage.
const base = document.currentScript.dataset.home.slice(0, -1);

const storage = (() => {
  try {
    return localStorage;
  } catch {
    return null; // the browser keeps nothing
  }
})();

const keptAs = (kind) => `${base}/kept:${kind}:`;
const keptNames = (kind) => Object.keys(storage ?? {}).filter((name) => name.startsWith(keptAs(kind))).sort();
const forget = (name) => storage?.removeItem(name);
const keep = (name, value) => {
  try {
    storage.setItem(name, JSON.stringify(value));
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
    headers: { Accept: "application/json" },
    redirect: "manual", // to a login that is not ours: its page is no answer
    signal: AbortSignal.timeout?.(30000),
  });
  if (answer.status >= 500) throw Object.assign(new Error(), { answered: true });
  const told = answer.headers.get("Content-Type")?.startsWith("application/json") ? await answer.json() : {};
  return { status: answer.status, ...told };
};

// Leads to an address of ours in place of this page, which it asks for again if it is this one:
// that leads nowhere with a fragment, and reloading may send a form again.
const go = (address) => {
  const to = new URL(address, location);
  if (to.pathname + to.search === location.pathname + location.search) to.hash = "";
  location.replace(to);
};

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
  return `le ${at.toLocaleDateString("fr", { weekday: "long", day: "numeric", month: "long" })} à ${time}`;
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
const draftLine = ({ path, page, heading, at }) => {
  const link = document.createElement("a");
  link.href = page ?? path;
  link.textContent = heading;
  return [link, `Tapé ${momentOf(at)}`];
};

const showKept = () => {
  const lines = [...keptNames("press").map((name) => [name, ...pressLine(readKept(name))]), ...keptNames("draft").map((name) => [name, ...draftLine(readKept(name))])];
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

// Signing out empties it, and says so first.
for (const form of document.querySelectorAll("form[data-leaves]")) {
  const all = () => [...keptNames("press"), ...keptNames("draft")];
  if (all().length > 0) {
    const said = document.createElement("p");
    said.className = "alert";
    said.role = "alert";
    said.textContent = `${all().length} en attente ${onPhone ? "sur ce téléphone" : "dans ce navigateur"}, pas encore envoyé\u00a0: la déconnexion l’efface.`;
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

if (document.currentScript.dataset.worker) navigator.serviceWorker?.register(document.currentScript.dataset.worker).catch(() => {});
