import { nonce } from '../../app/nonce.ts'

const plain = 'body { margin: 12px; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }'

/** The HTML of an e-mail for a frame that may do nothing, and whether something is missing in it. */
export function mailDocument(html: string): { document: string; withoutPictures: boolean } {
  // The frame inherits the page's policy, and so does what is only parsed: no style without the nonce.
  const styled = `<style>${plain}</style>${html}`.replaceAll(/<style\b/gi, `<style nonce="${nonce}"`)
  const mail = new DOMParser().parseFromString(styled, 'text/html')
  // None of these would do anything in the frame, but each would be told of on the browser's console.
  for (const element of mail.querySelectorAll('script, link, meta[http-equiv], iframe, object, embed'))
    element.remove()
  // Links would replace the mail by what they lead to; the sandbox opens no windows.
  for (const element of mail.querySelectorAll('base, [target]')) element.removeAttribute('target')
  const base = mail.createElement('base')
  base.target = '_blank'
  mail.head.prepend(base)
  const pictures = [...mail.querySelectorAll('img')].filter(
    (image) => !(image.getAttribute('src') ?? '').startsWith('data:'),
  )
  for (const picture of pictures) {
    picture.removeAttribute('src')
    picture.removeAttribute('srcset')
  }
  return {
    document: `<!doctype html>${mail.documentElement.outerHTML}`,
    withoutPictures: pictures.length > 0,
  }
}
