// Package run holds what all searches share: the limits of a search, when it pauses and
// stops, how it is split into tasks for workers, and how solutions are ordered and
// passed on. It runs any [Walker] and depends on none.
package run
