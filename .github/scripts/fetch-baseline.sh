#!/usr/bin/env bash
# A checkout of one commit has no baseline: fetch just that one, without history. Paths, ledgers and
# revisions that are there already need nothing.
set -euo pipefail

if [[ "$AGAINST" == base ]]; then
    if [[ -z "${BASE_REF:-}" ]]; then
        echo "::error title=wirelint::against: base is for pull requests; name a branch or tag"
        exit 2
    fi
    git fetch --quiet --no-tags --depth=1 origin "+refs/heads/$BASE_REF:refs/remotes/origin/$BASE_REF"
elif [[ "$AGAINST" == release ]]; then
    if [[ "$(git rev-parse --is-shallow-repository)" == true ]]; then
        git fetch --quiet --tags --unshallow --filter=blob:none origin
    else
        git fetch --quiet --tags origin
    fi
elif [[ -e "$AGAINST" || "$AGAINST" == *.lock || "$AGAINST" == git:* ]]; then
    exit 0
elif ! git rev-parse --quiet --verify --end-of-options "$AGAINST^{commit}" > /dev/null; then
    git fetch --quiet --no-tags --depth=1 origin "+refs/tags/$AGAINST:refs/tags/$AGAINST" ||
        git fetch --quiet --no-tags --depth=1 origin "+refs/heads/$AGAINST:refs/remotes/origin/$AGAINST"
fi
