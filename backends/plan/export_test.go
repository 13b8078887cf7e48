package plan

import "time"

// Lying returns a worker whose records are changed before they are kept.
func Lying(w Worker, lie func(*Record)) Worker {
	w.falsify = lie
	return w
}

// Allowance is how long a part may take after parts that took so much CPU time; 0 is
// one that was given up.
func Allowance(every time.Duration, parts ...time.Duration) time.Duration {
	p := newUnitTimes(every)
	for _, cpu := range parts {
		if cpu > 0 {
			p.finished(cpu)
		} else {
			p.failed()
		}
	}
	return p.allowance()
}

// GiveUpAfter ends a context when a part has had its time.
var GiveUpAfter = limitTime
