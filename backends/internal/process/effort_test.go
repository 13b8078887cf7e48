package process

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestListener(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       effort
	}{
		{"cadical", "c --- [ statistics ] ---\nc conflicts:                  3546     21107.65    per second\nc decisions:                  8675     51638.13    per second\nc propagations:            1138156         6.77 M  per second\n", effort{3546, 8675, 1138156}},
		{"minisat", "conflicts             : 855            (23662 /sec)\ndecisions             : 3887           (0.00 % random) (107572 /sec)\npropagations          : 242527         (6711878 /sec)\n", effort{855, 3887, 242527}},
		{"cryptominisat", "c conflicts                : 7\nc decisions                : 6118        (0.00      % random)\nc propagations             : 722K        (10226K    props/s)\nc decisions/conflicts      : 2.89\nc conflicts                : 2114\n", effort{2114, 6118, -1}},
		{"clasp", "c Choices        : 564\nc Conflicts      : 461      (Analyzed: 461)\nc   Conflict     : 462      (Average Length:   96.6 Ratio: 100.00%)\n", effort{461, 564, -1}},
		{"picosat", "c 2830 conflicts\nc 12083 decisions\nc 1370452 propagations\n", effort{2830, 12083, 1370452}},
		{"kissat", "c ---- [ statistics ] --------------------------------------------------------\nc\nc conflicts:                              183             8073.41 per second\nc decisions:                             1005                5.49 per conflict\nc propagations:                         27117          1196308    per second\n", effort{183, 1005, 27117}},
		{"glucose", "c restarts              : 1 (855 conflicts in avg)\nc conflicts             : 855            (23662 /sec)\nc decisions             : 3887           (0.00 % random) (107572 /sec)\nc propagations          : 242527         (6711878 /sec)\nc conflict literals     : 9281           (12.53 % deleted)\n", effort{855, 3887, 242527}},
		{"lingeling", "c 41 simplifications, 3 reductions\nc\nc 2063 decisions, 847 conflicts, 21175.0 conflicts/sec\nc 187590 propagations, 4.7 megaprops/sec\nc 0.0 seconds, 0.3 MB\n", effort{847, 2063, 187590}},
		{"a model", "s SATISFIABLE\nv 1 -2 3\nv 0\n", unreported},
		{"a heading", "c         level        used      conflicts    limit          MB\nc 3 conflicts a second\nc conflicts\nc\n\n", unreported},
		{"nonsense", "c conflicts: -5\nc decisions: 99999999999999999999\nc conflicts" + strings.Repeat(" ", 300) + ": 5\nc conflicts: 5", unreported},
	} {
		for way, r := range map[string]io.Reader{"whole": strings.NewReader(c.text), "byte by byte": iotest.OneByteReader(strings.NewReader(c.text))} {
			l := &figureReader{r: r, effort: unreported}
			got, err := io.ReadAll(l)
			if err != nil || string(got) != c.text {
				t.Errorf("%s, %s: what is read has changed: %q, %v", c.name, way, got, err)
			}
			if l.effort != c.want {
				t.Errorf("%s, %s: %+v, want %+v", c.name, way, l.effort, c.want)
			}
			if len(l.line) > maxNote+1 {
				t.Errorf("%s, %s: it keeps %d bytes", c.name, way, len(l.line))
			}
		}
	}
}
