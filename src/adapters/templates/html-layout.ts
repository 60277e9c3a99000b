import { createRequire } from 'node:module'
import type { compile as Compile } from 'html-to-text'
import { wordsOfHtml } from '../../domain/text/html-words.ts'
import { isSafeToLayOut } from './safe-html.ts'

const options = {
  wordwrap: false,
  limits: { maxDepth: 100, maxChildNodes: 5_000, ellipsis: '…' },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
} as const

let loaded: ((html: string) => string) | null = null

/**
 * Returns the plain text that mail programs show instead of an HTML message. May be slow, so it runs only in
 * a thread.
 */
export function htmlToText(html: string): string {
  if (!isSafeToLayOut(html)) return wordsOfHtml(html)
  // Loads html-to-text with the first message that needs it, because loading takes longer than starting the
  // thread.
  loaded ??= (createRequire(import.meta.url)('html-to-text') as { compile: typeof Compile }).compile({
    ...options,
    selectors: [...options.selectors],
  })
  return loaded(html)
}
