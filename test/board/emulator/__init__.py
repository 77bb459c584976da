"""An emulated ARM board for scripts/board and the tests beside this folder."""
