package table

// Rules are all rules that prune the search of tables.
var Rules = []Rule{stranded, enclosed, componentSizes}

// demandsOf returns the demands of all rules together on the placements of a window.
func demandsOf(w *Window, strict bool) []uint64 {
	var all []uint64
	for n := range Rules {
		r := &Rules[n]
		if r.demands == nil || r.chosen(w.Levels) == 0 {
			continue
		}
		cells := r.demands(w, strict)
		for k := range all {
			cells[k] |= all[k]
		}
		all = cells
	}
	if all == nil {
		return make([]uint64, len(w.at))
	}
	return all
}
