import { expect, test } from 'vitest';
import { markdown } from './pages/markdown.ts';

test('a comment is shown as GitHub shows it, and as nothing worse', () => {
  const show = (text: string): string => markdown(text, 'http://x/acme/widgets').html;
  expect(show('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<td>1</td>');
  expect(show('- [x] done\n- [ ] open')).toContain('checked');
  expect(show('<details><summary>30 lines</summary>\n\n```\nx < y\n```\n\n</details>')).toContain(
    '<details><summary>30 lines</summary>',
  );
  expect(show('<sub>small</sub> #12 @mona')).toBe(
    '<p><sub>small</sub> <a href="http://x/acme/widgets/issues/12">#12</a> <a class="mention" href="/mona">@mona</a></p>',
  );
  expect(show('`#12 @mona`')).toBe('<p><code>#12 @mona</code></p>');
  expect(show('a\n\n<!-- mark: 1 -->\n\nb')).not.toContain('mark');
});

test.each([
  '<script>alert(1)</script>',
  'a <img src=x onerror=alert(1)> b',
  '<details ontoggle=alert(1) open>',
  '[x](javascript:alert(1))',
  '<a href="javascript:alert(1)">x</a>',
  '<svg/onload=alert(1)>',
  '<b/onclick=alert(1)>x</b>',
  '<!--><script>alert(1)</script>',
])('%s does not run', text => {
  const made = markdown(text, 'http://x/acme/widgets').html;
  expect(made).not.toMatch(/<(script|img|svg)|<[^>]*\son\w+=|href="[^"]/i);
});
