// A form of a day that cannot be sent stays on its page, and is kept until the server has
// saved it. When its day is opened again, it is offered.
for (const form of document.querySelectorAll("form.day[data-draft]")) {
  const name = `${keptAs("draft")}${form.dataset.draft}`;
  // A day is found by its date, whatever its entry is by then.
  const page = /^\d/.test(form.dataset.draft) ? `${base}/entries/new?date=${form.dataset.draft}` : undefined;
  const heading = document.querySelector("h1").textContent;

  const keepFields = (fields, sent) => keep(name, { at: new Date().toISOString(), path: form.getAttribute("action"), page, heading, fields, sent });
  keepers.push(() => keepFields([...new FormData(form)]));

  // Who chooses what is stored is not asked again.
  for (const link of document.querySelectorAll("a[data-forgets]")) link.addEventListener("click", () => forget(name));

  form.addEventListener("submit", async (event) => {
    const button = event.submitter;
    const action = button?.getAttribute("formaction") ?? form.getAttribute("action");
    if (straight.has(form)) return;
    event.preventDefault();
    if (button?.disabled) return; // it is under way
    const fields = [...new FormData(form, button)];
    const saves = action === form.getAttribute("action") && (!button?.name || ["save", "fill"].includes(button.value));
    const inBand = action.startsWith(`${base}/presence/`); // of a forgotten departure
    const keeps = saves || (inBand && unsaved);
    if (keeps) keepFields(fields);
    const ended = button && underWay(button);
    form.inert = true; // what would be typed meanwhile is not what is sent
    const free = () => {
      form.inert = false;
      ended?.();
    };
    try {
      const { to } = await post(action, fields);
      if (to) {
        if (keeps) forget(name);
        unsaved = false;
        return go(to);
      }
      free();
      goStraight(form, button);
    } catch (failure) {
      free();
      button?.replaceChildren("Réessayer");
      const say = (more) => sayLost(button, form.querySelector(".actions"), `${whyNotSent(failure)}${more}`);
      if (inBand && !unsaved) return say("");
      const kept = keepFields(fields, saves); // and then sent again, by itself
      unsaved = !kept;
      form.toggleAttribute("data-kept-here", true);
      say(` ${kept ? keptHere : "Laissez cette page ouverte."}`);
      showKept();
    }
  });

  const restore = (draft) => {
    let { fields } = draft;
    const typed = (name) => fields.filter(([field]) => field === name).map(([, value]) => value);
    const rows = () => form.querySelectorAll(".row");
    const wanted = typed("slot_start").length;
    for (let i = rows().length; i < wanted; i++) form.querySelector("[data-add]").click();
    for (let i = rows().length; i > wanted && rows().length > 0; i--) [...rows()].at(-1).querySelector("[data-remove]").click();

    // The type first: a journey and a vehicle follow it.
    for (const field of form.querySelectorAll("[type=radio], [type=checkbox]")) {
      field.checked = typed(field.name).includes(field.value);
      if (field.checked && field.type === "radio") field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    const used = {};
    for (const field of form.querySelectorAll("input:not([type=radio], [type=checkbox]), select, textarea")) {
      const at = (used[field.name] = (used[field.name] ?? -1) + 1);
      const value = typed(field.name)[at];
      if (value === undefined) continue;
      if (field.options && ![...field.options].some((option) => option.value === value)) field.append(new Option(value, value));
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      if (field.options) field.dispatchEvent(new Event("change", { bubbles: true }));
    }

    // The draft is that of the version that it was typed over. If the day has changed since,
    // the server shows both.
    const hidden = (name, otherwise) => {
      const field = form.querySelector(`[name="${name}"]`) ?? document.createElement("input");
      Object.assign(field, { type: "hidden", name, value: typed(name)[0] ?? otherwise });
      form.append(field);
    };
    if (wanted > 0) {
      const same = draft.path === form.getAttribute("action"); // else another entry is on that date now
      if (!same) fields = fields.filter(([field]) => !["version", "version_at", "slots_after"].includes(field));
      hidden("version", "0");
      hidden("version_at", "");
      hidden("slots_after", "");
    }
    unsaved = true;
  };

  // The range that was sent to be saved, and is shown before, is no longer on its way: it is on
  // this page.
  const draft = keptNames("draft").includes(name) ? readKept(name) : {};
  const asSent = (fields) => JSON.stringify(fields.filter(([field, value]) => value !== "" && !["plan", "do", "key"].includes(field)));
  const offers = form.dataset.unsaved === undefined;
  if (offers && draft.fields && form.querySelector(".plan") && asSent(draft.fields) === asSent([...new FormData(form)])) {
    forget(name);
    showKept();
    unsaved = true;
  } else if (offers && draft.fields) {
    const offer = document.createElement("p");
    offer.className = "notice resume";
    const restoring = keptButton(`Reprendre ce que vous aviez tapé ${momentOf(draft.at)}`, () => {
      offer.remove();
      restore(draft);
      form.querySelector(".actions button").focus();
    });
    const forgetting = keptButton("Oublier", () => {
      offer.remove();
      forget(name);
      showKept();
    });
    offer.append(restoring, forgetting);
    form.prepend(offer);
  }
}
