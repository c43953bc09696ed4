package app

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// backup decodes [backup].
func (d *decoder) backup() BackupPlan {
	folder := d.text("backup.folder")
	if folder != "" && strings.TrimSpace(folder) == "" || strings.ContainsRune(folder, 0) {
		d.rejectSetting("backup.folder", `must be a folder, such as "backups", or "" for no backups`)
	} else if folder != "" {
		folder = d.beside(folder)
		d.warnOfWriters("backup.folder", folder)
	}
	return BackupPlan{Folder: folder, Keep: d.number("backup.keep"), Every: d.every("backup.every")}
}

// span matches a number of minutes, hours or days, up to some 27 years.
var span = regexp.MustCompile(`^([0-9]{1,4})([mhd])$`)

// every returns a setting that is an interval.
func (d *decoder) every(key string) time.Duration {
	units := map[string]time.Duration{"m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}
	parts := span.FindStringSubmatch(d.text(key))
	if parts == nil {
		d.rejectSetting(key, `must be a number of minutes, hours or days, such as "90m", "24h" or "7d"`)
		return 0
	}
	number, _ := strconv.Atoi(parts[1])
	if number < 1 {
		d.rejectSetting(key, "must be at least one minute, \"1m\"")
	}
	return time.Duration(number) * units[parts[2]]
}
