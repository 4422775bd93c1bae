// The one stylesheet, light and dark by what the reader's system prefers.
export const STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --dim: #59636e; --line: #d1d9e0; --page: #fff; --soft: #f6f8fa; --link: #0969da;
  --add: #dafbe1; --del: #ffebe9; --hunk: #ddf4ff; --green: #1a7f37; --purple: #8250df; --red: #cf222e; --amber: #9a6700; --button: #f6f8fa; }
@media (prefers-color-scheme: dark) { :root { --ink: #f0f6fc; --dim: #9198a1; --line: #3d444d; --page: #0d1117; --soft: #151b23; --link: #4493f8;
  --add: #12261e; --del: #25171c; --hunk: #121d2f; --green: #3fb950; --purple: #ab7df8; --red: #f85149; --amber: #d29922; --button: #212830; } }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--page); font: 14px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
.bar { display: flex; gap: 16px; align-items: center; padding: 12px 24px; background: var(--soft); border-bottom: 1px solid var(--line); }
.bar .grow { flex: 1; } .bar a { color: var(--ink); font-weight: 600; }
main { max-width: 1180px; margin: 0 auto; padding: 24px; }
h1 { font-size: 26px; font-weight: 400; margin: 0 0 8px; line-height: 1.25; } h1 .dim { font-weight: 300; }
h2 { font-size: 17px; margin: 24px 0 8px; }
.dim { color: var(--dim); } .small { font-size: 12px; } .mono, code, pre { font-family: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, monospace; font-size: 85%; }
.state { display: inline-block; padding: 4px 12px; border-radius: 999px; color: #fff; background: var(--green); font-weight: 500; }
.state.closed { background: var(--red); } .state.done, .state.merged { background: var(--purple); } .state.draft { background: var(--dim); }
.tabs { display: flex; gap: 4px; margin: 16px 0; border-bottom: 1px solid var(--line); }
.tabs a { padding: 8px 14px; color: var(--ink); border: 1px solid transparent; border-bottom: 0; border-radius: 6px 6px 0 0; margin-bottom: -1px; }
.tabs a[aria-current] { border-color: var(--line); background: var(--page); font-weight: 600; }
.count { padding: 0 6px; border-radius: 999px; background: color-mix(in srgb, var(--dim) 20%, transparent); font-size: 12px; }
.columns { display: grid; grid-template-columns: minmax(0, 1fr) 260px; gap: 24px; } @media (max-width: 800px) { .columns { grid-template-columns: minmax(0, 1fr); } }
.box { border: 1px solid var(--line); border-radius: 6px; margin-bottom: 16px; overflow: hidden; }
.box > header { padding: 8px 16px; background: var(--soft); border-bottom: 1px solid var(--line); color: var(--dim); display: flex; gap: 8px; align-items: center; flex-wrap: wrap; }
.box > header b { color: var(--ink); } .box > .body { padding: 12px 16px; } .box.own > header { background: var(--hunk); }
.row { display: flex; gap: 10px; align-items: flex-start; padding: 10px 16px; border-top: 1px solid var(--line); } .row:first-child { border-top: 0; }
.row .grow { flex: 1; min-width: 0; }
.event { display: flex; gap: 10px; margin: 0 0 16px 12px; padding-left: 16px; border-left: 2px solid var(--line); color: var(--dim); align-items: baseline; } .event b { color: var(--ink); }
.sign { width: 1.2em; text-align: center; } .good { color: var(--green); } .bad { color: var(--red); } .busy { color: var(--amber); }
.label { display: inline-block; padding: 0 8px; border-radius: 999px; border: 1px solid var(--line); font-size: 12px; font-weight: 500; line-height: 20px; }
.label::before { content: ""; display: inline-block; width: 8px; height: 8px; border-radius: 50%; background: var(--swatch, var(--dim)); margin-right: 6px; }
.avatar { width: 20px; height: 20px; border-radius: 50%; vertical-align: middle; }
.tag { border: 1px solid var(--line); border-radius: 999px; padding: 0 6px; font-size: 11px; color: var(--dim); }
form.inline { display: inline; } fieldset { border: 0; padding: 0; margin: 0; }
button, select, input, textarea { font: inherit; color: inherit; }
button { padding: 4px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--button); cursor: pointer; font-weight: 500; } button:hover { border-color: var(--dim); }
button.main { background: #1f883d; border-color: #1f883d; color: #fff; } button.bare { border: 0; padding: 0 4px; background: none; color: var(--dim); }
select, input[type=text], textarea { padding: 5px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--page); max-width: 100%; }
textarea { width: 100%; min-height: 100px; resize: vertical; } .actions { display: flex; gap: 8px; justify-content: flex-end; align-items: center; margin-top: 8px; flex-wrap: wrap; }
aside section { padding: 12px 0; border-bottom: 1px solid var(--line); } aside h3 { margin: 0 0 6px; font-size: 12px; color: var(--dim); }
.md { overflow-wrap: break-word; } .md > :first-child { margin-top: 0; } .md > :last-child { margin-bottom: 0; }
.md h1, .md h2 { font-size: 20px; font-weight: 600; padding-bottom: 4px; border-bottom: 1px solid var(--line); margin: 16px 0 12px; } .md h3 { font-size: 16px; margin: 16px 0 8px; }
.md table { border-collapse: collapse; display: block; overflow-x: auto; margin: 12px 0; } .md th, .md td { border: 1px solid var(--line); padding: 5px 12px; text-align: left; } .md th { font-weight: 600; } .md tr:nth-child(2n) { background: var(--soft); }
.md code { padding: 2px 5px; border-radius: 6px; background: color-mix(in srgb, var(--dim) 18%, transparent); } .md pre { padding: 12px 16px; border-radius: 6px; background: var(--soft); overflow: auto; } .md pre code { padding: 0; background: none; }
.md blockquote { margin: 0 0 12px; padding: 0 14px; color: var(--dim); border-left: 4px solid var(--line); } .md details { margin: 8px 0; } .md summary { cursor: pointer; } .md ul:has(> li > input) { list-style: none; padding-left: 16px; } .md img { max-width: 100%; }
.mention { font-weight: 600; color: var(--ink); } kbd { border: 1px solid var(--line); border-radius: 4px; padding: 0 4px; font-size: 11px; }
.reactions { display: flex; gap: 6px; padding: 0 16px 12px; } .reactions span { border: 1px solid var(--line); border-radius: 999px; padding: 0 8px; font-size: 12px; }
.diff { width: 100%; border-collapse: collapse; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 12px; tab-size: 4; } .diff td { padding: 0 10px; white-space: pre-wrap; word-break: break-word; vertical-align: top; }
.diff .n { width: 1%; min-width: 44px; text-align: right; color: var(--dim); user-select: none; white-space: nowrap; } .diff .a { background: var(--add); } .diff .d { background: var(--del); } .diff .h { background: var(--hunk); color: var(--dim); } .diff tr:target { background: var(--hunk); }
table.list { width: 100%; border-collapse: collapse; } table.list th, table.list td { text-align: left; padding: 8px 12px; border-top: 1px solid var(--line); vertical-align: top; } table.list th { border-top: 0; color: var(--dim); font-weight: 500; } .scroll { overflow-x: auto; }
`;
