// A git directory that runs something in every way git knows: what an agent leaves for the app's own git to find.

export const HOOKS =
  'applypatch-msg commit-msg fsmonitor-watchman post-checkout post-commit post-index-change post-merge pre-auto-gc pre-commit pre-merge-commit pre-push pre-receive prepare-commit-msg push-to-checkout reference-transaction update';

/** A function of the shell, `evil DIR`: makes of the folder a configuration, hooks and attributes that leave the mark when they are run. */
export const evil = (mark: string): string => `
  evil() {
    mkdir -p "$1/hooks"
    for h in ${HOOKS}; do printf '#!/bin/sh\\ntouch ${mark}\\n' > "$1/hooks/$h"; chmod +x "$1/hooks/$h"; done
    printf '[core]\\n\\tfsmonitor = touch ${mark}\\n\\thooksPath = hooks\\n\\tsshCommand = touch ${mark}\\n\\tpager = touch ${mark}\\n[diff]\\n\\texternal = touch ${mark}\\n[filter "x"]\\n\\tclean = touch ${mark}\\n\\tprocess = touch ${mark}\\n[alias]\\n\\tstatus = !touch ${mark}\\n' >> "$1/config"
    mkdir -p "$1/info" && echo '* filter=x diff=x' >> "$1/info/attributes"
  }`;

/** The same, of a whole git directory: `evil DIR` works where there is none yet, and claims the whole host as its worktree. */
export const evilDirectory = (mark: string): string => `${evil(mark).replace('evil()', 'spoil()')}
  evil() {
    mkdir -p "$1/objects/info" "$1/refs"; echo 'ref: refs/heads/main' > "$1/HEAD"; spoil "$1"
    printf '[core]\\n\\thooksPath = %s/hooks\\n\\tworktree = /\\n' "$1" >> "$1/config"
  }`;
