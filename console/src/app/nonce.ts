/** The page's own nonce, without which its content security policy lets no style be added. */
export function nonceOfPage(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
}
