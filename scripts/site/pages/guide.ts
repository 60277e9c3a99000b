import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Page, pageOf } from './page.ts'
import { kindsOfSources, sourcePages } from './source-pages.ts'

/** The folder of the guide in the repository. */
export const docs = fileURLToPath(new URL('../../../docs', import.meta.url))

/** Files of `docs`, as paths below it. */
const files = readdirSync(docs, { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(docs.length + 1))
  .toSorted()

/** The files of `docs` that pages show or link to, such as images and sample files. */
export const otherFiles = files.filter((file) => !file.endsWith('.md'))

/** All pages of the site: those of the repository, and one for each source. */
export const pages: readonly Page[] = [
  ...files
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const path = file.replace(/(?:^|\/)(?:index|README)\.md$|\.md$/, '')
      return pageOf(path, readFileSync(join(docs, file), 'utf8'))
    }),
  ...sourcePages(),
]

/** A part of the guide, such as "Use", with the paths of its pages in the order of the index. */
export interface Part {
  readonly name: string
  readonly paths: readonly string[]
}

/** The parts of the guide, one for each reader, as the index lists them. */
export const parts: readonly Part[] = readFileSync(join(docs, 'index.md'), 'utf8')
  .split('\n## ')
  .slice(1)
  .map((section) => ({
    name: section.split('\n')[0] ?? '',
    paths: [...section.matchAll(/\]\((?!\.\.)([^)]+)\.md\)/g)].map(([, path = '']) =>
      path.replace(/\/README$/, ''),
    ),
  }))

/** The sidebar of the site: the parts of the guide, with the pages of sources after the first part. */
export function sidebar() {
  const [start, ...others] = parts.map(({ name, paths }) => ({ label: name, items: [...paths] }))
  const sources = {
    label: 'Sources',
    collapsed: true,
    items: kindsOfSources.flatMap(({ paths }) => paths),
  }
  return [...(start === undefined ? [] : [start]), sources, ...others]
}
