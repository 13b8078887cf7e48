package durable

// How files are opened and locked.
var (
	OpenLocked = open
	Lock       = lock
)
