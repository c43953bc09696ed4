package french

// Digest writes the beginning of the digest of a sheet: "a1b2…".
func Digest(digest string) string { return digest[:min(4, len(digest))] + "…" }

// DaysDiffer writes "2 jours diffèrent", or "inchangé" for none.
func DaysDiffer(n int) string {
	if n == 0 {
		return "inchangé"
	}
	return Counted(n, "jour") + Verb(n, " diffère", " diffèrent")
}
