import type { Cells } from '../api/schema.ts'

/**
 * Quotes a text for use in a shell command. Escapes single quotes, which would otherwise end the quoted text.
 */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

export function ingestCurl(webhookUrl: string, record: Cells): string {
  return `curl -X POST ${webhookUrl} \\
  -H 'Content-Type: application/json' \\
  -d ${quoted(JSON.stringify({ records: [record] }))}`
}

export function triggerCurl(spinnerId: string): string {
  return `curl -X POST ${window.location.origin}/api/v1/public/trigger/${spinnerId} \\
  -H 'Authorization: Bearer YOUR_API_KEY'`
}
