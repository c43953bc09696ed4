package report

import "strings"

// Article is where a rule is written: "L3131-1" of the Code du travail, or "2002-9/6", article
// 6 of the décret 2002-9 of 4 January 2002, about the working time of hospitals; "2023-1238/" is
// a whole décret. It is empty for one that nothing asks for.
type Article string

// Decree returns the number of the decree and that of the article in it, or ok = false for an
// article of the Code du travail.
func (a Article) Decree() (decree, article string, ok bool) { return strings.Cut(string(a), "/") }

// URL returns where the public publishes the article, in force today.
func (a Article) URL() string {
	if decree, _, ok := a.Decree(); ok {
		return "https://www.legifrance.gouv.fr/loda/id/" + decrees[decree]
	}
	return "https://code.travail.gouv.fr/code-du-travail/" + strings.ToLower(string(a))
}

// decrees are the identifiers of decrees in the official journal.
var decrees = map[string]string{"2002-8": "JORFTEXT000000398297", "2002-9": "JORFTEXT000000398298", "2023-1238": "JORFTEXT000048658347"}

// Article returns what asks for a rule.
func (l Limits) Article(rule Rule) Article {
	if l.Profile == Hospital {
		return map[Rule]Article{
			DailyRest: "2002-9/6", Amplitude: "2002-9/6", WeeklyRest: "2002-9/6", WeekMax: "2002-9/6", RestDays: "2002-9/6", RestSunday: "2002-9/6",
			DayMax: "2002-9/7", Split: "2002-9/7", Break: "2002-9/7",
		}[rule]
	}
	if l.NightWorker && rule == TwelveWeeks {
		return "L3122-7"
	}
	return map[Rule]Article{
		DailyRest: "L3131-1", Amplitude: "L3131-1", WeeklyRest: "L3132-2", SevenDays: "L3132-1", DayMax: "L3121-18", WeekMax: "L3121-20",
		TwelveWeeks: "L3121-22", Overtime: "L3121-28", DaysPerYear: "L3121-64", Contingent: "D3121-24", Break: "L3121-16",
	}[rule]
}

// Articles about the rates of hours beyond those agreed.
const (
	OvertimePay      Article = "L3121-36"
	ComplementaryPay Article = "L3123-29"
	PartTimeMax      Article = "L3123-9"  // part time does not reach the legal working time
	PartTimeMore     Article = "L3123-20" // what an agreement may allow beyond a tenth
	FirstOfMay       Article = "L3133-6"
	OvertimeRest     Article = "L3121-30" // what hours beyond the contingent owe
	OvertimeRestRate Article = "L3121-38" // how much, if no agreement says so
)

// nightPay is about what hospitals pay for the night.
const nightPay Article = "2023-1238/"

// Articles about leave that is earned beside the allowance.
const (
	leaveOutOfSeason Article = "L3141-23"
	LeaveInHospitals Article = "2002-8/1"
	leaveWhileIll    Article = "L3141-5-1"
	LeaveMonths      Article = "L3141-4"    // what makes a month
	LeaveKept        Article = "L3141-19-1" // until when it can be taken
)

// VoucherPerMeal is about titres-restaurant.
const VoucherPerMeal Article = "R3262-7"

// Articles about those who work at night.
const (
	NightDayMax  Article = "L3122-6"  // the hours of a shift
	NightWorkers Article = "L3122-23" // who works at night, if no agreement says so
	NightHabits  Article = "L3122-5"  // who does by what is usual
)
