package main_test

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"worklog/models/modelstest"
)

// terminal opens a pseudo-terminal: text written to the first file is input to the second.
func terminal(t *testing.T) (keyboard, screen *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("not tested: no pseudo-terminal:", err)
	}
	t.Cleanup(func() { keyboard.Close() })
	modelstest.Must(t, unix.IoctlSetPointerInt(int(keyboard.Fd()), unix.TIOCSPTLCK, 0))
	number := modelstest.Got(unix.IoctlGetInt(int(keyboard.Fd()), unix.TIOCGPTN))(t)
	screen = modelstest.Got(os.OpenFile(fmt.Sprint("/dev/pts/", number), os.O_RDWR|syscall.O_NOCTTY, 0))(t)
	t.Cleanup(func() { screen.Close() })
	return keyboard, screen
}

// typed runs `worklog password` on a terminal and types a line at each of its two prompts.
func typed(t *testing.T, lines [2]string) (code int, hash, shown string) {
	t.Helper()
	keyboard, screen := terminal(t)
	command := command(t, t.TempDir(), nil, "password")
	var out strings.Builder
	command.Stdin, command.Stderr, command.Stdout = screen, screen, &out
	modelstest.Must(t, command.Start())
	seen := bufio.NewReader(keyboard)
	for _, line := range lines {
		prompt := modelstest.Got(seen.ReadString(':'))(t)
		shown += prompt
		// the program prompts before it disables echo, so wait until it reads
		for echoes(t, screen) {
		}
		fmt.Fprintln(keyboard, line)
	}
	_ = command.Wait()
	fmt.Fprintln(screen, "end.")
	rest := modelstest.Got(seen.ReadString('.'))(t)
	return command.ProcessState.ExitCode(), out.String(), shown + rest
}

// echoes reports whether the terminal shows what is typed.
func echoes(t *testing.T, screen *os.File) bool {
	t.Helper()
	state := modelstest.Got(unix.IoctlGetTermios(int(screen.Fd()), unix.TCGETS))(t)
	return state.Lflag&unix.ECHO != 0
}

func TestOnATerminalThePasswordIsPromptedForTwiceAndNotEchoed(t *testing.T) {
	code, hash, shown := typed(t, [2]string{"correct horse", "correct horse"})
	modelstest.Want(t, code == 0 && hashLine.MatchString(hash) && !strings.Contains(shown, "horse") && strings.Contains(shown, "Once more:"), true, code, hash, shown)
	code, hash, shown = typed(t, [2]string{"correct horse", "correct house"})
	modelstest.Want(t, code != 0 && hash == "" && !strings.Contains(shown, "horse"), true, code, hash, shown)
}
