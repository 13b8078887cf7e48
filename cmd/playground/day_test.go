//go:build !js

package main

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/exactile/exactile/internal/testkit/browser"
)

const (
	today    = `document.querySelector('.card[data-open="today"] span').textContent`
	spent    = `String(playground.record().spent)`
	monday   = `{ const Real = Date, begin = Real.now(); Date = class extends Real { constructor(...a) { if (a.length) super(...a); else super(Real.parse("2026-11-23T12:00") + Real.now() - begin); } }; }`
	noMemory = `Object.defineProperty(window, "localStorage", { get() { throw new Error("forbidden"); } });`
)

func evaluate(b *browser.Browser, script string) { b.Run(chromedp.Evaluate[chromedp.Void](script)) }

// seen waits for a puzzle's title and what is said below its board.
func seen(b *browser.Browser, title, below string) {
	b.Until(`document.title + ": " + `+left, title+" — exactile: "+below)
}

// onMonday is the page on a Monday, in a browser that runs a script in each page before its own.
func onMonday(t *testing.T, address, script string, width, height int64) *browser.Browser {
	b := browser.New(t)
	b.Run(browser.Command(page.AddScriptToEvaluateOnNewDocument,
		page.AddScriptToEvaluateOnNewDocumentParams{Source: monday + script}))
	if b.Visit(address, width, height); address == "about:blank" {
		b.Open(built(t), width, height)
	}
	b.Until(left, "1 solution")
	return b
}

// The page opens with the puzzle of the day. It is begun, hinted, loaded again, solved, loaded again, and
// shared; somebody else opens what is shared. The same with a browser that keeps nothing.
func TestDay(t *testing.T) {
	for _, screen := range []struct {
		name, script  string
		width, height int64
	}{{"wide", "", 1366, 768}, {"narrow", "", 390, 664}, {"forgetful", noMemory, 1366, 768}} {
		t.Run(screen.name, func(t *testing.T) {
			b := onMonday(t, "about:blank", screen.script+`navigator.share = async a => { window.sent = a.text; }; (navigator.clipboard || {}).writeText = async text => { window.sent = text; };`, screen.width, screen.height)
			press, how := b.Press, byMouse
			if screen.name == "narrow" {
				press, how = b.Touch, byFinger
			}
			const date = "2026-11-23"
			seen(b, "Puzzle of "+date, "1 solution")
			b.Want(`document.getElementById("home").hidden + location.hash + `+spent, "false0")
			b.Shot("day-" + screen.name)
			press("#hint")
			b.Until(left, "1 solution left")
			time.Sleep(2200 * time.Millisecond)
			b.Shot("day-begun-" + screen.name)
			b.Run(chromedp.Reload())
			b.Until(left, "1 solution left")
			b.Want(laid+` + playground.record().hints + (playground.record().spent > 1000)`, "11true")
			press(`#board [data-cell="` + b.Ask(`playground.laid()[0].cells[0] + ",0"`) + `"]`) // a hint that is taken away remains one
			b.Until(laid, "0")
			layAll(t, b, how)
			b.Until(left, "Solved: the only solution.")
			ms, _ := strconv.Atoi(b.Ask(spent))
			clock := fmt.Sprintf("%d:%02d", (ms+500)/60000, (ms+500)/1000%60)
			text := "exactile " + date + " ★☆☆☆☆ " + clock + ", 1 hint\n⬜⬜⬜⬜⬜⬜⬜⬜🟩🟩🟩🟩 copy this"
			b.Want(lead, text)
			b.Until(today, "✓ "+clock+", 1 hint")
			b.Shot("day-solved-" + screen.name)
			if how == byFinger {
				b.Run(browser.Command(emulation.SetTouchEmulationEnabled,
					emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 2}))
				text = strings.Replace(text, "copy", "send", 1)
			}
			b.Run(chromedp.Reload())
			b.Until(left, "Solved: the only solution.")
			b.Until(lead+` + `+spent, text+fmt.Sprint(ms))
			press("#copy")
			b.Until(`String((window.sent || "").split("\n").length)`, "3")
			link := strings.Split(b.Ask(`window.sent`), "\n")[2]
			b.Want(`location.href.split("#")[0] + "#Puzzle+of+`+date+`&p="`, link[:strings.Index(link, "p=")+2])
			b.Shot("day-shared-" + screen.name)
			t.Run("another", func(t *testing.T) {
				b := onMonday(t, link, screen.script, screen.width, screen.height)
				sent := "Sent to you: solved in " + clock + " with 1 hint."
				b.Until(more, sent+" Can you find it?")
				b.Want(laid+` + `+spent, "00")
				b.Shot("day-sent-" + screen.name)
				b.Run(chromedp.Reload())
				b.Until(left, "1 solution")
				layAll(t, b, byMouse)
				b.Until(left, "Solved: the only solution.")
				b.Want(lead+`.split(" ★")[0]`, sent+"\nexactile "+date)
			})
		})
	}
}

// A look at the solution of the day is asked about once. The result says so for good, also after an undo, after
// a reload and after a new beginning.
func TestDayShown(t *testing.T) {
	b := onMonday(t, "about:blank", "", 1366, 768)
	const peeked = `String(playground.record().peeked)`
	for n, button := range []string{"#watch", "#solve"} {
		evaluate(b, fmt.Sprintf(`playground.open({ name: "daily:2026-11-%d" })`, n+22))
		seen(b, fmt.Sprintf("Puzzle of 2026-11-%d", n+22), "1 solution")
		unfold(b)
		b.Press(button)
		b.Until(message, "This shows the solution, and the day's result will include that. Press again to see it.")
		b.Want(`["strip", "thinking"].map(id => document.getElementById(id).hidden) + `+peeked, "true,truefalse")
		b.Press(button)
		b.Until(peeked, "true")
		b.Until(message, "")
	}
	b.Until(where, "solution 1 of 1")
	b.Press(cell(0, 2, 0)) // a piece of it is kept
	b.Until(laid, "1")
	b.Run(chromedp.KeyEvent("u"))
	b.Until(laid, "0")
	open(b, "soma")
	b.Until(left, "11\u202f520 solutions")
	open(b, "today")
	b.Until(left, "1 solution")
	b.Want(peeked+` + playground.record().hints`, "true1")
	layAll(t, b, byMouse)
	b.Until(left, "Solved: the only solution.")
	b.Want(lead+`.replace(/[0-9]+:[0-9]{2}/, "0:00").replace(/[^ -~]+\n?/g, "*")`, "exactile 2026-11-23 * 0:00, 1 hint, the solution shown* copy this")
	b.Want(today+`.split(" · ").length + ""`, "1") // no days in a row
}

// Days in a row end with yesterday or today; what is not a result in the storage counts for nothing.
func TestDaysInARow(t *testing.T) {
	b := onMonday(t, "about:blank", "", 1366, 768)
	evaluate(b, `{ const set = (day, text) => localStorage.setItem("exactile 2026-11-" + day, text), solved = '{"spent":61000,"hints":0,"peeked":false,"done":[0,0]}';
		set(23, "{"); set(22, solved); set(21, solved); set(20, solved.replace("0,\"p", "1,\"p")); set(19, solved.replace("false", "true")); set(18, solved); }`)
	b.Run(chromedp.Reload())
	b.Until(left, "1 solution")
	yesterday := `String(document.getElementById("yesterday").hidden)`
	b.Until(today+`+`+yesterday, "One solution, the same for everybody · 3 days in a rowtrue")
	layAll(t, b, byMouse)
	b.Until(today+`.replace(/.*· /, "")`, "4 days in a row")
	b.Want(lead+`.split("\n")[2]`, "4 days in a row copy this")
	b.Shot("day-in-a-row")
	evaluate(b, `localStorage.setItem("exactile 2026-11-22", '{"spent":-5,"hints":"<b>","peeked":0,"done":"yes"}')`)
	b.Run(chromedp.Reload())
	b.Until(left, "Solved: the only solution.")
	b.Until(today+`.split(" · ").length + `+yesterday, "1false")
	b.Press("#yesterday")
	seen(b, "Puzzle of 2026-11-22", "1 solution")
	b.Want(yesterday+"+"+spent, "true0")
	evaluate(b, `history.back()`)
	seen(b, "Puzzle of 2026-11-23", "Solved: the only solution.")
	// A day begins at midnight where the player is.
	b.Run(browser.Command(emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Pacific/Kiritimati"}))
	b.Want(`new Date().toISOString().slice(0, 10)`, "2026-11-22")
	b.Press("#yesterday")
	seen(b, "Puzzle of 2026-11-22", "1 solution")
}

// What an address says of a day may be anything. A day's puzzle that is changed is none.
func TestDayAddress(t *testing.T) {
	b := onMonday(t, "about:blank", "", 1366, 768)
	b.Press("#mode-draw")
	b.Press(cell(0, 2, 0))
	b.Until(`document.title + playground.table().day`, "Puzzle of 2026-11-23, changed — exactileundefined")
	held := func(text string) {
		evaluate(b, `new Response(new Blob([`+strconv.Quote(text)+`]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer().then(bytes => { location.hash = "#p=" + btoa(String.fromCharCode(...new Uint8Array(bytes))); })`)
	}
	for n, record := range []string{`{"spent":-1,"hints":0,"peeked":false,"done":null}`, `{"spent":1e99,"hints":0,"peeked":false,"done":[0]}`,
		`{"spent":5,"hints":0,"peeked":false,"done":["<img src=x>"]}`, `{"spent":5,"hints":0,"peeked":false,"done":{"length":1}}`, `7`, `null`} {
		day := fmt.Sprintf("2026-11-%02d", n+1)
		held(fmt.Sprintf(`{"day":%q,"laid":[{"piece":"Q"},{"piece":"I","cells":[[-9,0]]},7],"record":%s}`, day, record))
		seen(b, "Puzzle of "+day, "1 solution")
		b.Until(message, "The address holds an invalid result. It is ignored.")
		b.Want(`JSON.stringify({ ...playground.record(), spent: 0 }) + playground.laid().length`, `{"spent":0,"hints":0,"peeked":false,"done":null}0`)
	}
	held(`{"day":"2026-11-01","laid":[],"record":{"spent":9000000,"hints":7,"peeked":true,"done":null}}`) // of a day begun here
	seen(b, "Puzzle of 2026-11-01", "1 solution")
	b.Want(`String(playground.record().hints) + playground.record().peeked`, "0false")
	held(`{"day":"2026-02-30"}`)
	b.Until(message+`.includes("daily:2026-02-30 names no day") + ""`, "true")
	held(`{"day":"2026-11-23","puzzle":{"format":1,"name":"easy","board":[".."],"pieces":[{"name":"I","shape":["XX"]}]}}`)
	b.Until(`playground.puzzle().name + playground.table().day`, "easyundefined")
}

// The puzzle of the day comes without an address and with the cards; the browser's way back leads to it, and
// an address that is still being made does not land on another entry. The first throw of dice is no move.
func TestDayBack(t *testing.T) {
	b := arrived(t, 1366, 768)
	state := `[location.hash.length > 1, document.getElementById("home").hidden, document.getElementById("play").hidden].join()`
	b.Want(state, "false,false,false")
	b.Press(`.card[data-open="genius"]`)
	b.Until(`String(document.querySelectorAll("#board .given").length)`, "7")
	b.Until(state, "true,true,false")
	b.Run(chromedp.KeyEvent("u"))
	b.Until(message, "Nothing to undo.")
	evaluate(b, `document.getElementById("next-puzzle").click(); document.getElementById("back").click()`)
	time.Sleep(300 * time.Millisecond)
	b.Want(state, "false,false,true")
	evaluate(b, `history.go(-2)`)
	b.Until(state, "false,false,false")
	b.Until(left, "1 solution")
}
