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
  return { path, title, description: descriptionOf(text), text: `${text.trim()}\n` }
}

/** Returns the first sentence of a page below its date. "This page is for people …" becomes "For people …". */
function descriptionOf(text: string): string {
  const [first = ''] = text
    .trim()
    .replace(/^\*\d{4}-.*\n+/, '')
    .split('\n')
  const words = plainText(first)
    .replace(/^This page is for /, 'For ')
    .replace(/^Context\. /, '')
  const [sentence = words] = /^.*?[.:](?= |$)/.exec(words) ?? []
  return sentence.replace(/:$/, '.')
}

/** Returns Markdown without its marks, as a reader sees it. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/^```.*$/gm, '')
    .replaceAll(/^\|[-|: ]+\|$/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^#+ /gm, '')
    .replaceAll(/^\s*(?:[-*]|\d+\.) /gm, '')
    .replaceAll(/\*\*|`|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/g, '')
    .replaceAll('|', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
