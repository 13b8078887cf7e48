// Package run owns what all engines share and none of them decides: what a search is to
// keep to, when it pauses and stops, how it is cut into tasks for workers, and how the
// solutions that it comes by are put in order and handed on. An [Engine] is what it
// runs; it knows none of them.
package run
