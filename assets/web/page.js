// What the page does besides showing a terminal, which the script of textual-serve does.
"use strict";

// The token of the address is used: it stays neither in the address bar nor in the history.
const size = new URLSearchParams(location.search).get("fontsize");
history.replaceState(null, "", location.pathname + (size ? "?fontsize=" + encodeURIComponent(size) : ""));

// Keys go to the terminal, and at the end to the button.
function takeKeyboard() {
  const isOver = document.body.classList.contains("-closed");
  const field = document.querySelector("#terminal textarea");
  if (isTouched) field?.setAttribute("inputmode", "none");
  (isOver ? document.getElementById("again") : field)?.focus();
}

// A finger has the bar of keys, and taps on the table; a keyboard on the screen would lie over the hand.
const isTouched = matchMedia("(pointer: coarse)").matches;
let socket;

// The buttons of the keys that can be pressed now: what each sends, its name, what it does.
function showKeys(keys) {
  const bar = document.getElementById("keys");
  bar.replaceChildren(
    ...keys.map(([sends, key, words]) => {
      const button = document.createElement("button");
      const name = document.createElement("b");
      name.textContent = key;
      button.append(name, words ? " " + words : "");
      button.addEventListener("click", () => {
        if (socket.readyState === PlainSocket.OPEN) socket.send(JSON.stringify(["stdin", sends]));
      });
      return button;
    }),
  );
  bar.scrollLeft = 0;
}

// The page around the terminal has the colours of the game.
function showColours(colours) {
  ["--felt", "--key", "--words"].forEach((name, at) => document.documentElement.style.setProperty(name, colours[at]));
}

// The size of the font at which 80 columns and 24 rows fit, at most the usual one. On an upright page rows are made
// higher: taller tiles are easier to hit, and players who are far apart easier to read.
const COLUMNS = 80, ROWS = 24, LEAST = 4, STEP = 0.25, MANY_ROWS = 44, HIGHEST = 1.5;
const FONT = "'Roboto Mono', Monaco, 'Courier New', monospace";

function fittingSize(terminal) {
  const most = Number(terminal.dataset.most);
  const probe = document.createElement("span");
  probe.style.cssText = "position: absolute; white-space: pre; line-height: normal; font: 100px " + FONT;
  probe.textContent = "W".repeat(10);
  document.body.append(probe);
  const across = (100 * terminal.clientWidth) / ((COLUMNS + 0.5) * (probe.offsetWidth / 10));
  const down = (100 * terminal.clientHeight) / (ROWS * probe.offsetHeight);
  probe.remove();
  return Math.min(most, Math.max(LEAST, Math.floor(Math.min(across, down) / STEP) * STEP));
}

// At the start, and when the page gets another size, such as a phone that is turned.
function fitFont() {
  const shown = window.terminal;
  const place = document.getElementById("terminal");
  if (!shown?.options || !place.dataset.fits) return;
  shown.options.lineHeight = 1;
  for (let size = fittingSize(place); size >= LEAST; size -= STEP) {
    if (Number(shown.options.fontSize) !== size) shown.options.fontSize = size;
    window.onresize?.();
    if (shown.cols >= COLUMNS && shown.rows >= ROWS) break;
  }
  if (shown.rows > MANY_ROWS && shown.rows > shown.cols / 2) {
    shown.options.lineHeight = Math.min(shown.rows / MANY_ROWS, HIGHEST);
    window.onresize?.();
  }
}

// The keyboard from the moment at which keys can be sent, and why the server has closed the page, in its words.
const PlainSocket = window.WebSocket;
window.WebSocket = class extends PlainSocket {
  constructor(...given) {
    super(...given);
    socket = this;
    this.addEventListener("open", () => {
      fitFont();
      takeKeyboard();
    });
    this.addEventListener("message", (sent) => {
      const [kind, told] = typeof sent.data === "string" ? JSON.parse(sent.data) : [];
      if (kind === "keys") showKeys(told);
      if (kind === "colours") showColours(told);
    });
    this.addEventListener("close", (closed) => {
      if (closed.reason) document.getElementById("reason").textContent = closed.reason;
      // the other script does so a moment later, and a button that is not shown takes no keys
      document.body.classList.add("-closed");
      takeKeyboard();
    });
  }
};

// Before the load event, at which the other script opens the socket.
document.addEventListener("DOMContentLoaded", () => {
  const address = location.origin.replace(/^http/, "ws") + "/ws";
  const terminal = document.getElementById("terminal");
  terminal.dataset.sessionWebsocketUrl = address;
  terminal.dataset.most = terminal.dataset.fontSize;
  if (terminal.dataset.fits) terminal.dataset.fontSize = fittingSize(terminal);
  let waits;
  window.addEventListener("resize", () => {
    clearTimeout(waits);
    waits = setTimeout(fitFont, 100);
  });
  const again = document.getElementById("again");
  again.addEventListener("click", () => location.reload());
  // A key that is held since the game has begun no other one.
  again.addEventListener("keydown", (pressed) => {
    if (pressed.repeat) pressed.preventDefault();
  });
  // A browser's own menu would lie over that of the game.
  terminal.addEventListener("contextmenu", (asked) => asked.preventDefault());
  // A click beside the terminal, or while the page opens, takes the keyboard from nobody.
  document.addEventListener("mousedown", (pressed) => {
    if (pressed.target.closest(".over")) return;
    pressed.preventDefault();
    takeKeyboard();
  });
  window.addEventListener("focus", takeKeyboard);
});
