-- Prints the rows of the sheet of November 2026 that hides illness, see docs/sheet.md:
--   sqlite3 -readonly worklog.db < sheet.sql | sha256sum
WITH cell (tab) AS (SELECT char(9))
SELECT line FROM (
  SELECT '' AS date, 0 AS kind, '' AS start, 0 AS id, 'worklog-sheet-2' || tab || '2026-11' AS line FROM cell
  UNION ALL
  SELECT date, 1, '', id, 'day' || tab || date || tab || replace(day_type, 'MALADE', 'ABSENCE') || tab ||
    replace(ifnull(half_day, ''), 'MALADE', 'ABSENCE') || tab || timezone || tab ||
    CASE WHEN 'MALADE' IN (day_type, half_day) THEN ''
      ELSE replace(replace(replace(replace(note, '\', '\\'), char(10), '\n'), char(13), '\r'), tab, '\t') END
  FROM work_entries, cell WHERE date LIKE '2026-11-%'
  UNION ALL
  SELECT date, 2, start_at, s.id, 'slot' || tab || date || tab || substr(start_at, 1, 16) || 'Z' || tab || substr(end_at, 1, 16) || 'Z'
  FROM work_entries e JOIN time_slots s ON work_entry_id = e.id, cell WHERE date LIKE '2026-11-%'
) ORDER BY date, kind, start, id;
