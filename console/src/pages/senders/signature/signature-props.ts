interface Signature {
  /** The plain text of the signature; empty for none. */
  readonly signature: string
  /** The HTML of the signature; empty if messages show its plain text. */
  readonly signatureHtml: string
}

export interface SignatureProps extends Signature {
  readonly onChange: (signature: Signature) => void
}
