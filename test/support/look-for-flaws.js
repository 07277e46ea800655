/*
 * Runs inside of a page that is looked at (see photo-states.ts): what a person would see at a glance, and axe does not.
 * test/browser/console-layout.slow.test.ts plants one of each.
 */

const PHONE = 640;
/** In narrower windows a table's rows are cards, without a header that is seen. */
const TABLE = 720;
const SMALLEST_TEXT = 12;
/** Lines of one text may come as near to each other. */
const OVERLAP = 3;
const TARGETS = "a, button, input, select, textarea, summary, [role=slider]";
const CARDS = ".card, .list, dialog, .empty, .notice, .product, #story, .operation";

const nameOf = (one) => `${one.localName}.${one.className} "${one.textContent.trim().slice(0, 40)}"`;
const isForEars = (one) =>
  one.closest(
    `.for-ears, .skip, .brand div, .side .title, search span, .place, .tool, .webhook bdi${innerWidth < TABLE ? ", .list thead" : ""}`,
  ) !== null;
const all = (selector) =>
  [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }));

/** Each is a check: what it is called, and what it finds. */
const CHECKS = {
  "scrolls sideways": () => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [document.body] : [];
  },

  "small text": () =>
    textElements().filter((one) => Number.parseFloat(getComputedStyle(one).fontSize) < SMALLEST_TEXT),

  /** Links within a sentence may be as high as its lines. */
  "small target": () => {
    const least = innerWidth < PHONE ? 44 : 24;
    return all(TARGETS).filter((one) => {
      if (isForEars(one) || isInline(one)) return false;
      const boxes = [one, one.closest("label"), one.matches(".row-link") && one.closest("tr")];
      const sizes = boxes.filter(Boolean).map((box) => box.getBoundingClientRect());
      return !sizes.some(({ width, height }) => width >= least - 0.5 && height >= least - 0.5);
    });
  },

  "outside its card": () =>
    all(CARDS).flatMap((card) => {
      const outer = card.getBoundingClientRect();
      return [...card.querySelectorAll("*")].filter((one) => {
        if (!one.checkVisibility() || isForEars(one) || one.closest("dialog") !== card.closest("dialog"))
          return false;
        // A toast is in the corner of the window, wherever the card is that it belongs to.
        if (one.closest(".toast")) return false;
        const { left, right, top, bottom, width } = one.getBoundingClientRect();
        const isOut =
          left < outer.left - 1 ||
          right > outer.right + 1 ||
          top < outer.top - 1 ||
          bottom > outer.bottom + 1;
        return width > 0 && isOut && !scrollerOf(one, card);
      });
    }),

  "wider than its screen": () => {
    const screen = document.querySelector(".inside");
    if (!screen) return [];
    const { paddingLeft, paddingRight } = getComputedStyle(screen);
    const { left, right } = screen.getBoundingClientRect();
    return all(".inside :is(.list, .card, .notice, .empty)").filter((one) => {
      const box = one.getBoundingClientRect();
      return (
        box.left < left + Number.parseFloat(paddingLeft) - 1 ||
        box.right > right - Number.parseFloat(paddingRight) + 1
      );
    });
  },

  /** Of a part: the pretended service has no answer for it. */
  "part that failed": () => all(".card .trace"),

  "count outside its link": () =>
    all("nav .count").filter((one) => {
      const [inner, outer] = [one, one.closest("a")].map((box) => box.getBoundingClientRect());
      return inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1;
    }),

  "chip on two lines": () =>
    all(".chip, span.whole").filter((one) => one.getBoundingClientRect().height > 32),

  "button on two lines": () => all("main .button").filter((one) => one.getBoundingClientRect().height > 50),

  /** Three dots are no loss where the whole text is at hand. */
  "clipped text": () =>
    textElements().filter((one) => {
      const clipper = clipperOf(one);
      if (!clipper || clipper.closest("[title]")) return false;
      return clipper.scrollWidth > clipper.clientWidth + 1 || clipper.scrollHeight > clipper.clientHeight + 3;
    }),

  /** A short word that a narrow cell has broken. */
  "broken word": () =>
    all(".list td, .list th, .small td, .small th, dt").filter((cell) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        if (isForEars(parentElement) || parentElement.closest("code")) continue;
        for (const { index, 0: word } of data.matchAll(/[A-Za-z]{3,14}/g)) {
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) return true;
        }
      }
      return false;
    }),

  "checkbox off its label": () =>
    all("input[type=checkbox], input[type=radio]").filter((box) => {
      const label = box.closest("label");
      if (!label) return true;
      const range = document.createRange();
      range.selectNodeContents(label);
      const words = [...range.getClientRects()].find(
        ({ left, height }) => height > 8 && left >= box.getBoundingClientRect().right,
      );
      if (!words) return true;
      const tick = box.getBoundingClientRect();
      const offset = Math.abs(tick.top + tick.height / 2 - words.top - words.height / 2);
      return tick.width > 24 || words.left - tick.right > 16 || offset > 6;
    }),

  /** Texts and targets. What floats on purpose is compared with its own parts only. */
  "lies over another": () => {
    const boxes = [...textBoxes(), ...targetBoxes()].sort((one, other) => one.top - other.top);
    return boxes.flatMap((one, nth) => {
      const found = [];
      for (const other of boxes.slice(nth + 1)) {
        if (other.top >= one.bottom - OVERLAP) break;
        if (isOver(one, other)) found.push(other.of);
      }
      return found;
    });
  },

  "amount not on the right": () =>
    all(".list td.amount:not(:first-child)").filter((one) => getComputedStyle(one).textAlign !== "right"),

  /** 3:1 against the card, as for every graphic that means something. */
  "faint mark": () =>
    all(".column:not(.pale), .line, .legend").filter((one) => {
      const style = getComputedStyle(one, one.matches(".legend") ? "::before" : null);
      const color = [style.fill, style.backgroundColor, style.stroke].find(
        (value) =>
          /^rgb/.test(value) &&
          (one.matches(".legend") ? value === style.backgroundColor : true) &&
          !/, 0\)$/.test(value) &&
          (one.matches(".line") ? value === style.stroke : true),
      );
      const ground = getComputedStyle(one.closest(".card") ?? document.body).backgroundColor;
      return color !== undefined && contrast(color, ground) < 3;
    }),
};

/** What has text of its own that is seen. */
const textElements = () =>
  all("body *").filter(
    (one) =>
      !isForEars(one) &&
      !one.closest("svg, noscript, option, script, style") &&
      [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== ""),
  );

/** Each line of each text, as far as it is seen. */
const textBoxes = () =>
  textElements().flatMap((of) =>
    [...of.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .flatMap((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].map((rect) => seenBox(of, rect));
      }),
  );

const targetBoxes = () =>
  all(TARGETS)
    .filter((one) => !isForEars(one))
    .flatMap((of) => [...of.getClientRects()].map((rect) => seenBox(of, rect)));

/** Without what is cut off or scrolled away. `layer`: a toast, a dialog, a search, a menu or a phone's bar, above everything else. */
function seenBox(of, rect) {
  let { left, right, top, bottom } = rect;
  let layer = document.body;
  for (let at = of; at && at !== document.body; at = at.parentElement) {
    const { overflowX, overflowY, position } = getComputedStyle(at);
    const box = at.getBoundingClientRect();
    if (overflowX !== "visible") [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
    if (overflowY !== "visible") [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    if (position === "fixed" || at.matches(".search:focus-within, .choices[open] fieldset")) {
      layer = at;
      break;
    }
  }
  return { of, layer, left, right, top, bottom };
}

const isOver = (one, other) =>
  one.layer === other.layer &&
  !one.of.contains(other.of) &&
  !other.of.contains(one.of) &&
  !isInOneField(one.of, other.of) &&
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > OVERLAP &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > OVERLAP;

/** The search's sign and key are drawn into its field. */
function isInOneField(one, other) {
  const field = one.closest(".search");
  return field !== null && field === other.closest(".search");
}

/** Text stands beside it in the same line. */
function isInline(one) {
  if (!one.matches("a") || !/^inline/.test(getComputedStyle(one).display)) return false;
  const around = one.parentElement;
  return (
    around.textContent.trim() !== one.textContent.trim() &&
    around.closest("p, dd, li, td, .under, h3, small") !== null &&
    !around.matches("nav, .actions, .pager, .tabs")
  );
}

function scrollerOf(one, card) {
  for (let at = one.parentElement; at && at !== card.parentElement; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return at;
  return undefined;
}

function clipperOf(one) {
  for (let at = one; at && at !== document.body; at = at.parentElement) {
    if (at.matches(".list, .card")) return at.scrollWidth > at.clientWidth + 1 ? at : undefined;
    if (getComputedStyle(at).overflowX === "hidden") return at;
  }
  return undefined;
}

function contrast(one, other) {
  const [bright, dark] = [one, other].map(luminance).sort((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(color) {
  const [red, green, blue] = color.match(/[\d.]+/g).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** What is wrong with the page as it stands in this window. */
globalThis.lookForFlaws = () =>
  Object.entries(CHECKS).flatMap(([name, find]) => [
    ...new Set(find().map((one) => (one === document.body ? name : `${name}: ${nameOf(one)}`))),
  ]);
