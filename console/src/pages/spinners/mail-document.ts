import { nonce } from '../../app/nonce.ts'

/**
 * The HTML of an e-mail for a frame that may do nothing. The frame inherits the page's policy, which
 * lets no style in without its nonce; and what would not run there anyway is left out.
 */
export function mailDocument(html: string): string {
  const mail = new DOMParser().parseFromString(html, 'text/html')
  for (const element of mail.querySelectorAll('script, base, link, meta[http-equiv], iframe, object, embed'))
    element.remove()
  for (const style of mail.querySelectorAll('style')) style.setAttribute('nonce', nonce)
  for (const image of mail.querySelectorAll('img'))
    if (isRemote(image)) {
      image.removeAttribute('src')
      image.removeAttribute('srcset')
    }
  const plain = mail.createElement('style')
  plain.setAttribute('nonce', nonce)
  plain.textContent = 'body { margin: 12px; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }'
  mail.head.prepend(plain)
  return `<!doctype html>${mail.documentElement.outerHTML}`
}

export function hasRemoteImages(html: string): boolean {
  return [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('img')].some(isRemote)
}

function isRemote(image: HTMLImageElement): boolean {
  return !(image.getAttribute('src') ?? '').startsWith('data:')
}
