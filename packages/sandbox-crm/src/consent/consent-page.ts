import type { Asked } from '../accounts/code-book.ts';
import type { Reply } from '../server/call.ts';

const mostAccounts = 20;

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
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
* { box-sizing: border-box; }
main { max-width: 30rem; margin: 1.5rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; line-height: 1.3; }
fieldset { padding: .75rem 1rem; }
label { display: block; padding: .2rem 0; }
.other input { width: 100%; padding: .4rem .6rem; font: inherit; }
.choice { display: flex; gap: .75rem; }
button { padding: .5rem 1.25rem; font: inherit; font-weight: 600; }
`;
