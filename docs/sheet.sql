-- Prints the rows of the sheet of November 2026 that hides illness, see docs/sheet.md:
--   sqlite3 -readonly worklog.db < sheet.sql | sha256sum
WITH cell (tab) AS (SELECT char(9)),
event AS (
  SELECT work_entry_id, event, occurred_at, by_hand, imported_at, min(id),
    (unixepoch(substr(received_at, 1, 19)) - unixepoch(substr(occurred_at, 1, 19))) * 1000000000 + substr(received_at, 21, 9) - substr(occurred_at, 21, 9) AS late
  FROM workplace_presence_events GROUP BY work_entry_id, event, occurred_at
), long AS (
  SELECT * FROM time_slots WHERE unixepoch(substr(end_at, 1, 16)) - unixepoch(substr(start_at, 1, 16)) >= 10 * 60 -- review.short_presence
), slot AS (
  SELECT date, s.id, start_at, end_at, iif(a.late > b.late AND abs(a.late) > 900000000000 OR abs(b.late) <= 900000000000, a.late, b.late) / 60000000000 AS late_minutes,
    CASE
      WHEN a.event IS NULL OR b.event IS NULL THEN coalesce(origin, 'typed')
      WHEN coalesce(a.imported_at, b.imported_at) IS NOT NULL THEN 'imported'
      WHEN a.by_hand OR b.by_hand THEN 'pressed'
      WHEN max(abs(a.late), abs(b.late)) <= 900000000000 THEN 'live'
      ELSE 'late'
    END AS origin
  FROM work_entries e JOIN time_slots s ON s.work_entry_id = e.id
    LEFT JOIN event a ON a.work_entry_id = e.id AND a.event = 'arrival' AND a.occurred_at = start_at
    LEFT JOIN event b ON b.work_entry_id = e.id AND b.event = 'departure' AND b.occurred_at = end_at
  WHERE date LIKE '2026-11-%' AND (a.event IS NULL OR b.event IS NULL OR a.by_hand OR b.by_hand OR s.id IN (SELECT id FROM long)
    OR EXISTS (SELECT * FROM accepted_doubts d WHERE d.date = e.date AND doubt = 'short' AND subject = start_at || '/' || end_at)
    OR EXISTS (SELECT * FROM long o WHERE o.end_at >= strftime('%Y-%m-%dT%H:%M:%S', s.start_at, '-1 hour') || substr(s.start_at, 20)
      AND o.start_at <= strftime('%Y-%m-%dT%H:%M:%S', s.end_at, '+1 hour') || substr(s.end_at, 20)))
)
SELECT line FROM (
  SELECT '' AS date, 0 AS kind, '' AS start, 0 AS id, 'worklog-sheet-3' || tab || '2026-11' AS line FROM cell
  UNION ALL
  SELECT date, 1, '', id, 'day' || tab || date || tab || replace(day_type, 'MALADE', 'ABSENCE') || tab ||
    replace(ifnull(half_day, ''), 'MALADE', 'ABSENCE') || tab || timezone || tab ||
    CASE WHEN 'MALADE' IN (day_type, half_day) THEN ''
      ELSE replace(replace(replace(replace(note, '\', '\\'), char(10), '\n'), char(13), '\r'), tab, '\t') END
  FROM work_entries, cell WHERE date LIKE '2026-11-%'
  UNION ALL
  SELECT date, 2, start_at, id, 'slot' || tab || date || tab || substr(start_at, 1, 16) || 'Z' || tab || substr(end_at, 1, 16) || 'Z' ||
    tab || origin || tab || iif(origin = 'late', late_minutes, 0)
  FROM slot, cell
) ORDER BY date, kind, start, id;
