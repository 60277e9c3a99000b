import { nonce } from '../app/nonce.ts'

/**
 * A message's html as the document of a frame with an empty `sandbox`. What it may do is decided by the
 * sandbox and the page's policy, and is nothing: whatever is in it, no script runs and nothing is loaded
 * from elsewhere. Here styles only get the nonce without which that policy would ignore them, and links
 * open in windows, which the sandbox lets nobody open, instead of in the place of the message.
 */
export function messageDocument(html: string): string {
  const shown = html
    .replaceAll(/<style\b/gi, `<style nonce="${nonce}"`)
    .replaceAll(/<(?:a|area|form)\b[^>]*/gi, (tag) => tag.replaceAll(/\starget\s*=/gi, ' data-target='))
  return `<!doctype html><base target="_blank">${shown}`
}
