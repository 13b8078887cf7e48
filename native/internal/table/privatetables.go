package table

// PrivateTables gives the search tables that no other worker reads. While workers
// merge states, their second-level caches lose the tables all the time. What is lost
// seems to come back more slowly where another core has it too: with tables in common
// a node took two workers 4 to 10 % longer than it takes one, and with their own no
// longer. Tables that no such cache has room for, or that take more bytes than most,
// stay shared.
func (s *FastSearch) PrivateTables(most int64) {
	const cache = 2 << 20
	n := int(min(most, cache) / (4 * 8 * int64(len(chunk{}))))
	places := make(map[*[4]chunk]int)
	for c := range s.sites {
		for _, t := range [2]*[4]chunk{s.sites[c].fits, s.sites[c].strict} {
			if _, ok := places[t]; !ok {
				places[t] = len(places)
			}
		}
		if len(places) > n {
			return
		}
	}
	own := make([][4]chunk, len(places))
	for t, place := range places {
		own[place] = *t
	}
	for c := range s.sites {
		here := &s.sites[c]
		here.fits, here.strict = &own[places[here.fits]], &own[places[here.strict]]
	}
}
