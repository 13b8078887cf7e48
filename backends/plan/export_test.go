package plan

// Lying returns a worker whose records are changed before they are kept.
func Lying(w Worker, lie func(*Record)) Worker {
	w.lie = lie
	return w
}
