package page

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/exactile/exactile/internal/testkit"
)

func written(t *testing.T, p *Page) string {
	t.Helper()
	var b strings.Builder
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	got := written(t, &Page{Title: "Report", Lead: "All agree.", Body: template.HTML("<p>body</p>"), Data: []int{1, 2}, Script: "use(data);", Footer: "exactile compare x"})
	file := filepath.Join("testdata", "page.html")
	testkit.Golden(t, file, []byte(got))
}

// The policy must name exactly the scripts of the page, or a browser runs none.
func TestPolicyNamesTheScripts(t *testing.T) {
	text := written(t, &Page{Title: "x", Script: "let a = 1 < 2 && 'b';"})
	scripts := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllStringSubmatch(text, -1)
	if len(scripts) != 2 {
		t.Fatalf("%d scripts, want 2", len(scripts))
	}
	for _, s := range scripts {
		sum := sha256.Sum256([]byte(s[1]))
		// html/template writes '+' of base64 as a character reference.
		hash := strings.ReplaceAll(base64.StdEncoding.EncodeToString(sum[:]), "+", "&#43;")
		if !strings.Contains(text, "sha256-"+hash) {
			t.Errorf("the policy does not allow the script\n%s", s[1])
		}
	}
}

// Nothing from outside a page: no address, no import.
func TestNothingIsFetched(t *testing.T) {
	text := written(t, &Page{Title: "x"})
	for _, bad := range []string{"http:", "https:", "src=", "@import", "url("} {
		if strings.Contains(text, bad) {
			t.Errorf("the page contains %q", bad)
		}
	}
}

func TestHostileText(t *testing.T) {
	hostile := `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'` + "\u2028\x1b[31m\x00"
	text := written(t, &Page{Title: hostile, Lead: hostile, Footer: hostile, Data: map[string]string{hostile: hostile}})
	if n := strings.Count(text, "<script"); n != 2 {
		t.Errorf("%d script elements, want the theme's and the data's", n)
	}
	if strings.ContainsAny(text, "\x1b\x00") || strings.Contains(text, "<img") || strings.Contains(text, "alert(1)</script>") {
		t.Errorf("hostile text became markup:\n%s", text)
	}
}

// Texts are in the page unchanged, and none of them can end its element.
func TestTexts(t *testing.T) {
	text := written(t, &Page{Title: "x", Texts: map[string]string{"a": "1 < 2 && <b>"}, Workers: true})
	if !strings.Contains(text, `<script type="text/plain" id="a">1 < 2 && <b></script>`) {
		t.Errorf("the text is not there as it is:\n%s", text)
	}
	if !strings.Contains(text, "worker-src blob:; script-src &#39;wasm-unsafe-eval&#39; &#39;sha256-") {
		t.Errorf("the policy lets no worker run:\n%.800s", text)
	}
	for _, bad := range []string{"</SCRIPT>", "<!--"} {
		p := Page{Texts: map[string]string{"a": bad}}
		if err := p.Write(io.Discard); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
}
