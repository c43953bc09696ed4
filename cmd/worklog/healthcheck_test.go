package main_test

import (
	"strings"
	"testing"
)

func TestAHealthCheckNeedsTheConfigurationAndNoSecrets(t *testing.T) {
	folder := t.TempDir()
	c := begin(t, folder)
	listen := strings.TrimPrefix(c.url, "http://")
	environment := []string{"WORKLOG_SERVER_LISTEN=" + listen, "WORKLOG_API_TOKEN_FILE=/nowhere", "WORKLOG_WEB_AUTH=password", "HTTP_PROXY=http://127.0.0.1:1"}
	if code, out, problems := runs(t, folder, environment, "healthcheck"); code != 0 || out != listen+": healthy\n" || problems != "" {
		t.Errorf("got %d %s %s", code, out, problems)
	}
	c.stop()
	if code, out, problems := runs(t, folder, environment, "healthcheck"); code != 1 || out != "" || !strings.HasPrefix(problems, listen+": no server responds: ") || strings.Count(problems, "\n") != 1 {
		t.Errorf("got %d %s %s", code, out, problems)
	}
}
