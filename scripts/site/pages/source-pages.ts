import type { Guide } from '../../../console/src/pages/data-tables/connect/guides/guide.ts'
import { guides } from '../../../console/src/pages/data-tables/connect/guides/guides.ts'
import { type Page, pageOf } from './page.ts'

const url = 'https://spindle.example.com/api/v1/public/data-tables/ingest/tbl_SECRET'
const record = { name: 'Ada Lovelace', email: 'ada@example.com' }

/** The kinds of sources, each with the paths of its pages. */
export const kindsOfSources = guides.map(({ kind, guides: ofKind }) => ({
  kind,
  paths: ofKind.map(({ name }) => pathOf(name)),
}))

/** Returns a page for each guide of the tab *Connect* of the console, so that the site and the console say the same. */
export function sourcePages(): readonly Page[] {
  return guides.flatMap(({ guides: ofKind }) =>
    ofKind.map((guide) => pageOf(pathOf(guide.name), markdownOf(guide))),
  )
}

function pathOf(name: string): string {
  return `sources/${name.toLowerCase().replaceAll(/\W+/g, '-')}`
}

function markdownOf({ name, steps, isForeign, paste, instead, note }: Guide): string {
  const source = name === 'Another source' ? 'another source' : name
  const pieces = paste({ url, record, isOpen: true })
  const parts = [
    `# ${name}`,
    `This page is for people who send records from ${source} to a data table. The tab *Connect* of the table shows the same guide, with the webhook URL of the table.`,
    isForeign
      ? 'The table must accept any delivery format: choose *Accept any format* on the tab *Connect*. A [mapping](../use/mappings.md) then says which value goes into which column.'
      : 'The request has the format of Spindle, so the table needs no [mapping](../use/mappings.md). The names of the columns are examples.',
    steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    ...pieces.map(({ label, text }) => `**${label}**\n\n\`\`\`${languageOf(label, name)}\n${text}\n\`\`\``),
    ...[instead, note].filter((text) => text !== undefined).map((text) => `> ${text}`),
    'What happens to a request that does not fit: [arrivals](../use/arrivals.md).',
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function languageOf(label: string, name: string): string {
  if (label === 'Command') return 'sh'
  if (label.startsWith('Apps Script') || name === 'JavaScript') return 'js'
  if (name === 'Python') return 'python'
  return label.includes('ody') && !name.startsWith('n8n') ? 'json' : 'text'
}
