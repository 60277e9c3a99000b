/**
 * The path of the stylesheet of all plain pages. A plain page shows one message and has at most one button.
 */
export const plainPageStylePath = '/unsubscribe/page.css'

/**
 * Security headers of a page that a person opens from a provider: it loads nothing from elsewhere, runs no
 * scripts and cannot be framed.
 */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'no-store',
}

/** Returns a page with one message. `title` and `text` are HTML, so callers must escape text from others. */
export const plainPage = (
  title: string,
  text: string,
  action = '',
  head = '',
  language = 'en',
): string => `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">${head}
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${plainPageStylePath}">
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${text}</p>
      ${action}
    </main>
  </body>
</html>
`

export const plainPageStyle = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 24rem; margin: 0 auto; padding: 15vh 1.25rem 2rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0 0 1rem; }
button, .button { box-sizing: border-box; display: block; text-align: center; text-decoration: none; font: inherit; font-weight: 600; width: 100%; padding: 0.6rem 0.75rem; border: 0; border-radius: 0.5rem; background: #4338ca; color: #fff; cursor: pointer; }
button:hover, .button:hover { background: #3a31b0; }
q { font-style: italic; }
a:not(.button) { color: light-dark(#4338ca, #a1a8fb); }
:focus-visible { outline: 3px solid #8a92fa; outline-offset: 2px; }
`

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
