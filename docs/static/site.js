// What can be scrolled sideways can be reached by the keyboard.
function makeScrollableReachable() {
  for (const box of document.querySelectorAll("pre, .table-wrapper")) {
    if (box.scrollWidth > box.clientWidth) {
      box.tabIndex = 0;
    }
  }
}

window.addEventListener("load", makeScrollableReachable);
window.addEventListener("resize", makeScrollableReachable);
