#!/bin/sh
# Starts Electron in a desktop session of its own with an unlocked keyring, which lives in $COUNTERSIDE_TEST_HOME.
export XDG_DATA_HOME="$COUNTERSIDE_TEST_HOME/data" XDG_CACHE_HOME="$COUNTERSIDE_TEST_HOME/cache"
export XDG_RUNTIME_DIR="$COUNTERSIDE_TEST_HOME/run"
mkdir -p "$XDG_DATA_HOME/keyrings" "$XDG_CACHE_HOME"
mkdir -p -m 700 "$XDG_RUNTIME_DIR"
exec dbus-run-session -- sh -c '
  printf "%s" "test" | gnome-keyring-daemon --unlock --components=secrets >/dev/null
  exec "$COUNTERSIDE_TEST_ELECTRON" "$@"
' electron "$@"
