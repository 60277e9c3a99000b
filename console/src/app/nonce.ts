/**
 * Returns the page's nonce for the content security policy, without which the browser refuses styles that are
 * added later.
 */
export function nonceOfPage(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
}
