package pages

// coverage counts, for each minute, the stretches that begin at it less those that end.
type coverage []int32

// add adds what is covered of the minutes from one to another.
func (c coverage) add(from, to int) {
	from, to = max(0, from), min(len(c)-1, to)
	if from < to {
		c[from]++
		c[to]--
	}
}

// stretches returns the minutes that are covered, from one to another, in order.
func (c coverage) stretches() [][2]int {
	var found [][2]int
	var open int32
	for minute, change := range c {
		before := open
		open += change
		switch {
		case before == 0 && open > 0:
			found = append(found, [2]int{minute})
		case before > 0 && open == 0:
			found[len(found)-1][1] = minute
		}
	}
	return found
}
