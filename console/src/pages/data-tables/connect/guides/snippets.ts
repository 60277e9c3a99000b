import type { Cells } from '../../../../api/schema.ts'

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

/** Returns a JSON value as Python code, which has other words for true, false and null. */
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

/**
 * Returns an Apps Script that sends each answer to a Google form, with the question titles as field names.
 */
export function appsScript(url: string): string {
  return `function onFormSubmit(event) {
  UrlFetchApp.fetch('${url}', {
    method: 'post',
    contentType: 'application/json',
    payload: JSON.stringify({ namedValues: event.namedValues }),
  })
}`
}
