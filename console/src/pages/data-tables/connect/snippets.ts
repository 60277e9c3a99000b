import type { Cells } from '../../../api/schema.ts'

interface Sent {
  readonly url: string
  readonly record: Cells
}

const bodyOf = (record: Cells): string => JSON.stringify({ records: [record] }, null, 2)

export function javaScript({ url, record }: Sent): string {
  return `const response = await fetch('${url}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${bodyOf(record).replaceAll('\n', '\n  ')}),
})
if (!response.ok) throw new Error(await response.text())
console.log(await response.json())`
}

export function python({ url, record }: Sent): string {
  return `# pip install requests
import requests

response = requests.post(
    "${url}",
    json=${pythonOf({ records: [record] }, '    ')},
    timeout=30,
)
response.raise_for_status()
print(response.json())`
}

/** JSON as Python writes it: other words for true, false and null. */
function pythonOf(value: unknown, indent: string): string {
  const inner = `${indent}    `
  if (Array.isArray(value))
    return `[\n${value.map((item) => `${inner}${pythonOf(item, inner)},\n`).join('')}${indent}]`
  if (typeof value === 'object' && value !== null)
    return `{\n${Object.entries(value)
      .map(([name, item]) => `${inner}${JSON.stringify(name)}: ${pythonOf(item, inner)},\n`)
      .join('')}${indent}}`
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return value === null ? 'None' : JSON.stringify(value)
}

/** A workflow's action: the properties come by the names of the columns, the URL as a secret. */
export function hubSpotCode(record: Cells): string {
  const cells = Object.keys(record)
    .map((name) => `    ${JSON.stringify(name)}: event.inputFields[${JSON.stringify(name)}] ?? null,`)
    .join('\n')
  return `exports.main = async (event) => {
  const record = {
${cells}
  }
  const response = await fetch(process.env.SPINDLE_WEBHOOK_URL, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ records: [record] }),
  })
  if (!response.ok) throw new Error(await response.text())
}`
}
