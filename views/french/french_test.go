package french

import (
	"strings"
	"testing"

	"worklog/models/modelstest"
)

func TestDurationsDistancesAndNumbersSeparateThousands(t *testing.T) {
	for _, row := range []struct{ got, want string }{
		{Duration(0), "0_h_00"},
		{Duration(59), "59_min"},
		{Duration(60), "1_h_00"},
		{Duration(8*60 + 28), "8_h_28"},
		{Duration(999*60 + 59), "999_h_59"},
		{Duration(1769*60 + 55), "1~769_h_55"},
		{Duration(1_000_005 * 60), "1~000~005_h_00"},
		{ShortDuration(0), "0_h_00"},
		{ShortDuration(35 * 60), "35_h"},
		{ShortDuration(2100*60 + 5), "2~100_h_05"},
		{Signed(0), "0_h_00"},
		{Signed(35), "+0_h_35"},
		{Signed(-80), "−1_h_20"},
		{Signed(-100_005), "−1~666_h_45"},
		{Metres(0), "0_km"},
		{Metres(18_500), "18,5_km"},
		{Metres(8_050), "8,05_km"},
		{Metres(1_234_567), "1~234,567_km"},
		{Others(1), "… et 1_autre"},
		{Others(15_500), "… et 15~500_autres"},
	} {
		modelstest.Want(t, strings.NewReplacer(NBSP, "_", narrowNBSP, "~").Replace(row.got), row.want)
	}
}

func TestAParticipleAgreesInNumber(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0_journée reprise", 1: "1_journée reprise", 2: "2_journées reprises"} {
		modelstest.Want(t, CountedDone(n, "journée", "reprise"), strings.ReplaceAll(want, "_", NBSP), n, want)
	}
}

func TestALabelFollowsItsPreposition(t *testing.T) {
	for label, want := range map[string]string{"Congés annuels": "de congés annuels", "RTT": "de RTT", "Ancienneté": "d’ancienneté", "Heures à récupérer": "d’heures à récupérer", "Été": "d’été", "Œ": "de Œ", "": "de "} {
		modelstest.Want(t, Of(label), want, label)
	}
}

func TestAmountsSeparateThousandsAndHaveTheirUnit(t *testing.T) {
	t.Parallel()
	for _, row := range []struct{ got, want string }{
		{Cents(0), "0,00_€"}, {Cents(5), "0,05_€"}, {Cents(427456), "4~274,56_€"}, {Cents(100000000), "1~000~000,00_€"},
		{Euros(4275), "4~275_€"}, {Euros(0), "0_€"}, {Thousandths(357), "0,357"}, {Thousandths(1250), "1,25"}, {Thousandths(2000), "2"},
		{Metres(18_500), "18,5_km"}, {Metres(8_066_000), "8~066_km"}, {Metres(5), "0,005_km"},
		{Bytes(0), "0_ko"}, {Bytes(1), "1_ko"}, {Bytes(99_999), "100_ko"}, {Bytes(100_000), "0,1_Mo"}, {Bytes(1_250_000), "1,3_Mo"}, {Bytes(2_049_999), "2_Mo"},
	} {
		modelstest.Want(t, strings.NewReplacer(NBSP, "_", narrowNBSP, "~").Replace(row.got), row.want)
	}
}
