/** A text as it stands in HTML, between tags or in an attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The same, with `code` marked as such. */
export const markedText = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** A page of ours; `body` is HTML. */
export const page = (of: { title: string; body: string; stylesheet: string }): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(of.title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/${of.stylesheet}">
</head>
<body>
${of.body}
</body>
</html>
`;
