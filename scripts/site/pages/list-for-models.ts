import type { Part } from './guide.ts'
import { base, type Page } from './page.ts'

/** Returns `llms.txt`: the list of all pages as Markdown files, in the form of llmstxt.org. */
export function listForModels(pages: readonly Page[], parts: readonly Part[]): string {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const listed = new Set(['', ...parts.flatMap(({ paths }) => paths)])
  const others = [...byPath.keys()].filter((path) => !listed.has(path))
  const groups = [
    ...parts,
    { name: 'Sources', paths: others.filter((path) => path.startsWith('sources/')) },
    { name: 'Optional', paths: others.filter((path) => !path.startsWith('sources/')) },
  ]
  const lines = groups.flatMap(({ name, paths }) => [
    '',
    `## ${name}`,
    '',
    ...new Set(paths.flatMap((path) => lineOf(byPath.get(path)))),
  ])
  return `# Spindle

> Spindle ingests records from CRMs, forms and scripts into data tables, and sends messages to the people in them. This guide says how to install, use, program and operate it.

The API of this deployment is described by [/openapi.json](/openapi.json).
${lines.join('\n')}
`
}

function lineOf(page: Page | undefined): readonly string[] {
  return page === undefined ? [] : [`- [${page.title}](${base}/${page.path}.md): ${page.description}`]
}
