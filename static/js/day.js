// What script adds to the form of a day: rows that come and go, and lengths as one
// types.
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

  const measure = (row) => {
    const start = minutesOf(field(row, "slot_start").value);
    const end = minutesOf(field(row, "slot_end").value);
    const day = field(row, "slot_end_day");
    const unchosen = day.options[0];
    unchosen.text = unsaid;
    if (start === null || end === null || (day.value === "" && start === end)) return 0;
    const from = asSent(field(row, "slot_start")) ?? moments(start)[0];
    if (from === undefined) return 0;
    const endDay = day.value === "" ? dayMeant(from, start, end) : Number(day.value);
    if (day.value === "" && endDay > 0) unchosen.text = day.querySelector(`[value="${endDay}"]`).text;
    const sent = asSent(field(row, "slot_end"));
    const ends = moments(end + endDay * 1440);
    const asShown = ends.includes(sent) || (day.value !== "" && day.options[day.selectedIndex].defaultSelected);
    const until = (asShown ? sent : undefined) ?? ends.find((moment) => moment > from);
    return Math.max(0, until - from) || 0;
  };

  const lengths = new Map();
  const lengthOf = (row) => lengths.get(row) ?? 0;
  const minutesIn = (text) => {
    const [, hours, minutes] = /^(?:(\d+)\sh\s)?(\d+)/.exec(text) ?? [null, 0, 0];
    return Number(hours ?? 0) * 60 + Number(minutes);
  };

  const sum = () => {
    const minutes = [...rows.querySelectorAll(".row")].reduce((all, row) => all + lengthOf(row), 0);
    total.textContent = duration(minutes);
  };

  const number = () => {
    rows.querySelectorAll(".row").forEach((row, i) => {
      for (const part of row.querySelectorAll("[aria-label]")) {
        part.setAttribute("aria-label", part.getAttribute("aria-label").replace(/\d+$/, i + 1));
      }
    });
  };

  const prepare = (row) => {
    lengths.set(row, minutesIn(row.querySelector(".length").textContent));
    row.querySelector("[data-remove]").hidden = false;
    measure(row); // which says the day of a form that was refused
  };

  rows.querySelectorAll(".row").forEach(prepare);
  add.hidden = false;

  rows.addEventListener("input", (event) => {
    const row = event.target.closest(".row");
    if (!row) return;
    const minutes = measure(row);
    lengths.set(row, minutes);
    row.querySelector(".length").textContent = minutes > 0 ? duration(minutes) : "";
    sum();
  });

  rows.addEventListener("click", (event) => {
    if (event.target.closest("[data-add]")) {
      template.before(template.content.cloneNode(true));
      const row = template.previousElementSibling;
      prepare(row);
      number();
      field(row, "slot_start").focus();
    }
    const remove = event.target.closest("[data-remove]");
    if (remove) {
      const row = remove.closest(".row");
      lengths.delete(row);
      row.remove();
      number();
      sum();
      add.focus();
    }
  });
}
