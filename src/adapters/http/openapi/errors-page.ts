import { errorEntries, slugOf } from '../errors.ts'

/** The page that every error's `type` points at. */
export function errorsPage(): string {
  const rows = errorEntries.map(
    ({ code, status, message, remedy }) => `
      <section id="${slugOf(code)}">
        <h2><a href="#${slugOf(code)}">${code}</a> <span>${status}</span></h2>
        <p>${escape(message)}.</p>
        <p class="remedy">${escape(remedy)}</p>
      </section>`,
  )
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Errors · Spindle API</title>
    <link rel="stylesheet" href="/docs/assets/errors.css">
  </head>
  <body>
    <main>
      <p><a href="/docs">API reference</a></p>
      <h1>Errors</h1>
      <p>Every error has the same flat JSON body. Program against <code>code</code>; <code>message</code> is for people and may be reworded.</p>${rows.join('')}
    </main>
  </body>
</html>
`
}

export const errorsStyle = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
h1 { font-size: 2rem; margin: 0.5rem 0 1rem; }
section { border-top: 1px solid color-mix(in srgb, currentcolor 18%, transparent); padding: 0.75rem 0; scroll-margin-top: 1rem; }
section:target { border-left: 4px solid #3b82f6; padding-left: 1rem; }
h2 { font: 600 1rem/1.4 ui-monospace, monospace; margin: 0; overflow-wrap: anywhere; }
h2 span { opacity: 0.7; font-weight: 400; }
h2 a { color: inherit; text-decoration: none; }
h2 a:hover { text-decoration: underline; }
p { margin: 0.35rem 0; }
.remedy { opacity: 0.8; }
a { color: #2563eb; }
@media (prefers-color-scheme: dark) { a { color: #93c5fd; } }
`

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
