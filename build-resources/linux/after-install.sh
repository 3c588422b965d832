#!/bin/sh
# Runs as root when the package is installed or replaced.
set -e

if command -v update-alternatives >/dev/null; then
  update-alternatives --install /usr/bin/counterside counterside /opt/Counterside/counterside 100
else
  ln -sf /opt/Counterside/counterside /usr/bin/counterside
fi

# Chromium takes user namespaces where they work for this user and this helper where they don't. Whether they work for
# root says nothing about that, so the helper is always ready.
chown root:root /opt/Counterside/chrome-sandbox
chmod 4755 /opt/Counterside/chrome-sandbox

if command -v update-desktop-database >/dev/null; then
  update-desktop-database -q /usr/share/applications || true
fi

# Where AppArmor keeps user namespaces from programs that it doesn't know (Ubuntu 24.04 on), it is told of this one.
# An older AppArmor doesn't read the profile, and needs none.
profile=/opt/Counterside/resources/apparmor-profile
if aa-enabled --quiet 2>/dev/null && apparmor_parser --skip-kernel-load --debug "$profile" >/dev/null 2>&1; then
  cp -f "$profile" /etc/apparmor.d/counterside
  if ! { command -v ischroot >/dev/null && ischroot; }; then
    apparmor_parser --replace --write-cache --skip-read-cache /etc/apparmor.d/counterside
  fi
fi
