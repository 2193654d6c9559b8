#!/usr/bin/env bash
# Installs wirelint into an environment of its own and puts it on the PATH of the steps behind.
set -euo pipefail

environment="${RUNNER_TEMP:-/tmp}/wirelint-env"
python3 -m venv "$environment"
if [[ -n "${WIRELINT_VERSION:-}" ]]; then
    wanted="wirelint==$WIRELINT_VERSION"
else
    wanted="$ACTION_PATH"
fi
"$environment/bin/pip" install --quiet --disable-pip-version-check "$wanted"
echo "$environment/bin" >> "$GITHUB_PATH"
