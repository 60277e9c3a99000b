/** Returns the page's nonce. Without it, the content security policy refuses styles that are added later. */
export function nonceOfPage(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
}
