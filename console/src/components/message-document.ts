import { nonce } from '../app/nonce.ts'

/**
 * A message's html as the document of a frame with an empty `sandbox`. The sandbox and the page's policy
 * decide what it may do, which is nothing; here it is only made to look as it does in a mailbox. What
 * they would block with a complaint is taken out, styles get the nonce that they need, and links, which
 * would replace the message in its frame, open nothing.
 */
export function messageDocument(html: string): string {
  // Before it is read, since the reader asks the policy about styles already.
  const styled = html.replaceAll(/<style\b/gi, `<style nonce="${nonce}"`)
  const message = new DOMParser().parseFromString(styled, 'text/html')
  for (const element of message.querySelectorAll(
    'script, base, link, meta[http-equiv], iframe, frame, object, embed',
  ))
    element.remove()
  for (const element of message.querySelectorAll('*'))
    for (const name of element.getAttributeNames()) if (name.startsWith('on')) element.removeAttribute(name)
  for (const link of message.querySelectorAll('a[href], area[href]')) {
    link.setAttribute('title', link.getAttribute('href') ?? '')
    link.setAttribute('target', '_blank')
  }
  for (const picture of message.querySelectorAll('img[src]'))
    if (!picture.getAttribute('src')?.startsWith('data:')) picture.removeAttribute('src')
  return `<!doctype html>${message.documentElement.outerHTML}`
}
