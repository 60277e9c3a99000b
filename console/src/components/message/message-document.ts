import { nonceOfPage } from '../../app/nonce.ts'

const dark =
  ':root { color-scheme: dark } body { background: #1d1d1f; color: #ececec } a { color: #8ab4f8 } blockquote { border-color: #555 }'
const plain =
  'body { margin: 12px; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere } img { max-width: 100% }'

/**
 * A message's html as the document of a frame with an empty `sandbox`. What it may do is decided by the
 * sandbox and the page's policy, and is nothing: whatever is in it, no script runs and nothing is loaded
 * from elsewhere. Here styles only get the nonce without which that policy would ignore them, and links
 * open in windows, which the sandbox forbids, instead of in the place of the message. It is not
 * parsed for that: the page's policy would be asked about all that is in it, and complain.
 */
export function messageDocument(html: string, isDark = false): string {
  const shown = `<style>${plain}${isDark ? dark : ''}</style>${html}`
    .replaceAll(/<style\b/gi, `<style nonce="${nonceOfPage()}"`)
    .replaceAll(/<(?:a|area|form)\b[^>]*/gi, (tag) => tag.replaceAll(/\starget\s*=/gi, ' data-target='))
  return `<!doctype html><base target="_blank">${shown}`
}
