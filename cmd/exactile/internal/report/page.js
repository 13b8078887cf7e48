"use strict";
// Any two backends against each other: the dots of the plot move, its axes stay.
(() => {
  const data = JSON.parse(document.getElementById("times").textContent);
  const plot = document.getElementById("scatter"), figure = plot.closest("figure");
  const across = document.getElementById("across"), up = document.getElementById("up");
  const dots = plot.querySelectorAll(".dots path");
  const show = () => {
    const x = +across.value, y = +up.value;
    let faster = 0, slower = 0;
    dots.forEach((dot, k) => {
      const [a, b] = [data.places[x][k], data.places[y][k]];
      faster += a < b; slower += a > b;
      dot.setAttribute("d", `M${a} ${1000 - b}h0`);
      dot.querySelector("title").textContent =
        `${data.puzzles[k]}: ${data.times[x][k]}, ${data.times[y][k]}`;
    });
    figure.querySelector(".x-title").textContent = data.backends[x];
    figure.querySelector(".y-title").textContent = data.backends[y];
    plot.setAttribute("aria-label",
      `${data.backends[x]} is faster on ${faster} puzzles, ${data.backends[y]} on ${slower}.`);
  };
  across.addEventListener("change", show);
  up.addEventListener("change", show);
  document.querySelector(".choice").hidden = false;
})();
