import { createHash } from 'node:crypto';
import type { PageAssets } from './assets.ts';

/** The document of the page and the policy it is served under. */
export interface PageDocument {
  readonly html: string;
  /** Value of `Content-Security-Policy`: nothing runs but our own script and style, nothing is asked but this server. */
  readonly policy: string;
}

export interface PageTexts {
  readonly locale: string;
  readonly title: string;
  readonly noScript: string;
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (char) => entities[char] ?? char);
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}

/** Makes the one HTML document of the page, script and style within it. It holds no data of the report. */
export function renderPage(assets: PageAssets, texts: PageTexts): PageDocument {
  const script = assets.script.replaceAll('</script', '<\\/script');
  const style = assets.style.replaceAll('</style', '<\\/style');
  const html = `<!doctype html>
<html lang="${escapeHtml(texts.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(texts.title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<noscript>${escapeHtml(texts.noScript)}</noscript>
<script type="module">${script}</script>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { html, policy };
}
