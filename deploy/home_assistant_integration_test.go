package deploy_test

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"worklog/app"
	"worklog/models/modelstest"
)

var haIntegration = filepath.Join("..", "custom_components", "worklog")

// haJSON returns a file of JSON, flattened: from the names of a value, joined by dots, to it.
func haJSON(t *testing.T, elements ...string) map[string]string {
	t.Helper()
	content := read(t, elements...)
	var document any
	modelstest.Must(t, json.Unmarshal([]byte(content), &document))
	values := map[string]string{}
	var flatten func(path string, value any)
	flatten = func(path string, value any) {
		switch value := value.(type) {
		case map[string]any:
			for name, each := range value {
				flatten(path+"."+name, each)
			}
		case string:
			values[strings.TrimPrefix(path, ".")] = value
		default:
			text, _ := json.Marshal(value)
			values[strings.TrimPrefix(path, ".")] = string(text)
		}
	}
	flatten("", document)
	return values
}

func TestHomeAssistantIntegrationHasWhatItsStoreAsksFor(t *testing.T) {
	manifest := haJSON(t, haIntegration, "manifest.json")
	for _, key := range []string{"domain", "name", "version", "codeowners", "documentation", "issue_tracker", "iot_class"} {
		modelstest.Want(t, manifest[key] != "", true, key)
	}
	modelstest.Want[any](t, manifest["version"], strings.Fields(app.Version())[1], "version")
	store := haJSON(t, "..", "hacs.json")
	modelstest.WantList(t, slices.Sorted(maps.Keys(store)), []string{"homeassistant", "name"}, "hacs.json has")
	modelstest.Want(t, read(t, haIntegration, "brand", "icon.png"), read(t, "home-assistant-app", "icon.png"), "the icons of the integration and of the app differ")
}

func TestHomeAssistantIntegrationSaysTheSameInBothLanguages(t *testing.T) {
	french, english := haJSON(t, haIntegration, "translations", "fr.json"), haJSON(t, haIntegration, "translations", "en.json")
	placeholder := regexp.MustCompile(`\{\w+\}`)
	modelstest.WantList(t, slices.Sorted(maps.Keys(french)), slices.Sorted(maps.Keys(english)))
	for key, text := range french {
		inText, inOther := placeholder.FindAllString(text, -1), placeholder.FindAllString(english[key], -1)
		slices.Sort(inText)
		slices.Sort(inOther)
		modelstest.WantList(t, inText, inOther, key)
		modelstest.WantNone(t, text, "://", "'") // but addresses as placeholders, and ’
		modelstest.Want(t, regexp.MustCompile(`[ \p{L}][;:!?»]( |$)|« `).FindString(text), "", key)
	}
}

// Every name in the code that Core looks up in the translations has one.
func TestHomeAssistantIntegrationHasAllItsTranslations(t *testing.T) {
	known := strings.Join(slices.Sorted(maps.Keys(haJSON(t, haIntegration, "translations", "en.json"))), "\n") + "\n"
	for file, names := range map[string]struct{ pattern, prefix string }{
		"client.py":      {`reason = "(\w+)"`, `config\.error\.`},
		"config_flow.py": {`async def async_step_(user|hassio_confirm|reauth_confirm|reconfigure)\b`, `config\.step\.`},
		"sensor.py":      {`(?:key="|_minutes\("|coordinator, ")(\w+?)(?:_minutes)?"`, `entity\.sensor\.`},
		"issues.py":      {`(?:WAITING|NO_FEED|NO_SOURCE): \w+ = "(\w+)"|^(?:WAITING|NO_FEED|NO_SOURCE) = "(\w+)"`, `issues\.`},
		"const.py":       {`(?:ARRIVAL|DEPARTURE): Final = "(\w+)"`, `(?:issues\.(?:question|refused)_|entity\.button\.)`},
		"repairs.py":     {`async def async_step_(record)\b`, `issues\.question_\w+\.fix_flow\.step\.`},
	} {
		code := read(t, haIntegration, file)
		found := regexp.MustCompile("(?m)"+names.pattern).FindAllStringSubmatch(code, -1)
		modelstest.Want(t, len(found) > 0, true, file)
		for _, match := range found {
			name := strings.Join(match[1:], "")
			has := regexp.MustCompile(`(?m)^` + names.prefix + name + `[.\n]|^` + names.prefix + name + `$`)
			modelstest.Want(t, has.MatchString(known), true, file, names.prefix+name)
		}
	}
	errors := regexp.MustCompile(`[{\[](?:CONF_\w+|MOMENT)(?:\] =|:) "(\w+)"`)
	for _, file := range []string{"config_flow.py", "repairs.py"} {
		for _, match := range errors.FindAllStringSubmatch(read(t, haIntegration, file), -1) {
			modelstest.WantIn(t, known, "error."+match[1]+"\n")
		}
	}
}
