import GitHubSlugger from 'github-slugger'
import MiniSearch from 'minisearch'
import { searchOptions } from '../src/search-options.ts'
import { base, type Page, plainText } from './page.ts'

interface Section {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly heading: string
  readonly text: string
  /** The beginning of the section, which a result shows. */
  readonly excerpt: string
}

const excerptLength = 140

/** Returns the index of the search as JSON: MiniSearch over the sections of all pages. */
export function searchIndex(pages: readonly Page[]): string {
  const index = new MiniSearch<Section>(searchOptions)
  const sections = pages.flatMap(sectionsOf).map((section, id) => ({ ...section, id }))
  index.addAll(sections)
  return JSON.stringify(index)
}

function sectionsOf({ path, title, text }: Page): Omit<Section, 'id'>[] {
  const url = path === '' ? base : `${base}/${path}`
  const slugger = new GitHubSlugger()
  const [first = '', ...others] = text.replaceAll(/^```[^]*?^```$/gm, hidden).split(/^#{2,4} /m)
  return [
    { url, title, heading: '', ...wordsOf(first) },
    ...others.map((section) => {
      const [line = '', ...rest] = section.split('\n')
      const heading = plainText(line)
      return { url: `${url}#${slugger.slug(heading)}`, title, heading, ...wordsOf(rest.join('\n')) }
    }),
  ]
}

/** Indents the comments of code, so that they are not taken for headings. */
const hidden = (code: string): string => code.replaceAll(/^#/gm, ' #')

function wordsOf(markdown: string): Pick<Section, 'text' | 'excerpt'> {
  const text = plainText(markdown)
  const excerpt =
    text.length <= excerptLength ? text : `${text.slice(0, excerptLength).replace(/\s\S*$/, '')} …`
  return { text, excerpt }
}
