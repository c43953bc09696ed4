package views

// YearHours is the page of a year's hours.
type YearHours struct {
	Frame
	Heading  string
	Person   string // whose hours they are, on paper
	Tabs     []NavLink
	Earlier  Link // empty at the limit of the calendar
	Later    Link
	Nothing  *Nothing // nil if there is something to show
	Totals   []HourTotal
	Pictures []HourPicture
	Weeks    HourTable // what the pictures show
	Months   HourTable
	Types    HourTable
	Effects  *HourEffects // nil without targets
	Notes    []string     // how hours are counted
	Export   Link
	Week     Link // to another week from a date on; empty without targets
}

// MonthHours is the page of a month's hours.
type MonthHours struct {
	Frame
	Heading string
	Person  string
	Tabs    []NavLink
	Year    Link // the hours of the year
	Earlier Link // empty at the limit of the calendar
	Later   Link
	Nothing *Nothing // nil if there is something to show
	Totals  []HourTotal
	Days    HourTable
	Notes   []string
	Week    Link // as that of a year
	Export  Link
}

// KindHours is the page of the days with hours of a kind.
type KindHours struct {
	Frame
	Heading string
	Person  string
	Back    Link     // the hours of which they are
	Nothing *Nothing // nil if there is something to show
	Totals  []HourTotal
	Days    HourTable
	Notes   []string
}

// HourTotal is a figure with its name. It leads to the days behind it, if they have a page.
type HourTotal struct {
	Path  string
	Label string
	Value string
}

// HourTable is figures in columns, the first of which names the row.
type HourTable struct {
	Caption string
	First   string
	Columns []string
	Groups  [][]HourRow
}

// HourRow is a row of a table.
type HourRow struct {
	ID    string // empty for none
	Link  Link   // without a path, only a name
	Type  string // of the day
	Code  string // of the type, for the style
	Sum   bool   // of the rows around it
	Cells []HourCell
}

// HourCell is a figure with the name of its column, which stands beside it where there is
// little room. What is nothing is empty.
type HourCell struct {
	Label string
	Text  string
	Path  string // of the days behind it; empty for none
}

// HourEffects is the table of what each type of day does.
type HourEffects struct {
	Columns []string
	Rows    []HourEffect
	Notes   []string
}

// HourEffect is what a type of day does, a text a column.
type HourEffect struct {
	Type  string
	Code  string
	Texts []string
}

// HourPicture is a picture of a year by week. Where something is across is in percent of
// its width, so that text is as large on every screen; heights are in pixels.
type HourPicture struct {
	ID          string
	Title       string
	Description string
	Height      string
	Base        string // where what is below the grid stands
	Legend      []PictureMark
	Grid        []PictureGrid
	Months      []PictureMonth
	Bars        []PictureBar
	Lines       []PictureLine
	LineClass   string
	Dots        []PictureDot
}

// PictureMark explains what is drawn in a class.
type PictureMark struct {
	Class string
	Label string
}

// PictureGrid is a line across the picture, with its value beside it.
type PictureGrid struct {
	Y    string
	Text string
	Zero bool
}

// PictureMonth is where a month begins, in full and as short as can be.
type PictureMonth struct{ X, Name, Initial string }

// PictureBar is a week's hours.
type PictureBar struct{ X, Y, Width, Height, Title string }

// PictureLine is a line from one point to another.
type PictureLine struct{ X1, Y1, X2, Y2 string }

// PictureDot is a point.
type PictureDot struct{ X, Y string }
