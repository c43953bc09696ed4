// « J’arrive » and « Je pars » are kept with their instant and their key before they are
// sent, and until the server has answered. The key makes a second time harmless.
const handPath = `${base}/presence/hand`;

// A press that was refused is kept until the page that says why is there.
const refusedKey = "worklog-refused";
const refused = session?.getItem(refusedKey);
session?.removeItem(refusedKey);
if (refused && isAnswer && signedIn !== undefined) {
  forget(refused);
  showKept();
}

const newKey = () => `hand-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;

// The number of the database that this page was made from, as in its forms: the server refuses a
// press of a database that was restored since.
const database = document.querySelector('[name="database"]')?.value;

// Sends the presses that wait, the oldest first: a departure needs its arrival. Without an
// answer it throws, and the rest waits. Of the press that is fresh, the server knows the
// time better; if it is refused and has a page, that page says why.
const sendPresses = async ({ fresh, back, hasPage, again } = {}) => {
  const done = {};
  for (const name of keptNames("press")) {
    const { event, key, typed, at, why, database } = readKept(name);
    if (!key || (why && !again)) continue; // gone meanwhile, from another tab
    const now = name === fresh && Date.now() - Date.parse(at) < 2000; // not behind others
    const answer = await post(handPath, { event, key, at: typed, ...(database ? { database } : {}), ...(now ? {} : { pressed_at: at }), ...(name === fresh && back ? { back } : {}) });
    if (answer.to) {
      done.to = answer.to;
      forget(name);
      continue;
    }
    if ([401, 403].includes(answer.status) || answer.status < 400) return { signIn: true }; // here, or at what stands in front
    keep(name, { event, key, typed, at, database, why: answer.error ?? "Refusé par le serveur." });
    if (name === fresh && hasPage) return { refused: true };
  }
  return done;
};

let turns = Promise.resolve();
const inTurn = (how) => (turns = turns.catch(() => {}).then(() => sendPresses(how)));

// Says beside the list what became of a press.
const sayOfPresses = (text) => {
  showKept();
  for (const place of document.querySelectorAll("[data-waiting]")) {
    place.querySelector("[data-said]").textContent = text;
    if (place.matches("details") && !place.hidden) place.open = true;
  }
};

// Where to go on after the login, which every page but one leads to.
const signIn = () => go(isAnswer ? `${base}/` : asked);

const press = async (button, { event, key, at: typed = "", back }, form) => {
  const at = new Date().toISOString();
  key ||= newKey();
  const known = keptNames("press").find((name) => name.endsWith(`:${key}`));
  const fresh = `${keptAs("press")}${at}:${key}`;
  const before = known ? readKept(known) : { at, database };
  const kept = keep(known ?? fresh, { event, key, typed: typed.trim(), at: before.at, database: before.database }); // its hour may be another one now
  if (!kept) return form ? form.submit() : sayOfPresses("Rien n’a pu être gardé\u00a0: notez l’heure.");
  const free = underWay(button);
  try {
    const done = await inTurn({ fresh, back, hasPage: form !== undefined });
    free(); // for who stays all the same
    if (done.to) return leave(done.to);
    if (done.signIn) return signIn();
    if (done.refused) {
      keepTyped();
      session?.setItem(refusedKey, known ?? fresh);
      return form.submit();
    }
    sayOfPresses("");
  } catch (failure) {
    free();
    sayOfPresses(`${whyNotSent(failure)} ${keptHere}`);
    if (form?.matches(".hand")) {
      form.hidden = true; // what comes next is pressed beside the list
      document.querySelector(".waiting summary").focus();
    }
  }
};

for (const form of document.querySelectorAll(`form[action="${handPath}"]`)) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    press(form.querySelector("button"), Object.fromEntries(new FormData(form)), form);
  });
}
for (const button of document.querySelectorAll("[data-press]")) {
  button.addEventListener("click", () => press(button, { event: button.dataset.press }));
}

// Whether leaving the page by itself would lose what was typed or chosen on it.
const isTyping = () =>
  unsaved ||
  document.querySelector("form[data-kept-here], .hand-again") !== null ||
  [...document.querySelectorAll("input:not([type]), [type=text], [type=file], textarea")].some((field) => field.value !== field.defaultValue);

// Sends the forms that wait, the oldest first. One that is refused stays, for its day to show.
const sendForms = async () => {
  const oldest = (a, b) => (readKept(a).at < readKept(b).at ? -1 : 1);
  const done = {};
  for (const name of keptNames("draft").sort(oldest)) {
    const { path, fields, sent, why, ...rest } = readKept(name);
    const form = [...document.querySelectorAll("form[data-kept-here]")].find(({ dataset }) => name === `${keptAs("draft")}${dataset.draft}`);
    if (!sent || why || !ownAddress(path) || (form && unsaved)) continue;
    if (form) form.inert = true;
    const answer = await post(path, fields).finally(() => {
      if (form) form.inert = false;
    });
    if ([401, 403].includes(answer.status) || (answer.status < 400 && !answer.to)) return { ...done, signIn: true };
    if (answer.to) forget(name);
    else if (form) goStraight(form);
    else keep(name, { path, fields, sent, ...rest, why: answer.status === 409 ? "A changé entre-temps\u00a0: ouvrez-la pour choisir." : "Refusé\u00a0: ouvrez-la pour corriger." });
    if (form) return { leads: answer.to };
    done.saved ||= answer.to;
  }
  return done;
};

// Sends what waits by itself, on the pages of whoever is signed in. What was recorded is
// shown, unless something is being typed. It returns whether another page comes.
const resend = async ({ again, loaded } = {}) => {
  if (keptNames("press").length + keptNames("draft").length === 0 || !document.querySelector("[data-waiting]")) return;
  try {
    const done = await (turns = inTurn({ again }).then(async (pressed) => (pressed.signIn ? pressed : { ...pressed, ...(await sendForms()) })));
    const leaves = !isTyping() && !isAnswer;
    const shows = (done.to || done.saved) && leaves;
    if (done.leads || shows) go(done.leads ?? asked);
    else if (done.signIn && !loaded && leaves) signIn();
    else return showKept();
    return true;
  } catch (failure) {
    showKept();
    if (again) sayOfPresses(`${whyNotSent(failure)} ${keptHere}`);
  }
};
for (const button of document.querySelectorAll("[data-resend]")) {
  button.addEventListener("click", async () => {
    const free = underWay(button);
    await resend({ again: true });
    free();
  });
}
resend({ loaded: true });

// « Aujourd’hui » is of the moment it was read at: who comes back to it later, as to the installed app
// the next morning, finds it as it is by then.
const readAt = Date.now();
const isPast = () => document.querySelector(".today") !== null && Date.now() - readAt > 300000;

// Once the server answers again, the page is read anew.
const networkBack = async (past = false) => {
  if (await resend()) return;
  const said = document.querySelectorAll(".lost");
  if (!offline && !past && said.length === 0) return;
  try {
    if (!(await fetch(`${base}/healthz`, { cache: "no-store" })).ok) return;
  } catch {
    return;
  }
  for (const line of said) line.remove();
  if (!isTyping() && !isAnswer) go(asked);
};
addEventListener("online", () => networkBack());
document.addEventListener("visibilitychange", () => document.hidden || networkBack(isPast()));
setInterval(() => document.hidden || networkBack(), 30000); // a network without an event: the basement's

for (const button of document.querySelectorAll("[data-reload]")) button.addEventListener("click", () => location.reload());
