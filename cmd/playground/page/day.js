"use strict";
// The puzzles of the day: their dates, and how each went. A day begins at local midnight, as on the calendar.
const days = (() => {
  const two = n => String(n).padStart(2, "0");
  const date = (back = 0) => { const d = new Date(); d.setDate(d.getDate() - back); return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`; };

  // A record is how a puzzle went: the milliseconds spent, 0 before the first move; how many hints; whether the
  // solution was shown; and once it is solved, for each piece laid, 1 if it was a hint.
  const fresh = () => ({ spent: 0, hints: 0, peeked: false, done: null });
  // clean returns the record in what comes from elsewhere, or null if it cannot be one.
  function clean(r) {
    const upTo = (n, most) => Number.isInteger(n) && n >= 0 && n <= most, flags = all => Array.isArray(all) && all.length < 100 && all.every(n => upTo(n, 1));
    const good = r && upTo(r.spent, 1e9) && upTo(r.hints, 999) && typeof r.peeked === "boolean" && (r.done === null || flags(r.done));
    return good ? { spent: r.spent, hints: r.hints, peeked: r.peeked, done: r.done } : null;
  }
  // joined is the first result, or else all that was spent: no day is begun twice.
  const joined = (a, b) => !a || !b ? a || b : a.done ? a : { spent: Math.max(a.spent, b.spent), hints: Math.max(a.hints, b.hints), peeked: a.peeked || b.peeked, done: b.done };

  // Storage may be absent, full or forbidden, and may hold anything. Without it days are kept while the page is open.
  const held = new Map(), key = day => `exactile ${day}`, calls = { done: () => {} };
  function kept(day) {
    let stored = null;
    try { stored = JSON.parse(localStorage.getItem(key(day))); } catch { /* nothing is kept */ }
    return clean(stored) ? { record: clean(stored), laid: stored.laid } : held.get(day) || { record: null, laid: [] };
  }
  // keep stores how a day goes, and returns that joined with what another tab has stored.
  function keep(day, record, laid) {
    const before = kept(day).record, all = joined(before, record);
    if (before && before.done || !all.spent) return all;
    held.set(day, { record: { ...all }, laid });
    try { localStorage.setItem(key(day), JSON.stringify({ ...all, laid })); } catch { /* held is all there is */ }
    if (all.done) calls.done();
    return all;
  }

  const result = ({ spent, hints, peeked }) => { const s = Math.round(spent / 1000); return `${Math.floor(s / 60)}:${two(s % 60)}${hints ? `, ${hints} ${hints === 1 ? "hint" : "hints"}` : ""}${peeked ? ", the solution shown" : ""}`; };
  const done = day => { const { record } = kept(day); return record && record.done ? record : null; };
  // Days in a row that were solved without a look at the solution, up to today or yesterday.
  function streak() {
    const good = back => { const r = done(date(back)); return r && !r.peeked; };
    let n = 0;
    for (let back = good(0) ? 0 : 1; good(back); back++) n++;
    return n;
  }
  return { calls, date, fresh, clean, joined, kept, keep, result, done, streak };
})();
