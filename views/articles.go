package views

import "worklog/models/report"

// articleLink leads to an article where it is published.
func articleLink(article report.Article) Link {
	label := "Code du travail, article\u00a0" + string(article)
	if decree, number, ok := article.Decree(); ok {
		label = "Décret\u00a0" + decree
		if number != "" {
			label += ", article\u00a0" + number
		}
	}
	return Link{Path: article.URL(), Label: label}
}
