import { dirname, join } from 'node:path/posix'
import { base, type Page } from './page.ts'

const links = /(!?)\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/g
const fences = /^```[^]*?^```$/gm

/**
 * Returns the Markdown of a page for the site: its links to other pages and files of `docs` are addresses of the site.
 * The text of a link to another file of the repository, such as source code, stays without the link.
 */
export function withSiteLinks(page: Page): string {
  return changeLinks(page, (path, anchor) => {
    const target = path.replace(/(?:^|\/)(?:index|README)?\.md$|\.md$/, '')
    return `${target === '' ? base : `${base}/${target}`}${anchor}`
  })
}

/**
 * Returns a page as a Markdown file of the site, whose links to other pages lead to their Markdown files.
 */
export function withMarkdownLinks(page: Page): string {
  const text = changeLinks(
    page,
    (path, anchor) => `${base}/${path.replace(/(^|\/)README\.md$/, '.md')}${anchor}`,
  )
  return `# ${page.title}\n\n${text}`
}

/** Returns the file that a page is in the repository, or would be, as a path below `docs`. */
const fileOf = ({ path }: Page): string =>
  path === 'decisions' ? 'decisions/README.md' : `${path || 'index'}.md`

function changeLinks(page: Page, address: (path: string, anchor: string) => string): string {
  const change = (prose: string): string =>
    prose.replaceAll(links, (link, image: string, words: string, target: string) => {
      if (/^(?:https?:|mailto:|#|\/)/.test(target)) return link
      const [, file = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? []
      const path = join('docs', dirname(fileOf(page)), file)
      if (!path.startsWith('docs/')) return words
      return `${image}[${words}](${address(path.slice('docs/'.length), anchor)})`
    })
  let end = 0
  let changed = ''
  for (const { 0: fence, index } of page.text.matchAll(fences)) {
    changed += change(page.text.slice(end, index)) + fence
    end = index + fence.length
  }
  return changed + change(page.text.slice(end))
}
