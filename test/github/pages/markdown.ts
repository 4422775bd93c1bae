// GitHub flavoured Markdown, made safe: of raw HTML only a few tags without attributes pass, the rest is shown as text.
import { micromark, type Options } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { escapeHtml, type Html, raw } from './html.ts';

const ALLOWED = /&lt;(\/?(?:details|summary|sub|sup|kbd|br|b|i|code)|details open(?:=&quot;&quot;)?|br ?\/)&gt;/gi;

// Comments vanish, as on github.com: they are where apps keep their marks.
const clean = (text: string): string => escapeHtml(text.replace(/<!--[\s\S]*?(-->|$)/g, '')).replace(ALLOWED, '<$1>');

type HtmlExtension = NonNullable<Options['htmlExtensions']>[number];
type Handle = NonNullable<NonNullable<HtmlExtension['exit']>['htmlFlow']>;

// A piece of raw HTML is held back whole and let out cleaned.
const hold: Handle = function () {
  this.buffer();
};

const release: Handle = function (token) {
  this.resume();
  if (token.type === 'htmlFlow') this.lineEndingIfNeeded();
  this.raw(clean(this.sliceSerialize(token)));
};

const safeHtml: HtmlExtension = {
  enter: { htmlFlow: hold, htmlText: hold },
  exit: { htmlFlow: release, htmlText: release },
};

export function markdown(text: string, repoUrl: string): Html {
  const made = micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml(), safeHtml] });
  return raw(linkNames(made, repoUrl));
}

// Turns @name and #12 into links, but not inside code or links.
function linkNames(made: string, repoUrl: string): string {
  let inside = 0;
  return made
    .split(/(<[^>]+>)/)
    .map(part => {
      if (/^<(a|code|pre)\b/i.test(part)) inside += 1;
      else if (/^<\/(a|code|pre)>/i.test(part)) inside -= 1;
      else if (inside <= 0 && !part.startsWith('<')) return linkText(part, repoUrl);
      return part;
    })
    .join('');
}

const linkText = (text: string, repoUrl: string): string =>
  text
    .replace(/(^|[\s(])#(\d+)\b/g, `$1<a href="${escapeHtml(repoUrl)}/issues/$2">#$2</a>`)
    .replace(/(^|[\s(])@([a-z\d](?:[a-z\d/-]*[a-z\d])?)/gi, '$1<a class="mention" href="/$2">@$2</a>');
