// What script adds to the forms of a day and of a range: rows that come and go or are
// made two, lengths and the strip of the day as one types, and the next field under
// the hand.
for (const form of document.querySelectorAll("form.day[data-unsaved]")) unsaved = true;

// What is wrong, was prepared or was saved is what one sees and hears first.
if (document.querySelector("form.day")) {
  const said = document.querySelector("[aria-invalid]") ?? document.querySelector("form.day [autofocus], [tabindex][autofocus], .flash");
  if (said) {
    if (said.matches(".flash")) said.tabIndex = -1;
    said.focus();
    if (said.getBoundingClientRect().bottom > innerHeight) said.scrollIntoView({ block: "center" });
  }
}

for (const form of document.querySelectorAll("form.day[data-clock]")) {
  const clock = JSON.parse(form.dataset.clock);
  const rows = form.querySelector(".rows");
  const template = rows.querySelector("template");
  const add = rows.querySelector("[data-add]");
  const total = rows.querySelector("[data-total]");
  const unsaid = template.content.querySelector("[name=slot_end_day]").options[0].text;

  // As the server reads times: 8, 8h, 8h30, 08:30, 8.30, 830, 0830.
  const minutesOf = (text) => {
    const typed = text.replace(/\s/g, "");
    const found = /^(\d{1,2})(?:[hH:.](\d{2})?)?$/.exec(typed) ?? /^(\d{1,2})(\d{2})$/.exec(typed);
    const [hour, minute] = found ? [Number(found[1]), Number(found[2] ?? 0)] : [24, 0];
    return hour < 24 && minute < 60 ? hour * 60 + minute : null;
  };

  // The elapsed minutes at which the clock shows a time: none where spring
  // skips it, two where autumn repeats it.
  const moments = (shown) =>
    clock.flatMap(([from, ahead], i) => {
      const moment = shown - ahead;
      return moment >= from && moment < (clock[i + 1]?.[0] ?? Infinity) ? [moment] : [];
    });

  const field = (row, name) => row.querySelector(`[name="${name}"]`);

  // The day, counted from the entry's, that the clock shows at a moment.
  const dayOf = (moment) => Math.floor((moment + clock.findLast(([from]) => from <= moment)[1]) / 1440);

  // A time that is as the server sent it keeps the moment that came with it: it
  // may be the second of two that are shown alike.
  const asSent = (input) =>
    input.dataset.moment !== undefined && input.value === input.defaultValue ? Number(input.dataset.moment) : undefined;

  // The day on which a slot ends when none is chosen, as the server has it: that of
  // the first time after the start at which the clock shows the end.
  const dayMeant = (from, start, end) => {
    const day = dayOf(from);
    const today = end > start || moments(end + day * 1440).some((moment) => moment > from);
    return today ? day : day + 1;
  };

  // The length of a slot, the moment at which it begins, and where it begins and ends on the
  // strip: in minutes on the clock from the beginning of the day.
  const nothing = { minutes: 0, begins: 0, from: 0, to: 0 };
  const measure = (row) => {
    const start = minutesOf(field(row, "slot_start").value);
    const end = minutesOf(field(row, "slot_end").value);
    const day = field(row, "slot_end_day");
    const unchosen = day.options[0];
    unchosen.text = unsaid;
    row.classList.remove("overnight");
    if (start === null || end === null || (day.value === "" && start === end)) return nothing;
    const from = asSent(field(row, "slot_start")) ?? moments(start)[0];
    if (from === undefined) return nothing;
    const endDay = day.value === "" ? dayMeant(from, start, end) : Number(day.value);
    if (day.value === "" && endDay > 0) unchosen.text = day.querySelector(`[value="${endDay}"]`).text;
    const sent = asSent(field(row, "slot_end"));
    const ends = moments(end + endDay * 1440);
    const asShown = ends.includes(sent) || (day.value !== "" && day.options[day.selectedIndex].defaultSelected);
    const until = (asShown ? sent : undefined) ?? ends.find((moment) => moment > from);
    const minutes = Math.max(0, until - from) || 0;
    row.classList.toggle("overnight", minutes > 0 && endDay !== 0);
    return { minutes, begins: from, from: start + dayOf(from) * 1440, to: end + endDay * 1440 };
  };

  const measured = new Map();
  // What has no row, and stays as it is.
  const rest = JSON.parse(rows.querySelector("[data-rest]")?.dataset.rest ?? '{"spans":[],"bars":[]}');
  const minutesIn = (text) => {
    const [, hours, minutes] = /^(?:(\d+)\sh\s)?(\d+)/.exec(text) ?? [null, 0, 0];
    return Number(hours ?? 0) * 60 + Number(minutes);
  };

  // The minutes of spans; one that lies in several counts once.
  const minutesOnce = (spans) => {
    let [all, reached] = [0, -Infinity];
    for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
      all += Math.max(0, to - Math.max(from, reached));
      reached = Math.max(reached, to);
    }
    return all;
  };

  const sum = () => {
    const slots = [...rows.querySelectorAll(".row")].map((row) => measured.get(row));
    const all = minutesOnce([...slots.map(({ begins, minutes }) => [begins, begins + minutes]), ...rest.spans]);
    total.textContent = all > 0 ? duration(all) : "–";
    const request = form.querySelector("[data-due]");
    if (request) {
      const beyond = Math.max(0, all - request.dataset.due);
      request.querySelector("[data-beyond]").textContent = beyond > 0 ? duration(beyond) : "";
      request.hidden = beyond === 0 && [...request.elements].every(({ value }) => value === "");
    }
    draw([...slots.filter(({ minutes }) => minutes > 0), ...rest.bars.map(([from, to]) => ({ from, to }))]);
  };

  // As the server draws it.
  const draw = (slots) => {
    const strip = form.querySelector("[data-strip]");
    const hours = slots.some(({ to }) => to > 1440) ? 48 : 24;
    for (const axis of strip.querySelectorAll("[data-hours]")) {
      axis.setAttribute("display", axis.dataset.hours === String(hours) ? "inline" : "none");
    }
    const part = (minutes) => `${(minutes * 100) / (hours * 60)}%`;
    const bars = slots.map(({ from, to }) => [Math.max(0, from), Math.min(hours * 60, to)]).filter(([from, to]) => from < to);
    strip.querySelector("[data-bars]").replaceChildren(
      ...bars.map(([from, to]) => {
        const bar = document.createElementNS("http://www.w3.org/2000/svg", "rect");
        const place = { x: part(from), y: 3, width: part(to - from), height: 12, rx: 2 };
        for (const [name, value] of Object.entries(place)) bar.setAttribute(name, value);
        return bar;
      }),
    );
  };

  const number = () => {
    rows.querySelectorAll(".row").forEach((row, i) => {
      for (const part of row.querySelectorAll("[aria-label]")) {
        part.setAttribute("aria-label", part.getAttribute("aria-label").replace(/\d+$/, i + 1));
      }
    });
  };

  const complete = (row) => field(row, "slot_start").value.trim() !== "" && field(row, "slot_end").value.trim() !== "";

  const prepare = (row) => {
    // the server's length stands: what it read may be shown in fewer words
    measured.set(row, { ...measure(row), minutes: minutesIn(row.querySelector(".length").textContent) });
    row.querySelector("[data-remove]").hidden = false;
  };

  const update = (row) => {
    const slot = measure(row);
    measured.set(row, slot);
    row.querySelector(".length").textContent = slot.minutes > 0 ? duration(slot.minutes) : "";
    row.querySelector("[data-pause]").hidden = !complete(row);
  };

  rows.querySelectorAll(".row").forEach(prepare);
  add.hidden = false;

  rows.addEventListener("input", (event) => {
    const row = event.target.closest(".row");
    if (!row) return;
    follows(event);
    update(row);
    sum();
  });

  const insertAfter = (element) => {
    element.after(template.content.cloneNode(true));
    const row = element.nextElementSibling;
    prepare(row);
    return row;
  };

  // The usual pause is offered where it fits: Enter confirms its start, then its end,
  // which follows the start until it is confirmed or typed.
  const usualPause = form.dataset.usual?.split(" ").map(minutesOf);
  let resumes = null; // the time at which an offered pause ends
  const offer = (row, after) => {
    const [from, to] = usualPause ?? [];
    const [start, end] = [field(row, "slot_start"), field(after, "slot_end")].map(({ value }) => minutesOf(value));
    resumes = null;
    if (start === null || end === null || !(start < from && from < to && to < end)) return;
    resumes = field(after, "slot_start");
    [field(row, "slot_end").value, resumes.value] = usualPause.map(shownAs);
  };
  const shownAs = (minutes) => [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
  const follows = ({ target }) => {
    if (target === resumes) resumes = null;
    const before = resumes?.closest(".row").previousElementSibling;
    if (!before || field(before, "slot_end") !== target) return;
    const from = minutesOf(target.value);
    const [usualFrom, usualTo] = usualPause;
    if (from === null || from + usualTo - usualFrom >= 1440) return;
    resumes.value = shownAs(from + usualTo - usualFrom);
    update(resumes.closest(".row"));
  };

  // A row is made two: what ends at the pause, and what starts after it, which ends as
  // the row did.
  const split = (row) => {
    const after = insertAfter(row);
    for (const name of ["slot_end", "slot_end_day"]) {
      const [was, is] = [field(row, name), field(after, name)];
      if (was.value !== "" && is.options && !is.querySelector(`[value="${was.value}"]`)) is.append(was.selectedOptions[0].cloneNode(true));
      is.value = was.value;
      was.value = "";
    }
    const [was, is] = [field(row, "slot_end_id"), field(after, "slot_end_id")];
    is.value = was.value || field(row, "slot_id").value;
    was.value = "";
    offer(row, after);
    [row, after].forEach(update);
    number();
    sum();
    unsaved = true;
    field(row, "slot_end").focus();
  };

  rows.addEventListener("click", (event) => {
    if (event.target.closest("[data-add]")) {
      const last = [...rows.querySelectorAll(".row")].at(-1) ?? form.querySelector(".strip");
      const row = insertAfter(last);
      number();
      field(row, "slot_start").focus();
    }
    const pause = event.target.closest("[data-pause]");
    if (pause) {
      event.preventDefault();
      split(pause.closest(".row"));
    }
    const remove = event.target.closest("[data-remove]");
    if (remove) {
      const row = remove.closest(".row");
      measured.delete(row);
      if (row.contains(resumes)) resumes = null;
      row.remove();
      unsaved = true;
      number();
      sum();
      add.focus();
    }
  });

  // A time is selected when it is reached, so that what is typed replaces it.
  const isTime = (element) => element.matches?.("[name=slot_start], [name=slot_end]");
  let reached = null;
  rows.addEventListener("focusin", ({ target }) => {
    if (!isTime(target)) return;
    target.select();
    reached = target;
  });
  rows.addEventListener("click", ({ target }) => {
    if (target === reached && target.selectionStart === target.selectionEnd) target.select();
    reached = null;
  });

  // Enter leads to the time that a slot still lacks, does what the field is for that it
  // is pressed in, and saves otherwise. Browsers make it a click on the form's first
  // button.
  const entered = (event) => {
    const at = document.activeElement;
    const times = [...rows.querySelectorAll(".row")].flatMap((row) => {
      const pair = [field(row, "slot_start"), field(row, "slot_end")];
      return pair.some(({ value }) => value.trim() !== "") ? pair : [];
    });
    const missing = isTime(at) && (times.find((time) => time.value.trim() === "") ?? resumes);
    if (at === resumes || missing === resumes) resumes = null;
    event.preventDefault();
    if (at.name === "merge") form.requestSubmit(form.querySelector(".merge button"));
    else if (at.name === "end") form.requestSubmit(document.querySelector("[data-close]"));
    else if (missing && missing !== at) missing.focus();
    else form.requestSubmit(form.querySelector(".actions button"));
  };
  for (const button of document.querySelectorAll(`button[name=by][form=${form.id}]`)) button.addEventListener("click", entered);

  // On a new day, a journey and a vehicle that nobody chose follow the type.
  const usual = { journey_profile_id: form.dataset.journey, motor_vehicle_id: form.dataset.vehicle };
  const like = form.querySelectorAll("[data-like]");
  const follow = () => {
    const type = form.querySelector("[name=day_type]:checked");
    for (const button of like) button.hidden = button.dataset.like !== type?.value;
  };
  follow();
  form.addEventListener("change", ({ target }) => {
    if (target.name in usual) delete usual[target.name];
    if (target.name !== "day_type") return;
    follow();
    if (form.dataset.journey === undefined) return;
    for (const [name, id] of Object.entries(usual)) form.elements[name].value = target.hasAttribute("data-travels") ? id : "";
  });

  // On a desk, the time that is most often typed is under the hand: the end of the slot
  // that was pressed in the month, or of the last, or the start of the first. Until something is pressed or typed there, the
  // arrow keys still lead from day to day.
  const onDesk = matchMedia("(min-width: 40.01rem)").matches && !matchMedia("(pointer: coarse)").matches;
  const idle = onDesk && document.activeElement === document.body;
  const pressed = /^#slot-(\d+)$/.exec(location.hash);
  if (idle && (pressed || location.hash === "")) {
    const slots = [...rows.querySelectorAll(".row")].filter(complete);
    const last = slots[pressed?.[1] - 1] ?? slots.at(-1);
    const time = last ? field(last, "slot_end") : field(rows, "slot_start");
    time.focus();
    const lead = (event) => {
      const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
      if (!rel || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return leave();
      event.preventDefault();
      document.querySelector(`a[rel="${rel}"]`)?.click();
    };
    const leave = () => time.removeEventListener("keydown", lead);
    time.addEventListener("keydown", lead);
    time.addEventListener("pointerdown", leave, { once: true });
    time.addEventListener("blur", leave, { once: true });
  }
}

// Half a day of absence goes with work only.
for (const half of document.querySelectorAll("[name=half_day]")) {
  const follow = () => {
    const type = half.form.querySelector("[name=day_type]:checked");
    half.hidden = half.disabled = !type?.hasAttribute("data-halves");
  };
  follow();
  half.form.addEventListener("change", follow);
}

// A date that is chosen leads to its day.
for (const form of document.querySelectorAll("form.other-date")) {
  const date = form.elements.date;
  const button = form.querySelector("button");
  button.hidden = true;
  date.addEventListener("keydown", ({ key }) => (button.hidden = key === "Enter" ? button.hidden : false));
  date.addEventListener("change", () => {
    if (button.hidden && date.value !== "") form.requestSubmit();
  });
}
