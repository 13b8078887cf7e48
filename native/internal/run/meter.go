package run

// A metering shows a meter what one search does.
type metering struct {
	add    func(nodes, solutions int64) // to the meter; nil: nobody looks
	weight int64                        // how many solutions one below the present root stands for
	nodes  int64                        // that were shown
	found  uint64
}

// show shows what is new since the last time.
func (m *metering) show(nodes int64, found uint64) {
	if m.add == nil {
		return
	}
	m.add(nodes-m.nodes, int64(found-m.found)*m.weight)
	m.nodes, m.found = nodes, found
}
