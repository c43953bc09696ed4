// Arrow keys move from day to day in a month and in a year. Tab stops once in each, as in the
// grid pattern of WAI-ARIA; Enter opens the day. Without script every day is a stop. To those who
// hear the page it stays a list of weeks, which they read by their own keys.

const gridOf = (grid, cells, rows) => {
  const links = cells.filter((cell) => cell.matches("a"));
  if (!links.length) return;
  let stop = links.find((link) => link.matches('[aria-current="date"], [data-day~="today"]')) ?? links[0];
  for (const link of links) link.tabIndex = link === stop ? 0 : -1;
  const isList = () => rows && matchMedia("(max-width: 60rem)").matches;
  grid.addEventListener("focusin", ({ target }) => {
    const link = target.closest("a");
    if (!links.includes(link)) return;
    [stop.tabIndex, link.tabIndex, stop] = [-1, 0, link];
  });
  grid.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const shown = cells.filter((cell) => cell.checkVisibility()); // a list folds empty days
    const at = shown.indexOf(event.target.closest("a"));
    const week = isList() ? 1 : 7;
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -week, ArrowDown: week }[event.key];
    const to = { Home: shown.find((cell) => cell.matches("a")), End: shown.findLast((cell) => cell.matches("a")) }[event.key] ?? shown[at + by];
    if (at < 0 || (!by && !to)) return;
    event.preventDefault(); // at an edge one stays
    if (to?.matches("a")) to.focus();
  });
};

for (const month of document.querySelectorAll(".sheet")) {
  gridOf(month, [...month.querySelectorAll(".week .cell")], true);
}

for (const year of document.querySelectorAll("ol.year")) {
  gridOf(year, [...year.querySelectorAll(".small-month a")], false);
}
