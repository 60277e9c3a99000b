import type { Cells } from '../../../api/schema.ts'
import { ingestCurl } from '../../../components/curl.ts'
import { hubSpotCode, javaScript, python } from './snippets.ts'

interface Sent {
  readonly url: string
  readonly record: Cells
}

interface Guide {
  readonly name: string
  /** What to do around what is pasted. */
  readonly steps: readonly string[]
  /** What goes wrong with what is pasted, and how it does not. */
  readonly warning?: string
  readonly paste: (sent: Sent) => readonly { readonly label: string; readonly text: string }[]
}

/** The body with the sender's own placeholders for its values. */
const bodyOf = (record: Cells, valueOf: (column: string) => string): string =>
  JSON.stringify(
    { records: [Object.fromEntries(Object.keys(record).map((name) => [name, valueOf(name)]))] },
    null,
    2,
  )

const urlAndBody = (url: string, body: string) => [
  { label: 'URL', text: url },
  { label: 'Body', text: body },
]

/** Where records come from, the most general first. */
export const guides: readonly Guide[] = [
  {
    name: 'curl',
    steps: [],
    paste: ({ url, record }) => [{ label: 'Command', text: ingestCurl(url, record) }],
  },
  { name: 'JavaScript', steps: [], paste: (sent) => [{ label: 'Code', text: javaScript(sent) }] },
  { name: 'Python', steps: [], paste: (sent) => [{ label: 'Code', text: python(sent) }] },
  {
    name: 'HubSpot',
    steps: [
      'Open Automation → Workflows and create a workflow on contacts, or open one.',
      'Add the action “Custom code” with Node.js. The action “Send a webhook” does not do: its body is one flat object, and this URL takes a list of records.',
      'Under “Secrets”, add SPINDLE_WEBHOOK_URL with the URL below as its value.',
      'Under “Property to include in code”, add one property for each column, named like the column.',
      'Paste the code, test the action with one contact, and turn the workflow on.',
    ],
    paste: ({ url, record }) => [
      { label: 'Secret', text: url },
      { label: 'Code', text: hubSpotCode(record) },
    ],
  },
  {
    name: 'Zapier',
    steps: [
      'Add an action to your Zap and choose “Webhooks by Zapier” with the event “Custom Request”, which sends JSON as it is written.',
      'Choose the method POST and paste the URL.',
      'Paste the body into “Data”, and put the fields of your trigger in the place of the words in angle brackets.',
      'Under “Headers”, add Content-Type with the value application/json.',
      'Test the step: it answers {"ok": true, "inserted": 1}.',
    ],
    warning:
      'Zapier puts values between the quotes as they are, so a quote or a line break in one breaks the JSON: where that can happen, build the body with JSON.stringify in a “Code by Zapier” step, or take such characters out with a Formatter step, and put the result into “Data”.',
    paste: ({ url, record }) =>
      urlAndBody(
        url,
        bodyOf(record, (column) => `<${column}>`),
      ),
  },
  {
    name: 'Make',
    steps: [
      'Add the module HTTP → Make a request to your scenario.',
      'Paste the URL and choose the method POST.',
      'Choose the body type “Raw” and the content type “JSON (application/json)”.',
      'Paste the body into “Request content”, and map the values of earlier modules in the place of the words in angle brackets.',
      'Run the module once: it answers 201.',
    ],
    warning:
      'Make puts values between the quotes as they are, so a quote or a line break in one breaks the JSON: where that can happen, build the body with the module JSON → Create JSON and map its JSON string into “Request content”.',
    paste: ({ url, record }) =>
      urlAndBody(
        url,
        bodyOf(record, (column) => `<${column}>`),
      ),
  },
  {
    name: 'n8n',
    steps: [
      'Add an HTTP Request node behind the node that has the data.',
      'Choose the method POST and paste the URL.',
      'Turn on “Send Body”, choose the content type JSON and specify the body “Using JSON”.',
      'Switch the body’s field to “Expression” and paste the body; its expressions read the item that comes in.',
      'Execute the node: it answers {"ok": true, "inserted": 1}.',
    ],
    paste: ({ url, record }) => urlAndBody(url, n8nBody(record)),
  },
]

/** Expressions that write their own quotes, so that a value with a quote in it stays one value. */
function n8nBody(record: Cells): string {
  const cells = Object.keys(record).map(
    (name) => `      ${JSON.stringify(name)}: {{ JSON.stringify($json[${JSON.stringify(name)}] ?? null) }}`,
  )
  return `{\n  "records": [\n    {\n${cells.join(',\n')}\n    }\n  ]\n}`
}
