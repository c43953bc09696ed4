package guide_test

import (
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/deploy"
	"worklog/docs"
	"worklog/handlers/guide/markdown"
	"worklog/models/modelstest"
)

// contents is the page that lists the others.
const contents = "/help/guide"

var (
	leads     = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	anchor    = regexp.MustCompile(`\bid="([^"]*)"`)
	prose     = regexp.MustCompile(`(?s)<main.*</main>`)
	codeBlock = regexp.MustCompile("(?s)\n *```[a-z]*\n(.*?)```")
	code      = regexp.MustCompile("`([^`]+)`")
	label     = regexp.MustCompile(`« ([^»]+) »`)
	active    = regexp.MustCompile(`(?i)<script|<style| style=| on[a-z]+=|<!--|align=|\x00`)
)

// addresses are those of the guide's pages, the one that lists them first.
func addresses(t *testing.T, p *apptest.Program) []string {
	t.Helper()
	list := []string{contents}
	for _, found := range leads.FindAllStringSubmatch(prose.FindString(p.Get(contents).Body), -1) {
		if found[1] != "/help" {
			list = append(list, found[1])
		}
	}
	if len(list) < 20 {
		t.Fatalf("got %q", list)
	}
	return list
}

// reader opens pages, each once.
type reader struct {
	*apptest.Visitor
	pages map[string]apptest.Answer
}

func (r reader) open(path string) apptest.Answer {
	if _, known := r.pages[path]; !known {
		r.pages[path] = r.Get(path)
	}
	return r.pages[path]
}

// wantLinks checks that links of a page lead to pages, and to places on them.
func (r reader) wantLinks(path string, which func(to string) bool) (number int) {
	r.P.T.Helper()
	for _, found := range leads.FindAllStringSubmatch(prose.FindString(r.open(path).Body), -1) {
		to, place, within := strings.Cut(html.UnescapeString(found[1]), "#")
		if to == "" {
			to = path
		}
		if !which(to) {
			continue
		}
		number++
		got := r.open(to)
		modelstest.Want(r.P.T, got.Status == 200 || got.Status == 303, true, path, found[1], got.Status)
		if within && got.Status == 200 && !slices.ContainsFunc(anchor.FindAllStringSubmatch(got.Body, -1), func(id []string) bool { return html.UnescapeString(id[1]) == place }) {
			r.P.T.Errorf("%s leads to %s, which has no such place", path, found[1])
		}
	}
	return number
}

func TestEveryLinkOfTheGuideLeadsSomewhere(t *testing.T) {
	r := reader{apptest.Start(t).Visitor(""), map[string]apptest.Answer{}}
	for _, path := range append(addresses(t, r.P), "/help") {
		r.wantLinks(path, func(string) bool { return true })
	}
}

func TestPagesLeadToWhatTheGuideSaysOfThem(t *testing.T) {
	r := reader{apptest.RecordedDay(t, apptest.WithPassword).SignIn(), map[string]apptest.Answer{}}
	for _, path := range []string{
		"/today", "/counters", "/review", "/settings", "/years/2026/counters", "/months/2026-11", "/months/2026-11/hours", "/months/2026-11/hours/night", "/months/2026-11/pay",
		"/months/2026-11/sheet", "/years/2026/hours", "/years/2026/hours/night", "/years/2026/rests", "/years/2026/costs", "/years/2026/sheets", "/entries/new?date=2026-11-21",
		"/entries/range", "/entries/1/edit", "/entries/1/history", "/data", "/feeds", "/journal", "/sessions", "/help", "/help/connect",
	} {
		modelstest.Want(t, r.wantLinks(path, func(to string) bool { return strings.HasPrefix(to, "/help/") }) != 0, true, path)
	}
}

func TestEveryPageOfTheGuideIsListedAndLedToByAnother(t *testing.T) {
	p := apptest.Start(t)
	listed := addresses(t, p)
	for name, text := range sources(t) {
		address := "/help/" + strings.TrimSuffix(name, ".md")
		if name == "README.md" {
			continue
		}
		modelstest.Want(t, slices.Index(listed, address), slices.Index(listed[1:], address)+1, name)
		modelstest.Want(t, strings.HasPrefix(text, "# "), true, name)
	}
	for i, address := range listed[1:] {
		page := p.Get(address).Body
		for _, around := range []struct {
			rel string
			at  int
		}{{"prev", i}, {"next", i + 2}} {
			leads := strings.Contains(page, fmt.Sprintf(`rel=%q`, around.rel))
			if want := around.at > 0 && around.at < len(listed); leads != want || want && !strings.Contains(page, fmt.Sprintf(`rel=%q href=%q`, around.rel, listed[around.at])) {
				t.Errorf("%s: %s does not lead to the page beside it", address, around.rel)
			}
		}
	}
	p.Get("/help").Want(t, 200, `href="`+contents+`"`)
	for _, name := range []string{"nothing", "README", "README.md", "nuits.md", "fr", ".."} {
		p.Get("/help/"+name).Want(t, 404)
	}
}

func TestEveryPictureOfTheGuideIsShownAndKept(t *testing.T) {
	p := apptest.Start(t)
	shown := map[string]bool{}
	for _, path := range addresses(t, p) {
		for _, found := range regexp.MustCompile(`<img src="([^"]*)" alt="([^"]*)" width="[1-9]\d*" height="[1-9]\d*">`).FindAllStringSubmatch(p.Get(path).Body, -1) {
			got := p.Get(found[1]).Want(t, 200, "\x89PNG")
			got.WantHeader(t, "Content-Type", "image/png")
			got.WantHeader(t, "Cache-Control", "public, max-age=31536000, immutable")
			shown[regexp.MustCompile(`\.[0-9a-f]{12}\.`).ReplaceAllString(filepath.Base(found[1]), ".")] = true
			modelstest.Want(t, len(found[2]) >= 20, true, path, found[2])
		}
	}
	files, err := filepath.Glob("../../docs/fr/images/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no pictures", err)
	}
	for _, file := range files {
		modelstest.Want(t, shown[filepath.Base(file)], true, file)
	}
}

func TestTheGuideHasTheAddressOfTheServerAndNothingThatRunsOrStyles(t *testing.T) {
	p := apptest.Start(t, func(config *app.Config) {
		config.Access.PublicURL = &url.URL{Scheme: "http", Host: "127.0.0.1", Path: `/a&b<i>"`}
	})
	for _, path := range addresses(t, apptest.Start(t)) {
		page := p.Get(path).Body
		modelstest.Want(t, !strings.Contains(page, deploy.Placeholder) && !strings.Contains(page, "<i>"), true, path)
		modelstest.Want(t, active.FindString(prose.FindString(page)), "", path)
	}
	p.Get("/help/owntracks").Want(t, 200, `<code>http://127.0.0.1/a&amp;b&lt;i&gt;&#34;/<wbr>hooks/<wbr>owntracks</code>`, `href="/a&amp;b&lt;i&gt;&#34;/help/raccourcis"`)
	p.Get("/help/worklog-send").Want(t, 200, "WORKLOG_URL=http://127.0.0.1/a&amp;b&lt;i&gt;&#34;\n", "Copier")
}

// sources are the files of the guide.
func sources(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../../docs/fr/*.md")
	if err != nil || len(names) == 0 {
		t.Fatal("no guide", err)
	}
	texts := map[string]string{}
	for _, name := range names {
		texts[filepath.Base(name)] = read(t, name)
	}
	return texts
}

func read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	modelstest.Must(t, err)
	return string(content)
}

// written is the text of all files of some patterns.
func written(t *testing.T, patterns ...string) string {
	t.Helper()
	var all strings.Builder
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatal("no file ", pattern, err)
		}
		for _, name := range names {
			if !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, "_templ.go") {
				all.WriteString(read(t, name))
			}
		}
	}
	return all.String()
}

// plainSpaces has plain spaces where the program's texts have others.
var plainSpaces = strings.NewReplacer("&nbsp;", " ", "\u00a0", " ", `\u00a0`, " ", `" + nbsp + "`, " ", `"+nbsp+"`, " ", `" + french.NBSP + "`, " ", `"+french.NBSP+"`, " ")

func TestTheGuideNamesOnlyWhatIsOnThePages(t *testing.T) {
	pages := plainSpaces.Replace(written(t, "../../views/*.templ", "../../views/*.go", "../../views/french/*.go", "../*/*.go", "../../models/settings/*.go", "../../static/js/*.js"))
	for name, text := range sources(t) {
		for _, found := range label.FindAllStringSubmatch(strings.Join(strings.Fields(codeBlock.ReplaceAllString(text, "")), " "), -1) {
			words := regexp.MustCompile(`^\d+ `).ReplaceAllString(found[1], "")
			modelstest.Want(t, strings.Contains(pages, words), true, name, found[1])
		}
	}
}

func TestTheGuideNamesOnlySettingsFilesCommandsAndAddressesThatThereAre(t *testing.T) {
	p := apptest.Start(t)
	known := written(t, "../../docs/*.md", "../../config.toml")
	for name, text := range sources(t) {
		text = strings.ReplaceAll(text, deploy.Placeholder, "")
		for _, found := range code.FindAllStringSubmatch(codeBlock.ReplaceAllString(text, ""), -1) {
			switch what := found[1]; {
			case strings.HasPrefix(what, "/help/") || what == "/healthz":
				p.Get(what).Want(t, 200)
			case strings.HasPrefix(what, "worklog "):
				modelstest.Want(t, strings.Contains(known, strings.Join(strings.Fields(what)[:2], " ")), true, name, what)
			case regexp.MustCompile(`^\[?[a-z_]{4,}(\]| = .*)?$|\.(yaml|toml|json|db)$`).MatchString(what):
				if key, _, _ := strings.Cut(what, " = "); !strings.Contains(known, key) {
					t.Errorf("%s: nothing is called %s", name, what)
				}
			}
		}
	}
}

func TestThePagesAreThoseOfTheFiles(t *testing.T) {
	modelstest.Want(t, read(t, "pages.json"), string(markdown.JSON()), "run go generate ./handlers/guide")
}

// stampAuthority is what openssl needs to be an authority.
const stampAuthority = `[tsa]
default_tsa = authority
[authority]
serial = serial
default_policy = 1.2.3.4
digests = sha256
signer_digest = sha256
`

func runs(t *testing.T, folder, commands string) (output string, err error) {
	t.Helper()
	command := exec.CommandContext(t.Context(), "sh", "-ec", commands)
	command.Dir = folder
	written, err := command.CombinedOutput()
	return string(written), err
}

// startAuthority has a certificate made in a folder, and answers requests for time stamps with it.
func startAuthority(t *testing.T, folder string) (address string) {
	t.Helper()
	modelstest.Must(t, os.WriteFile(filepath.Join(folder, "tsa.cnf"), []byte(stampAuthority), 0o600))
	if output, err := runs(t, folder, `openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out autorite.pem -subj /CN=authority -addext extendedKeyUsage=critical,timeStamping
		echo 01 > serial`); err != nil {
		t.Fatal(output, err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		query, err := io.ReadAll(r.Body)
		if err != nil || r.Header.Get("Content-Type") != "application/timestamp-query" || os.WriteFile(filepath.Join(folder, "asked"), query, 0o600) != nil {
			http.Error(w, "no query", http.StatusBadRequest)
			return
		}
		if output, err := runs(t, folder, "openssl ts -reply -config tsa.cnf -signer autorite.pem -inkey key.pem -queryfile asked -out answered"); err != nil {
			http.Error(w, output, http.StatusInternalServerError)
			return
		}
		http.ServeFile(w, r, filepath.Join(folder, "answered"))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func TestTheDigestOfASheetIsDatedAsTheGuideSays(t *testing.T) {
	for _, name := range []string{"openssl", "curl"} {
		if _, err := exec.LookPath(name); err != nil && os.Getenv("CI") != "" {
			t.Fatal(name, "is not installed")
		} else if err != nil {
			t.Skip(name, "is not installed: the commands of the guide are not run")
		}
	}
	p := apptest.RecordedDay(t)
	digest := regexp.MustCompile(`<code>([0-9a-f]{64})</code>`).FindStringSubmatch(p.Get("/months/2026-11/sheet").Body)[1]
	page, err := docs.French.ReadFile("fr/releve.md")
	modelstest.Must(t, err)
	_, commands, _ := strings.Cut(string(page), "```sh\nopenssl ts")
	commands, _, _ = strings.Cut("openssl ts"+commands, "```")
	folder := t.TempDir()
	commands = strings.NewReplacer("EMPREINTE", digest, "https://horodatage.example", startAuthority(t, folder)).Replace(commands)
	if output, err := runs(t, folder, commands); err != nil || !strings.Contains(output, "Verification: OK") {
		t.Errorf("got %v\n%s\nof\n%s", err, output, commands)
	}
	other := strings.Repeat("0", 64)
	lines := strings.Split(strings.TrimSpace(commands), "\n")
	if output, err := runs(t, folder, strings.Replace(lines[2], digest, other, 1)); err == nil {
		t.Errorf("the stamp is also that of another digest: %s", output)
	}
}

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
