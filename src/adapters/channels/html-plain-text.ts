import { PlainText } from '../../ports/sender/message/plain-text.ts'

/** The text beside the HTML of a message whose author wrote none. */
export class HtmlPlainText extends PlainText {
  override async of(html: string): Promise<string> {
    return (await plainText())(html)
  }
}

let loaded: Promise<(html: string) => string> | null = null

/** What a mail program that shows no HTML shows, and what filters look for. Loaded by the first mail that needs it. */
export function plainText(): Promise<(html: string) => string> {
  loaded ??= import('html-to-text').then(({ compile }) =>
    compile({
      wordwrap: false,
      // Somebody's cells may be in it.
      limits: { maxInputLength: 500_000, maxDepth: 100, maxChildNodes: 5_000, ellipsis: '…' },
      selectors: [
        { selector: 'img', format: 'skip' },
        { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
        ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
          selector,
          options: { uppercase: false },
        })),
      ],
    }),
  )
  return loaded
}
