import { nonceOfPage } from '../../app/nonce.ts'

const dark =
  ':root { color-scheme: dark } body { background: #1d1d1f; color: #ececec } a { color: #8ab4f8 } blockquote { border-color: #555 }'
const plain =
  'body { margin: 12px; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere } img { max-width: 100% }'

/**
 * Returns a message's HTML as the document of a frame with an empty `sandbox`, which with the page's policy
 * prevents scripts and requests for any HTML. Adds the nonce that the policy requires for styles. Directs
 * links to new windows, which the sandbox blocks, so that a link cannot replace the message. Does not parse
 * the HTML, because the page's policy would then check and report its contents.
 */
export function messageDocument(html: string, isDark = false): string {
  const shown = `<style>${plain}${isDark ? dark : ''}</style>${html}`
    .replaceAll(/<style\b/gi, `<style nonce="${nonceOfPage()}"`)
    .replaceAll(/<(?:a|area|form)\b[^>]*/gi, (tag) => tag.replaceAll(/\starget\s*=/gi, ' data-target='))
  return `<!doctype html><base target="_blank">${shown}`
}
