#!/bin/sh
# Runs as root when the package is removed, and when a newer one has taken its place: then everything stays. What
# people entered lies in their own folders and is never touched.
set -e

case "$1" in
  upgrade | failed-upgrade | abort-* | 1) exit 0 ;;
esac

if command -v update-alternatives >/dev/null; then
  update-alternatives --remove counterside /opt/Counterside/counterside
else
  rm -f /usr/bin/counterside
fi

profile=/etc/apparmor.d/counterside
if [ -f "$profile" ]; then
  if aa-enabled --quiet 2>/dev/null && ! { command -v ischroot >/dev/null && ischroot; }; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
