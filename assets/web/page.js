// What the page does besides showing a terminal, which the script of textual-serve does.
"use strict";

// The token of the address is used: it stays neither in the address bar nor in the history.
const size = new URLSearchParams(location.search).get("fontsize");
history.replaceState(null, "", location.pathname + (size ? "?fontsize=" + encodeURIComponent(size) : ""));

// Keys go to the terminal, and at the end to the button.
function takeKeyboard() {
  const isOver = document.body.classList.contains("-closed");
  document.querySelector(isOver ? "#again" : "#terminal textarea")?.focus();
}

// The keyboard from the moment at which keys can be sent, and why the server has closed the page, in its words.
const PlainSocket = window.WebSocket;
window.WebSocket = class extends PlainSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("open", takeKeyboard);
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
