package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"worklog/app"
)

func planCommand(file *string) *cobra.Command {
	var request app.ImportRequest
	command := onDatabase(file, "import FILE", "Plan the shifts of an iCalendar or CSV file; also while a server runs", cobra.ExactArgs(1),
		func(cmd *cobra.Command, config app.Config, arguments []string) error {
			request.File = arguments[0]
			planned, err := app.ImportPlan(cmd.Context(), config, request, time.Now())
			for _, leave := range planned.Leaves {
				fmt.Printf("leave to be entered: %s: %q\n", leave.Date, leave.Title)
			}
			for _, left := range planned.LeftOut {
				fmt.Printf("left out: line %d: %q: %v\n", left.Line, left.Title, left.Why)
			}
			if err != nil {
				return err
			}
			verb, end := "Planned", "."
			if request.DryRun {
				verb, end = "Would plan", ". Nothing was written."
			}
			first, last := planned.Dates[0].Date, planned.Dates[len(planned.Dates)-1].Date
			fmt.Printf("%s %s to %s: %s%s\n", verb, first, last, counted(int64(planned.Shifts()), "shift"), end)
			return nil
		})
	command.Long = `Plan the shifts of an iCalendar (.ics) or CSV file. It replaces what the dates from the file's
first event to its last have of their own, and nothing else. The page Planning offers to take that back, as long as nothing else is planned after it.`
	command.Flags().BoolVar(&request.DryRun, "dry-run", false, "only say what would be planned")
	command.Flags().StringVar(&request.Columns, "columns", "", `what a table calls its columns: "date=Jour,start=Début,end=Fin,type=Code" (default: date, start, end, type)`)
	return parent("plan", "Manage the plan", withFileCompletion(command, "ics", "csv"))
}
