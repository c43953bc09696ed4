package frame

import (
	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/views/french"
)

// unknownAddress stands where the program does not know its address.
const unknownAddress = "http://ADRESSE:PORT"

// howToReach says how a device reaches the app of Home Assistant.
const howToReach = "Un téléphone ou un ordinateur atteint worklog par un port de cette machine" + french.NBSP + ": donnez un numéro à 8099/tcp dans l’application worklog de Home Assistant, «" + french.NBSP + "Configuration" + french.NBSP + "», «" + french.NBSP + "Réseau" + french.NBSP + "», puis redémarrez-la. " +
	"Ici, mettez l’adresse de cette machine et ce numéro à la place de ADRESSE:PORT."

// Address returns the address of the program for a reader, without a slash at its end. If that is
// not known, something to replace stands for it, as missing says; otherwise missing is "".
func (s *Site) Address(c echo.Context, reader access.Reader) (address, missing string) {
	if address = s.KnownAddress(c, reader); address == "" {
		return unknownAddress, howToReach
	}
	return address, ""
}
