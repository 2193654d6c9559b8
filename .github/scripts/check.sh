#!/usr/bin/env bash
# Checks once and prints in up to three forms: annotations, the job summary, SARIF.
set -euo pipefail

arguments=(--fail-on "$FAIL_ON")
case "$AGAINST" in
    "") ;;
    base) arguments+=(--against "origin/$BASE_REF") ;;
    *) arguments+=(--against "$AGAINST") ;;
esac
while IFS= read -r path; do
    [[ -n "$path" ]] && arguments+=("./$path")
done <<< "$PATHS"

format=concise
[[ "$ANNOTATIONS" == true ]] && format=github

code=0
wirelint check --format "$format" "${arguments[@]}" || code=$?
if [[ $code -gt 1 ]]; then
    echo "::error title=wirelint::the check could not run; see the log of this step"
    exit "$code"
fi
if [[ -n "${GITHUB_STEP_SUMMARY:-}" ]]; then
    wirelint check --format markdown "${arguments[@]}" >> "$GITHUB_STEP_SUMMARY" || true
fi
if [[ -n "$SARIF_FILE" ]]; then
    wirelint check --format sarif --output "$SARIF_FILE" "${arguments[@]}" || true
fi
exit "$code"
