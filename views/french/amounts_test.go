package french

import (
	"strings"
	"testing"
)

func TestAmountsSeparateThousandsAndHaveTheirUnit(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ got, want string }{
		{Cents(0), "0,00_€"}, {Cents(5), "0,05_€"}, {Cents(427456), "4~274,56_€"}, {Cents(100000000), "1~000~000,00_€"},
		{Euros(4275), "4~275_€"}, {Euros(0), "0_€"}, {Thousandths(357), "0,357"}, {Thousandths(1250), "1,25"}, {Thousandths(2000), "2"},
		{Metres(18_500), "18,5_km"}, {Metres(8_066_000), "8~066_km"}, {Metres(5), "0,005_km"},
		{Bytes(0), "0_ko"}, {Bytes(1), "1_ko"}, {Bytes(99_999), "100_ko"}, {Bytes(100_000), "0,1_Mo"}, {Bytes(1_250_000), "1,3_Mo"}, {Bytes(2_049_999), "2_Mo"},
	} {
		if got := strings.NewReplacer(NBSP, "_", narrowNBSP, "~").Replace(row.got); got != row.want {
			t.Errorf("got %s, want %s", got, row.want)
		}
	}
}
