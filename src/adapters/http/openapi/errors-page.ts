import { explanationCatalogue, explanationCodes } from '../../../domain/person/explanation.ts'
import { reasonCatalogue, reasonCodes } from '../../../domain/reason.ts'
import { errorEntries, slugOf } from '../errors.ts'

/** Returns the page that the `type` of every error points to. */
export function errorsPage(): string {
  const rows = errorEntries.map(
    ({ code, status, message, remedy }) => `
      <section id="${slugOf(code)}">
        <h2><a href="#${slugOf(code)}">${code}</a> <span>${status}</span></h2>
        <p>${escape(message.replace(/\.$/, ''))}.</p>
        <p class="remedy">${escape(remedy)}</p>
      </section>`,
  )
  const reasons = reasonCodes.map((code) => reasonSection(code, reasonCatalogue[code]))
  const explanations = explanationCodes.map((code) =>
    reasonSection(code, { kind: 'not reached', ...explanationCatalogue[code] }),
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
      <h2 id="reasons" class="part">Reasons</h2>
      <p>A reason says why a recipient of a job was skipped, failed, is unconfirmed, waits or was stopped. It is the <code>reason</code> in <code>/jobs/{jobId}/recipients</code>; the <code>reasons</code> of a job count them. A skipped recipient has not failed. During retries a recipient waits with the code of the last fault.</p>${reasons.join('')}
      <p>The following reasons appear only in <code>/people/explain</code>: a job would end before it reaches the person.</p>${explanations.join('')}
    </main>
  </body>
</html>
`
}

function reasonSection(
  code: string,
  reason: {
    readonly kind: string
    readonly words: string
    readonly remedy: string
    readonly evidence: Readonly<Record<string, string>>
  },
): string {
  const { kind, words, remedy, evidence } = reason
  const facts = Object.entries(evidence).map(
    ([name, says]) => `<code>${name}</code>: ${escape(says.replace(/\.$/, ''))}`,
  )
  return `
      <section id="${slugOf(code)}">
        <h3><a href="#${slugOf(code)}">${code}</a> <span>${kind}</span></h3>
        <p>${escape(words)}.</p>
        <p class="remedy">${escape(remedy)}${facts.length === 0 ? '' : ` Evidence: ${facts.join('; ')}.`}</p>
      </section>`
}

export const errorsStyle = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
h1 { font-size: 2rem; margin: 0.5rem 0 1rem; }
section { border-top: 1px solid color-mix(in srgb, currentcolor 18%, transparent); padding: 0.75rem 0; scroll-margin-top: 1rem; }
section:target { border-left: 4px solid #3b82f6; padding-left: 1rem; }
h2.part { font: 600 1.5rem/1.4 system-ui, sans-serif; margin: 3rem 0 0.5rem; }
h2:not(.part), h3 { font: 600 1rem/1.4 ui-monospace, monospace; margin: 0; overflow-wrap: anywhere; }
h2 span, h3 span { opacity: 0.7; font-weight: 400; }
h2 a, h3 a { color: inherit; text-decoration: none; }
h2 a:hover, h3 a:hover { text-decoration: underline; }
p { margin: 0.35rem 0; }
.remedy { opacity: 0.8; }
a { color: #2563eb; }
@media (prefers-color-scheme: dark) { a { color: #93c5fd; } }
`

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
