package file

// How files are opened and locked.
var (
	OpenLocked = open
	Lock       = lock
)
