import type { DataTable } from '../api/schema.ts'

/** Made up, and plainly so: what a column of that name may hold. */
const samples: readonly (readonly [RegExp, string])[] = [
  [/mail/i, 'ada@example.com'],
  [/first.?name|given/i, 'Ada'],
  [/last.?name|surname|family/i, 'Lovelace'],
  [/company|organi[sz]ation/i, 'Analytical Engines'],
  [/name/i, 'Ada Lovelace'],
  [/phone|mobile|tel/i, '+44 20 7946 0000'],
  [/country/i, 'United Kingdom'],
  [/city|town/i, 'London'],
  [/url|website|link/i, 'https://example.com'],
  [/date|_at$/i, '2026-11-20'],
  [/id$/i, 'A-1001'],
]

/** A record of a data table's shape. */
export function sampleRecord({ columns }: Pick<DataTable, 'columns'>): Record<string, string> {
  return Object.fromEntries(
    columns.map(({ name }) => [name, samples.find(([pattern]) => pattern.test(name))?.[1] ?? 'sample']),
  )
}

/** For a shell: a single quote in the body would end the word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

export function ingestCurl(dataTable: Pick<DataTable, 'columns' | 'webhookUrl'>): string {
  const body = JSON.stringify({ records: [sampleRecord(dataTable)] })
  return `curl -X POST ${dataTable.webhookUrl ?? ''} \\
  -H 'Content-Type: application/json' \\
  -d ${quoted(body)}`
}

export function triggerCurl(spinnerId: string): string {
  return `curl -X POST ${window.location.origin}/api/v1/public/trigger/${spinnerId} \\
  -H 'Authorization: Bearer YOUR_API_KEY'`
}
