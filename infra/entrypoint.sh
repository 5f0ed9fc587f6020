#!/bin/sh
# Gives the program the keys that the first start of the containers made, unless it is given others.
set -eu
keys=/data/encryption-keys
if [ -z "${ENCRYPTION_KEYS:-}${ENCRYPTION_KEYS_FILE:-}" ] && [ -r "$keys" ]; then
  ENCRYPTION_KEYS=$(cat "$keys")
  export ENCRYPTION_KEYS
fi
exec "$@"
