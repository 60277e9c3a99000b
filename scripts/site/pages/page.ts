/** The path of the site on the host of the service. */
export const base = '/docs/guide'

/** A page of the guide, as the repository or the console has it. */
export interface Page {
  /** The path of the page below the site, such as `use/match-columns`; empty for the start page. */
  readonly path: string
  readonly title: string
  /** The first sentence of the page, which says for whom the page is. */
  readonly description: string
  /** The Markdown below the title. Links are relative to the folder of the page, as in the repository. */
  readonly text: string
}

/** Returns a page whose Markdown begins with its title. */
export function pageOf(path: string, markdown: string): Page {
  const [, title, text] = /^# (.+)\n([^]*)$/.exec(markdown) ?? []
  if (title === undefined || text === undefined)
    throw new Error(`The page ${path} does not begin with a title`)
  const [first = ''] = text.trim().split('\n')
  const [sentence = first] = /^.*?[.:](?= |$)/.exec(plainText(first)) ?? []
  return { path, title, description: sentence.replace(/:$/, '.'), text: `${text.trim()}\n` }
}

/** Returns Markdown without its marks, as a reader sees it. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/^```\w*$/gm, '')
    .replaceAll(/^\|[-|: ]+\|$/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^#+ /gm, '')
    .replaceAll(/^\s*(?:[-*]|\d+\.) /gm, '')
    .replaceAll(/\*\*|`|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/g, '')
    .replaceAll('|', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
