package french

// Digest writes the beginning of the digest of a sheet: "a1b2…".
func Digest(digest string) string { return digest[:min(4, len(digest))] + "…" }

// DaysDiffer writes "2 jours diffèrent", or "inchangé" for none.
func DaysDiffer(n int) string {
	switch n {
	case 0:
		return "inchangé"
	case 1:
		return "1\u00a0jour diffère"
	}
	return Counted(n, "jour") + " diffèrent"
}
