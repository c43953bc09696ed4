package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"

	"worklog/app"
)

const formats = `"json" (the figures) or "csv" (the days behind them)`

// reportCommand is the parent of the reports.
func reportCommand(file *string) *cobra.Command {
	var ofCosts app.CostsRequest
	costs := onDatabase(file, "costs --year YEAR", "Print the travel costs (frais réels) of a year, as the page of the year shows them", cobra.NoArgs,
		func(cmd *cobra.Command, config app.Config, _ []string) error {
			return app.ReportCosts(cmd.Context(), config, ofCosts, time.Now(), os.Stdout, os.Stderr)
		})
	costs.Flags().IntVar(&ofCosts.Year, "year", 0, "the year of the income")
	formatFlag(costs, &ofCosts.Format, formats)
	costs.Flags().BoolVar(&ofCosts.DecimalComma, "decimal-comma", false, "write 37,5 for 37.5 in the CSV, and separate the cells by semicolons")
	require(costs, "year")

	var ofHours app.HoursRequest
	hours := onDatabase(file, "hours --from DATE --to DATE", "Print the hours, the balance, the counters, and what is beyond the limits", cobra.NoArgs,
		func(cmd *cobra.Command, config app.Config, _ []string) error {
			return app.ReportHours(cmd.Context(), config, ofHours, time.Now(), os.Stdout)
		})
	hoursFlags(hours, &ofHours)

	var ofPlan app.HoursRequest
	plan := onDatabase(file, "plan --from DATE --to DATE", "Print what was worked beyond what was due, and who asked for it", cobra.NoArgs,
		func(cmd *cobra.Command, config app.Config, _ []string) error {
			return app.ReportPlan(cmd.Context(), config, ofPlan, os.Stdout)
		})
	hoursFlags(plan, &ofPlan)

	var month string
	pay := onDatabase(file, "pay --month MONTH", "Print what the payslip of a month must show, as the page of the month's pay does", cobra.NoArgs,
		func(cmd *cobra.Command, config app.Config, _ []string) error {
			return app.ReportPay(cmd.Context(), config, month, time.Now(), os.Stdout)
		})
	pay.Flags().StringVar(&month, "month", "", "the month of the payslip, such as 2026-11")
	require(pay, "month")

	return parent("report", "Print figures as JSON, or the days behind them as CSV, also while a server runs", hours, plan, costs, pay)
}

// hoursFlags adds the flags of a report on a range of dates.
func hoursFlags(command *cobra.Command, request *app.HoursRequest) {
	dateFlags(command, &request.From, &request.To, "the first `date`", "the last `date`")
	formatFlag(command, &request.Format, formats)
	require(command, "from", "to")
}

func sheetHashCommand(file *string) *cobra.Command {
	var request app.SheetRequest
	var kept bool
	arity := func(cmd *cobra.Command, arguments []string) error {
		if kept {
			return cobra.ExactArgs(0)(cmd, arguments)
		}
		return cobra.ExactArgs(1)(cmd, arguments)
	}
	command := onDatabase(file, "sheet-hash MONTH", "Print the SHA-256 of the rows of a month's sheet, such as 2026-11, also while a server runs", arity,
		func(cmd *cobra.Command, config app.Config, arguments []string) error {
			if kept {
				return app.KeptSheets(cmd.Context(), config, os.Stdout)
			}
			request.Month = arguments[0]
			return app.SheetHash(cmd.Context(), config, request, time.Now(), os.Stdout)
		})
	command.Flags().BoolVar(&request.Rows, "rows", false, "print the rows themselves")
	command.Flags().BoolVar(&request.Keep, "keep", false, "keep the digest of a month that is over, as the button of its sheet does")
	command.Flags().BoolVar(&kept, "kept", false, "list the digests that are kept, without a month: month, format, illness, digest, when, and whether the sheet is the same")
	command.Flags().IntVar(&request.Format, "format", 0, "2 for a sheet of before 25 November 2026, 1 for one of before the 23rd, which shows illness (default the newest, 3)")
	choiceFlag(command, &request.Illness, "illness", `"shown" or "hidden" (default as configured in web.hide_illness)`, app.IllnessShown, app.IllnessHidden)
	for _, flag := range []string{"rows", "keep", "format", "illness"} {
		command.MarkFlagsMutuallyExclusive("kept", flag)
	}
	return command
}
