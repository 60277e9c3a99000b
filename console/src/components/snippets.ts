import type { DataTable } from '../api/schema.ts'
import { sampleRecord } from './sample-record.ts'

/** For a shell: a single quote in the body would end the word. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

export function ingestCurl(dataTable: Pick<DataTable, 'columns' | 'webhookUrl'>): string {
  const body = JSON.stringify({ records: [sampleRecord(dataTable.columns)] })
  return `curl -X POST ${dataTable.webhookUrl ?? ''} \\
  -H 'Content-Type: application/json' \\
  -d ${quoted(body)}`
}

export function triggerCurl(spinnerId: string): string {
  return `curl -X POST ${window.location.origin}/api/v1/public/trigger/${spinnerId} \\
  -H 'Authorization: Bearer YOUR_API_KEY'`
}
