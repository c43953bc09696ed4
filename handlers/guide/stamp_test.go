package guide_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/docs"
	"worklog/models/modelstest"
)

// stampAuthority is what openssl needs to be an authority.
const stampAuthority = `[tsa]
default_tsa = authority
[authority]
serial = serial
default_policy = 1.2.3.4
digests = sha256
signer_digest = sha256
`

// runs runs a shell's commands in a folder.
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
	t.Parallel()
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
