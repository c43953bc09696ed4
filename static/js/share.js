// A document is shared as a file of its own where the browser can, as phones do: its text with
// the style of the page, and without links, which lead nowhere elsewhere.

const fileOf = (button) => {
  const shared = document.implementation.createHTMLDocument(document.title);
  const [style, charset] = [shared.createElement("style"), shared.createElement("meta")];
  charset.setAttribute("charset", "utf-8");
  style.textContent = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join("\n");
  shared.documentElement.lang = "fr";
  shared.head.append(charset, style);
  shared.body.append(document.querySelector(".document").cloneNode(true));
  for (const link of shared.querySelectorAll("a")) link.removeAttribute("href");
  return new File(["<!doctype html>", shared.documentElement.outerHTML], button.dataset.share, { type: "text/html" });
};

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.canShare?.({ files: [new File([""], button.dataset.share, { type: "text/html" })] });
  button.addEventListener("click", () => navigator.share({ files: [fileOf(button)], title: document.title }).catch(() => {})); // or the person has decided otherwise
}
