import type { Asked } from '../accounts/code-book.ts';
import type { Reply } from '../server/call.ts';

const mostAccounts = 20;

/** The page that asks a person for consent, with the accounts to choose from. */
export function consentPage(displayName: string, asked: Asked, accounts: readonly string[]): Reply {
  const client = escapeHtml(asked.clientId);
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    },
    text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox ${displayName}: let an app in</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="quiet">Sandbox ${displayName}</p>
<h1>Let <code>${client}</code> in?</h1>
${scopeList(asked.scopes)}
<form method="post">
<fieldset>
<legend>Your account</legend>
${accounts
  .slice(0, mostAccounts)
  .map(
    (name, index) =>
      `<label><input type="radio" name="account" value="${escapeHtml(name)}"${index === 0 ? ' checked' : ''}> ${escapeHtml(name)}</label>`,
  )
  .join('\n')}
<label class="other">or a new one, by its name
<input name="other" maxlength="64" pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*" autocomplete="off" spellcheck="false"></label>
</fieldset>
<p class="choice"><button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" formnovalidate>Deny</button></p>
</form>
</main>
</body>
</html>
`,
  };
}

const scopeList = (scopes: readonly string[]): string =>
  scopes.length === 0
    ? '<p>It asks for all that it is registered with.</p>'
    : `<p>It asks for:</p>\n<ul>\n${scopes.map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`).join('\n')}\n</ul>`;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const style = `
:root { color-scheme: light dark; --line: light-dark(#c3cad3, #4a5562); --quiet: light-dark(#56606d, #a7b1bd); --go: light-dark(#176639, #7fd6a0); }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.6 system-ui, sans-serif; background: light-dark(#f4f6f9, #13171c); color: light-dark(#1a2029, #e7ebf0); }
main { max-width: 30rem; margin: 1.5rem auto; padding: 1.25rem 1.5rem; background: light-dark(#fff, #1c2229); border: 1px solid var(--line); border-radius: 10px; overflow-wrap: anywhere; }
@media (width < 34rem) { main { margin: 0; border-width: 0 0 1px; border-radius: 0; } }
h1 { margin: 0 0 .75rem; font-size: 1.4rem; line-height: 1.3; }
p, ul { margin: 0 0 .75rem; }
ul { padding-left: 1.25rem; line-height: 1.45; }
.quiet { color: var(--quiet); }
code { font-size: .9em; }
fieldset { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 8px; }
legend { padding: 0 .35rem; font-weight: 600; }
label { display: block; padding: .2rem 0; }
.other { margin-top: .5rem; }
.other input { width: 100%; padding: .4rem .6rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 6px; }
.choice { display: flex; gap: .75rem; margin: 0; }
button { padding: .5rem 1.25rem; font: inherit; font-weight: 600; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
button[value=allow] { color: light-dark(#fff, #13171c); background: var(--go); border-color: var(--go); }
:focus-visible { outline: 2px solid light-dark(#1554b0, #86b7ff); outline-offset: 2px; }
`;
