package figures

import (
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// ArticleLink leads to an article where it is published.
func ArticleLink(article report.Article) views.Link {
	label := "Code du travail, article" + french.NBSP + string(article)
	if decree, number, ok := article.Decree(); ok {
		label = "Décret" + french.NBSP + decree
		if number != "" {
			label += ", article" + french.NBSP + number
		}
	}
	return views.Link{Path: article.URL(), Label: label}
}
