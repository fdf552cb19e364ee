// What the page does besides showing a terminal, which the script of textual-serve does.
"use strict";

// The token of the address is used: it stays neither in the address bar nor in the history.
const size = new URLSearchParams(location.search).get("fontsize");
history.replaceState(null, "", location.pathname + (size ? "?fontsize=" + encodeURIComponent(size) : ""));

// Why the server has closed the page, in its words.
const PlainSocket = window.WebSocket;
window.WebSocket = class extends PlainSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("close", (closed) => {
      if (closed.reason) document.getElementById("reason").textContent = closed.reason;
    });
  }
};

// Before the load event, at which the other script opens the socket.
document.addEventListener("DOMContentLoaded", () => {
  const address = location.origin.replace(/^http/, "ws") + "/ws";
  document.getElementById("terminal").dataset.sessionWebsocketUrl = address;
  document.getElementById("again").addEventListener("click", () => location.reload());
});
