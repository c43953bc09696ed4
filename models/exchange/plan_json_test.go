package exchange_test

import (
	"strings"
	"testing"

	"worklog/models/exchange"
	"worklog/models/modelstest"
)

const planned = `"plan":{"cycles":[{"from":"2026-01-07","until":null,"weeks":[[[{"start":"19:45","end":"07:15","type":"WORK"}],[],[],[],[],[],[]]]},` +
	`{"from":"2026-03-02","until":"2026-03-29","weeks":[[[],[],[],[],[],[],[]],[[{"start":"07:00","end":"11:00","type":"TT"},{"start":"12:00","end":"15:00","type":"TT"}],[],[],[],[],[],[]]]}],` +
	`"dates":[{"date":"2026-06-10","shifts":[{"start_at":"2026-06-10T17:45:00.000000000Z","end_at":"2026-06-11T05:15:00.000000000Z","type":"GARDE"}]},{"date":"2026-06-11","shifts":[]}]},`

func withPlan(plan string) string {
	return strings.Replace(documentStart, `"days":[`, plan+`"days":[`, 1) + "]}\n"
}

func TestAPlanComesBackFromAnExportAsItWas(t *testing.T) {
	t.Parallel()
	d := newDiary(t)
	file := modelstest.Got(exchange.Read(strings.NewReader(withPlan(planned)), nil))(t)
	takeIn(t, d.Store, file)
	modelstest.Want(t, string(everythingOf(t, d.Store)), withPlan(planned))
	plan := modelstest.Got(d.Plan(t.Context()))(t)
	modelstest.Want(t, plan.Differing(file.Plan).Len(), 0, "rows that it would write again")
	modelstest.WantSound(t, d.path)

	// those of the same dates are replaced, and no others
	other := strings.NewReplacer(`"from":"2026-03-02"`, `"from":"2026-03-03"`, `"GARDE"`, `"FORMATION"`, "2026-06-11\",\"shifts", "2026-06-12\",\"shifts").Replace(planned)
	takeIn(t, d.Store, modelstest.Got(exchange.Read(strings.NewReader(withPlan(other)), nil))(t))
	got := string(everythingOf(t, d.Store))
	modelstest.WantIn(t, got, `"from":"2026-01-07"`, `"from":"2026-03-02"`, `"from":"2026-03-03"`, "FORMATION", `"2026-06-11","shifts":[]`, `"2026-06-12","shifts":[]`)
	modelstest.WantNone(t, got, "GARDE")
}

func TestAPlanIsHeldToItsSchemaAndToWhatWorklogPlans(t *testing.T) {
	t.Parallel()
	const notOurs, members = "row 1: is not a document that worklog has exported: ", "row 1: is not a document that worklog has exported: a member is missing, unknown, twice there, null or of another type"
	in := func(old, new string) string {
		modelstest.WantIn(t, planned, old)
		return withPlan(strings.Replace(planned, old, new, 1))
	}
	for name, test := range map[string]struct{ content, want string }{
		"no plan":                     {withPlan(""), ""},
		"an empty plan":               {withPlan(`"plan":{"cycles":[],"dates":[]},`), ""},
		"null for a plan":             {withPlan(`"plan":null,`), members},
		"a plan twice":                {withPlan(planned + planned), members},
		"a list for a plan":           {withPlan(`"plan":[],`), members},
		"a plan without dates":        {withPlan(`"plan":{"cycles":[]},`), members},
		"null for dates":              {withPlan(`"plan":{"cycles":[],"dates":null},`), members},
		"an unknown member":           {in(`"until":null`, `"until":null,"note":""`), members},
		"a cycle without an end":      {in(`"until":null,`, ``), members},
		"a cycle without a start":     {in(`"from":"2026-01-07",`, ``), members},
		"a member twice":              {in(`"until":null`, `"until":null,"until":null`), members},
		"no weeks":                    {in(`"weeks":[[[{"start":"19:45","end":"07:15","type":"WORK"}],[],[],[],[],[],[]]]`, `"weeks":[]`), notOurs + "cycle does not have 1 to 12 weeks"},
		"null for weeks":              {in(`"weeks":[[[{"start":"19:45","end":"07:15","type":"WORK"}],[],[],[],[],[],[]]]`, `"weeks":null`), members},
		"thirteen weeks":              {in(`"weeks":[`, `"weeks":[`+strings.Repeat("[[],[],[],[],[],[],[]],", 12)), members},
		"a week of six days":          {in(`"WORK"}],[],`, `"WORK"}],`), notOurs},
		"null for a day":              {in(`"WORK"}],[]`, `"WORK"}],null`), members},
		"a time that is none":         {in(`"19:45"`, `"9:45"`), notOurs + `start "9:45": is not a time`},
		"a shift without an end":      {in(`"end":"07:15",`, ``), members},
		"a type that is none of them": {in(`"WORK"`, `"CONGE"`), notOurs + "planned shifts have no such type"},
		"shifts that overlap":         {in(`"12:00"`, `"10:00"`), notOurs + "planned shifts overlap"},
		"a cycle that ends before":    {in(`"2026-03-29"`, `"2026-03-01"`), notOurs + "cycle ends before it begins"},
		"two cycles of a date":        {in(`"2026-03-02"`, `"2026-01-07"`), notOurs + "the plan is not in the order of its dates, each once"},
		"dates out of order":          {in(`"2026-06-11","shifts":[]`, `"2026-06-09","shifts":[]`), notOurs + "the plan is not in the order of its dates, each once"},
		"null for shifts":             {in(`"shifts":[]`, `"shifts":null`), members},
		"a shift that ends at once":   {in(`"2026-06-11T05:15:00.000000000Z"`, `"2026-06-10T17:45:00.000000000Z"`), notOurs + "slot does not end after it starts"},
		"an instant of a zone":        {in(`17:45:00.000000000Z`, `17:45:00+02:00`), notOurs + "start_at"},
		"too many shifts of a date": {in(`"shifts":[]`, `"shifts":[`+strings.Repeat(`{"start_at":"2026-06-10T17:45:00.000000000Z","end_at":"2026-06-11T05:15:00.000000000Z","type":"GARDE"},`, 20)+
			`{"start_at":"2026-06-10T17:45:00.000000000Z","end_at":"2026-06-11T05:15:00.000000000Z","type":"GARDE"}]`), notOurs + "more is planned than worklog stores"},
		"too many cycles": {withPlan(`"plan":{"cycles":[` + strings.Repeat(`{"from":"2026-01-07","until":null,"weeks":[[[],[],[],[],[],[],[]]]},`, 1_001)), notOurs + "more is planned than worklog stores"},
	} {
		got := ""
		if _, err := exchange.Read(strings.NewReader(test.content), nil); err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}
