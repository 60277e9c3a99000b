/** The page's own nonce, without which its content security policy lets no style be added. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
